"""Running the tool calls of one reply."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import groupby

from app.agent.acting.changing import change
from app.agent.acting.under_way import begin, called_off, done_with, ended_event, since
from app.agent.limits import CALLS_IN_A_REPLY
from app.agent.model.reply import Call
from app.agent.turn import Turn
from app.events import Event, ToolStarted
from app.tools import Outcome, Plan, Table

Ended = dict[str, Outcome]

_TOO_MANY = Outcome(
    "args:range:calls",
    f"Only the first {CALLS_IN_A_REPLY} calls of a reply are run. Call it again in the next one if needed.",
)


async def act(turn: Turn, calls: Sequence[Call]) -> AsyncIterator[Event]:
    """Runs `calls`: neighbours that only read side by side, those that change files one by one.

    Every call gets its result into the history, in the order of the calls, also when
    the turn is stopped; calls that had not begun by then are answered by the history.
    The same request asked again runs once.
    """
    turn.repetition.begin_reply()
    async for event in _run(turn, calls[:CALLS_IN_A_REPLY]):
        yield event
    for event in _too_many(turn, calls[CALLS_IN_A_REPLY:]):
        yield event


async def _run(turn: Turn, calls: Sequence[Call]) -> AsyncIterator[Event]:
    last_change: tuple[str, Outcome] | None = None
    table = turn.hands.table
    for group in _groups(table, calls):
        ended = turn.under_way = Ended()
        for call in group:
            yield ToolStarted(call.id, call.name, call.args, table.title(call.name, call.arguments))
        try:
            if table.reads_only(group[0].name):
                async for event in _side_by_side(turn, group, ended):
                    yield event
            else:
                async for event in _one_change(turn, group[0], ended, last_change):
                    yield event
                last_change = (group[0].request, ended[group[0].id])
        finally:
            for call in group:
                if call.id in ended:
                    turn.take_in(call, ended.pop(call.id))


def _too_many(turn: Turn, calls: Sequence[Call]) -> Iterator[Event]:
    """What becomes of the calls of one reply that are not run."""
    for call in calls:
        yield ToolStarted(call.id, call.name, call.args, turn.hands.table.title(call.name, call.arguments))
        yield ended_event(call, _TOO_MANY, 0.0)
        # Not taken in as a call of the turn: it was never made.
        turn.history.add_result(call.id, _TOO_MANY)


def _groups(table: Table, calls: Sequence[Call]) -> list[list[Call]]:
    """Runs of calls that may overlap: neighbours that only read; any other call alone."""
    groups: list[list[Call]] = []
    for reads, neighbours in groupby(calls, key=lambda call: table.reads_only(call.name)):
        members = list(neighbours)
        groups += [members] if reads else [[call] for call in members]
    return groups


async def _one_change(
    turn: Turn, call: Call, ended: Ended, last_change: tuple[str, Outcome] | None
) -> AsyncIterator[Event]:
    if last_change is not None and last_change[0] == call.request:
        ended[call.id] = last_change[1].again()
        yield ended_event(call, ended[call.id], 0.0)
        return
    async for event in change(turn, call, ended):
        yield event


async def _side_by_side(turn: Turn, calls: Sequence[Call], ended: Ended) -> AsyncIterator[Event]:
    """The end of each call, as they finish; the same request runs once.

    When the turn is stopped, the calls still under way are called off and told so, and
    the cancellation goes on.
    """
    began, table = time.monotonic(), turn.hands.table
    same: dict[str, list[Call]] = {}
    for call in calls:
        same.setdefault(call.request, []).append(call)
    attempts = {request: begin(turn, asked[0]) for request, asked in same.items()}
    waiting = {asyncio.create_task(table.outcome(attempt)): request for request, attempt in attempts.items()}
    try:
        async for request, outcome in _as_they_finish(waiting):
            for event in _told(same[request], outcome, ended, since(began)):
                yield event
    except asyncio.CancelledError:
        for request in waiting.values():
            for event in _told(same[request], await called_off(turn, attempts[request]), ended, since(began)):
                yield event
        raise
    finally:
        for task in waiting:
            task.cancel()


async def _as_they_finish(waiting: dict[asyncio.Task[Outcome | Plan], str]) -> AsyncIterator[tuple[str, Outcome]]:
    """Each request with its outcome; it is then no longer in `waiting`."""
    while waiting:
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            yield waiting.pop(task), done_with(task.result())


def _told(calls: Sequence[Call], outcome: Outcome, ended: Ended, seconds: float) -> list[Event]:
    """The events that tell each of `calls`, which asked the same, of their one outcome."""
    for number, call in enumerate(calls):
        ended[call.id] = outcome.again() if number else outcome
    return [ended_event(call, ended[call.id], seconds) for call in calls]
