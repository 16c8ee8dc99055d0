"""Running the tool calls of one reply."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from itertools import groupby

from app.agent.reply import Call
from app.agent.turn import Turn
from app.events import Event, ToolFinished, ToolStarted
from app.phrases import phrase
from app.tools import Attempt, Outcome, Table

_CUT = Outcome(
    "args:json",
    "The call arrived incomplete, so nothing was run. Send it again, whole; write a long text in smaller parts.",
)


async def act(table: Table, turn: Turn, calls: Sequence[Call]) -> AsyncIterator[Event]:
    """Runs `calls`: neighbours that only read side by side, those that change files one by one.

    Every call gets its result into the history, in the order of the calls, also when
    the turn is stopped; calls that had not begun by then are answered by the history.
    """
    for group in _groups(table, calls):
        ended: dict[str, Outcome] = {}
        for call in group:
            yield ToolStarted(call.id, call.name, call.args, table.title(call.name, call.arguments))
        try:
            async for call, outcome, seconds in _outcomes(table, turn, group):
                ended[call.id] = outcome
                yield ToolFinished(call.id, call.name, outcome.ok, outcome.code, outcome.shown, seconds)
        finally:
            for call in group:
                if call.id in ended:
                    turn.count_call()
                    turn.history.add_result(call.id, ended[call.id])


def _groups(table: Table, calls: Sequence[Call]) -> list[list[Call]]:
    """Runs of calls that may overlap: neighbours that only read; any other call alone."""
    groups: list[list[Call]] = []
    for reads, neighbours in groupby(calls, key=lambda call: table.reads_only(call.name)):
        members = list(neighbours)
        groups += [members] if reads else [[call] for call in members]
    return groups


async def _outcomes(table: Table, turn: Turn, calls: Sequence[Call]) -> AsyncIterator[tuple[Call, Outcome, float]]:
    """Each call with its outcome and its seconds, as they finish.

    When the turn is stopped, the calls still under way are called off and told so, and
    the cancellation goes on.
    """
    began = time.monotonic()
    attempts = {call: _CUT if call.cut else table.begin(call.name, call.arguments) for call in calls}
    waiting = {asyncio.create_task(table.outcome(attempt)): call for call, attempt in attempts.items()}
    try:
        while waiting:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                yield waiting.pop(task), task.result(), _since(began)
    except asyncio.CancelledError:
        for call in waiting.values():
            yield call, await _called_off(attempts[call], turn), _since(began)
        raise
    finally:
        for task in waiting:
            task.cancel()


async def _called_off(attempt: Attempt | Outcome, turn: Turn) -> Outcome:
    if isinstance(attempt, Outcome):
        return attempt
    return await attempt.called_off("tool:cancelled", phrase("call_stopped", turn.language))


def _since(began: float) -> float:
    return round(time.monotonic() - began, 3)
