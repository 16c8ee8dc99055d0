"""Asking the person, at a limit, whether to go on."""

import asyncio
import uuid
from collections.abc import AsyncIterator

from app.agent.spending.allowed import Use
from app.agent.spending.saying import decided, question, title
from app.agent.turn import Turn
from app.events import ApprovalAsked, ApprovalGiven, Event, ToolFinished, ToolStarted
from app.tools import Outcome

_NAME = "spend_more"


async def ask_for_more(turn: Turn, use: Use) -> AsyncIterator[Event]:
    """A step in which the person is asked, like one about a change; a yes raises the limit."""
    is_begun, call_id = bool(turn.counting.rounds), f"more_{uuid.uuid4().hex}"
    asked = title(use.limit, turn.reader)
    yield ToolStarted(call_id, _NAME, {"limit": use.limit.setting, "used": use.used, "allowed": use.most}, asked)
    try:
        yield ApprovalAsked(call_id, _NAME, asked, question(use, is_begun, turn.reader), "", lasting=False)
        with turn.counting.waiting():
            decision = await turn.hands.approvals.answer(call_id, _NAME, turn.reader)
        yield ApprovalGiven(call_id, decision.allowed, decision.reason)
    except asyncio.CancelledError:
        yield _ended(call_id, "tool:cancelled", decided(use, turn.reader))
        raise
    if decision.allowed:
        _raise(turn, use)
    code, now = ("", use.raised()) if decision.allowed else ("tool:denied", use)
    yield _ended(call_id, code, decided(now, turn.reader))


def _raise(turn: Turn, use: Use) -> None:
    sums = turn.hands.sums
    match use.limit.scope:
        case "turn":
            turn.spent += use.more()
        case "conversation":
            sums.here += use.more()
        case "day":
            assert sums.account is not None
            sums.account.add(use.more())


def _ended(call_id: str, code: str, said: str) -> ToolFinished:
    outcome = Outcome(code, said)
    return ToolFinished(call_id, _NAME, outcome.ok, outcome.code, outcome.shown, 0.0)
