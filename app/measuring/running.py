"""One question under three conditions, each run as soon as it is known."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from app.agent import Conversation
from app.assemble import agent_from, workspace_from
from app.chain import plain_chain, plain_system
from app.events import Event, RoundEnded, RoundStarted, ToolFinished, ToolStarted, TurnEnded
from app.language import Language
from app.ledger import Account
from app.measuring.asking import Plain, asked_once, run_of
from app.measuring.figures import CallMade, Measured, Run, Wanted
from app.measuring.pasting import Pasted, files_read, named_files, pasted
from app.measuring.what_if import what_if
from app.models import chosen_model
from app.phrases import phrase
from app.settings import Settings, SettingsError
from app.tokens import estimated_tokens
from app.tools import request_of
from app.workspace import Workspace

_NO_ANSWER = ("model_error", "context_overflow", "stopped")


@dataclass(frozen=True, slots=True)
class _Bench:
    """What one comparison is made with: the agent, the same model without tools, and the folder, to read only."""

    plain: Plain
    workspace: Workspace


async def compare(
    settings: Settings, wanted: Wanted, language: Language, account: Account | None = None
) -> AsyncGenerator[Run, None]:
    """Each run as soon as it is known: per repeat without tools, as an agent, and with the data in the prompt.

    Nothing in the folder is changed. What it spends is counted in `account`, if there is one. Raises SettingsError
    when there can be no agent, or when `files` names none.
    """
    for _ in range(wanted.repeat):
        # What one repeat has read is not at hand in the next.
        async with _bench(settings, language, account) as bench:
            await asyncio.to_thread(named_files, bench.workspace, wanted.files, language)
            yield await asked_once(bench.plain, "no_tools", wanted, Pasted(), language)
            run = await _with_tools(bench, wanted, language)
            yield run
            yield await _with_data(bench, wanted, run.files, language)


def measured(settings: Settings, wanted: Wanted, runs: Sequence[Run]) -> Measured:
    """All that is known of the `runs` of a comparison, also where it ended early."""
    model = chosen_model(settings)
    first = next((run for run in runs if run.condition == "agent"), None)
    return Measured(
        question=wanted.question,
        model=model.endpoint.model,
        url=model.endpoint.url,
        embedded=model.embedded,
        temperature=settings.temperature,
        expected=wanted.expected,
        runs=tuple(runs),
        what_if=what_if(first) if first and first.rounds else (),
    )


@asynccontextmanager
async def _bench(settings: Settings, language: Language, account: Account | None) -> AsyncIterator[_Bench]:
    if not settings.work_dir.is_dir():
        raise SettingsError(phrase("measure_no_folder", language, folder=settings.work_dir))
    with TemporaryDirectory(prefix="folio-measure-", ignore_cleanup_errors=True) as place:
        building = asyncio.ensure_future(asyncio.to_thread(_built, settings, Path(place), account))
        try:
            yield await asyncio.shield(building)
        finally:
            # Its thread cannot be stopped, and would make the folder again once that is gone.
            await asyncio.wait([building])


def _built(settings: Settings, place: Path, account: Account | None) -> _Bench:
    # Nobody is there to be asked.
    own = settings.model_copy(update={"data_dir": place, "approval": "read_only", "at_limit": "refuse"})
    system = plain_system(own.answer_language)
    plain = Plain(plain_chain(chosen_model(own).chat, system), system, agent_from(own), account)
    return _Bench(plain, workspace_from(own))


async def _with_tools(bench: _Bench, wanted: Wanted, language: Language) -> Run:
    """How the agent does."""
    events: list[Event] = []
    async with aclosing(
        Conversation(bench.plain.agent, account=bench.plain.account).ask(wanted.question, language)
    ) as turn:
        async for event in turn:
            events.append(event)
    end = events[-1]
    assert isinstance(end, TurnEnded)
    # A limit that was used up before lets no request through: then the app has spoken, not the model.
    is_answered = end.reason not in _NO_ANSWER and end.usage.requests > 0
    answer, fault = (end.text, "") if is_answered else ("", end.text)
    rounds = [event for event in events if isinstance(event, RoundEnded)]
    run = run_of("agent", answer, fault, wanted, end.usage, rounds)
    read = await asyncio.to_thread(files_read, bench.workspace, events)
    return replace(run, calls=tuple(_calls(events)), files=tuple(read))


def _calls(events: Sequence[Event]) -> list[CallMade]:
    """The calls of a turn, in the order in which they were made."""
    ended = {event.call_id: event for event in events if isinstance(event, ToolFinished)}
    number, calls = 0, list[CallMade]()
    for event in events:
        match event:
            case RoundStarted():
                number = event.round
            case ToolStarted():
                calls.append(_call(number, event, ended[event.call_id]))
    return calls


def _call(number: int, begun: ToolStarted, ended: ToolFinished) -> CallMade:
    arguments = json.dumps(begun.args, ensure_ascii=False)
    request, tokens = request_of(begun.name, arguments), estimated_tokens(arguments) + estimated_tokens(ended.text)
    return CallMade(number, begun.name, request, ended.seconds, tokens, ended.cached)


async def _with_data(bench: _Bench, wanted: Wanted, read: Sequence[str], language: Language) -> Run:
    """How the model does without tools, with the text of files below the question; the agent has `read` some."""
    data = await asyncio.to_thread(_data, bench, wanted, read, language)
    if not data.texts and not data.unread:
        fault = phrase("measure_nothing_to_paste", language)
        return Run("pasted", "", fault, not_pasted=tuple(data.refused))
    return await asked_once(bench.plain, "pasted", wanted, data, language)


def _data(bench: _Bench, wanted: Wanted, read: Sequence[str], language: Language) -> Pasted:
    """The text of the files that are named, else of those that were read, else of all."""
    closed: list[str] = []
    if wanted.files or not read:
        read, closed = named_files(bench.workspace, wanted.files, language)
    data = pasted(bench.workspace, read, bench.plain.agent.window, language)
    data.refused += closed
    return data
