"""Running the cases: each with an agent, a conversation and a folder of its own."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory

from app.agent import Agent, Conversation, Decision
from app.assemble import agent_from
from app.cases.case import Case, CaseResult, Fault, Happened, happened
from app.cases.fixed import CASES
from app.events import ApprovalAsked, Event, Usage
from app.language import Language
from app.ledger import Account
from app.phrases import phrase
from app.settings import Settings, SettingsError

logger = logging.getLogger(__name__)

MOST_SECONDS = 120.0
_MOST_ROUNDS = 6
_MOST_TOKENS = 60_000
_WHY_CHARS = 300


def most_requests(settings: Settings) -> int:
    """Requests that one case takes at most: those of a turn, and the last one without tools."""
    return min(settings.max_rounds, _MOST_ROUNDS) + 1


async def check_model(
    settings: Settings,
    language: Language = "en",
    cases: Sequence[Case] = CASES,
    seconds: float = MOST_SECONDS,
    account: Account | None = None,
) -> AsyncGenerator[CaseResult, None]:
    """The result of each case, as soon as it is known. Raises SettingsError when there can be no agent.

    What it spends is counted in `account`, if there is one.
    """
    for case in cases:
        yield await run_case(settings, case, language, seconds, account)


async def run_case(
    settings: Settings, case: Case, language: Language, seconds: float = MOST_SECONDS, account: Account | None = None
) -> CaseResult:
    """How one case comes out. Whatever goes wrong in it is its result, but for settings that cannot be used."""
    title = phrase(case.title, language)
    try:
        with TemporaryDirectory(prefix="folio-check-", ignore_cleanup_errors=True) as place:
            now = await _happening(settings, case, language, Path(place), seconds, account)
    except SettingsError:
        raise
    except Exception as error:
        logger.exception("the case %s failed", case.name)
        return CaseResult(case.name, title, False, phrase("fault_inner", language, kind=type(error).__name__))
    fault, usage = _fault(case, now, seconds), now.end.usage
    reason = phrase(fault.phrase, language, **fault.values) if fault else ""
    return _result(case, title, reason, usage)


def _result(case: Case, title: str, reason: str, usage: Usage) -> CaseResult:
    return CaseResult(
        case.name,
        title,
        passed=not reason,
        reason=reason,
        requests=usage.requests,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        estimated=usage.estimated,
        seconds=usage.seconds,
    )


async def _happening(
    settings: Settings, case: Case, language: Language, place: Path, seconds: float, account: Account | None
) -> Happened:
    work = place / "work"
    work.mkdir()
    _prepare(work, case)
    before = _bytes_of(place)
    agent = await _agent_for(_settings_for(settings, place))
    # A conversation of its own each, and nobody's day: of the limits on what is spent the case keeps its own.
    events = await _events(Conversation(agent, account=account), case.asks(language), language, seconds)
    return happened(events, language, before, _bytes_of(place))


async def _agent_for(settings: Settings) -> Agent:
    building = asyncio.ensure_future(asyncio.to_thread(agent_from, settings))
    try:
        return await asyncio.shield(building)
    finally:
        # Its thread cannot be stopped, and would make the folder again once that is gone.
        await asyncio.wait([building])


def _settings_for(settings: Settings, place: Path) -> Settings:
    bounds = {
        "max_rounds": min(settings.max_rounds, _MOST_ROUNDS),
        "max_turn_tokens": min(settings.max_turn_tokens, _MOST_TOKENS),
    }
    own = {"work_dir": place / "work", "data_dir": place / "data", "approval": "ask", "answer_language": "as_asked"}
    return settings.model_copy(update={**bounds, **own})


async def _events(conversation: Conversation, question: str, language: Language, seconds: float) -> list[Event]:
    events: list[Event] = []
    end = asyncio.get_running_loop().call_later(seconds, conversation.stop)
    try:
        async with aclosing(conversation.ask(question, language)) as turn:
            async for event in turn:
                events.append(event)
                if isinstance(event, ApprovalAsked):
                    # Nobody is there who wants it: no case asks for a change of what is there.
                    conversation.decide(event.call_id, Decision(allowed=False))
    finally:
        end.cancel()
    return events


def _prepare(work: Path, case: Case) -> None:
    for name, text in case.files.items():
        path = work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _bytes_of(place: Path) -> dict[str, bytes]:
    """All files of the folder and beside it, but for those that the app keeps for itself."""
    work, data = place / "work", place / "data"
    return {
        path.relative_to(work).as_posix()
        if path.is_relative_to(work)
        else f"../{path.relative_to(place).as_posix()}": path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and not path.is_relative_to(data)
    }


def _fault(case: Case, now: Happened, seconds: float) -> Fault | None:
    """The first thing that is wrong: no answer, a change of something else, the case's own, a false claim."""
    if now.end.reason == "stopped":
        return Fault("fault_slow", {"seconds": f"{seconds:g}"})
    if now.end.reason != "answered":
        return Fault("fault_ended", {"why": _last_line(now.end.text)})
    if others := [name for name in now.changed if name != case.writes]:
        return Fault("fault_changed", {"names": ", ".join(others)})
    if fault := case.judge(now):
        return fault
    return Fault("fault_claimed") if now.claims_falsely else None


def _last_line(text: str) -> str:
    """What the app says below the part of an answer that had come."""
    return text.strip().splitlines()[-1][:_WHY_CHARS]
