"""Calls under way: how they begin, end, and are called off."""

import time

from app.agent.model.reply import Call
from app.agent.turn import Turn
from app.events import ToolFinished
from app.phrases import phrase
from app.tools import Attempt, Outcome, Plan

_CUT = Outcome(
    "args:json",
    "The call arrived incomplete, so nothing was run. Send it again, whole; write a long text in smaller parts.",
)


def begin(turn: Turn, call: Call) -> Attempt | Outcome:
    """Starts a call, unless it arrived cut."""
    return _CUT if call.cut else turn.hands.table.begin(call.name, call.arguments, turn.hands.memory)


async def called_off(turn: Turn, attempt: Attempt | Outcome) -> Outcome:
    """Ends a call because the turn is stopped. What it has changed already is told as it is."""
    stopped = Outcome("tool:cancelled", phrase("call_stopped", turn.language))
    if isinstance(attempt, Outcome):
        return attempt
    outcome = await attempt.called_off(stopped.code, stopped.text)
    # A change that was only planned has not been made.
    return stopped if isinstance(outcome, Plan) else outcome


def done_with(outcome: Outcome | Plan) -> Outcome:
    """The outcome of a call that is over; a plan that nobody carries out is none."""
    return outcome if isinstance(outcome, Outcome) else Outcome("result:shape", "The tool only planned a change.")


def ended_event(call: Call, outcome: Outcome, seconds: float) -> ToolFinished:
    """The event that tells how a call ended."""
    return ToolFinished(
        call.id,
        call.name,
        outcome.ok,
        outcome.code,
        outcome.shown,
        seconds,
        cached=outcome.cached,
        receipt=None if outcome.cached else outcome.receipt,
        picture=outcome.path if outcome.is_picture else "",
        extent=outcome.extent,
        chart=outcome.chart,
    )


def since(began: float) -> float:
    """Seconds since the monotonic time `began`."""
    return round(time.monotonic() - began, 3)
