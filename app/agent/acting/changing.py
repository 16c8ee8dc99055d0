"""A call that changes something: planned, asked about where it must be, carried out."""

import asyncio
import time
from collections.abc import AsyncIterator

from app.agent.acting.under_way import begin, called_off, done_with, ended_event, since
from app.agent.model.reply import Call
from app.agent.person.approval import Decision, question, why_ask
from app.agent.turn import Turn
from app.events import ApprovalAsked, ApprovalGiven, Event
from app.tools import Attempt, Outcome, Plan


async def change(turn: Turn, call: Call, ended: dict[str, Outcome]) -> AsyncIterator[Event]:
    """The events of one changing call, ToolFinished last; its outcome goes into `ended`.

    A request that the person has denied is not asked about again in the same turn.
    Stop calls it off, also while it waits for an answer.
    """
    if call.request in turn.denied:
        ended[call.id] = turn.denied[call.request]
        yield ended_event(call, ended[call.id], 0.0)
        return
    table, began, waited = turn.hands.table, time.monotonic(), 0.0
    attempt: Attempt | Outcome = begin(turn, call)
    try:
        outcome = await table.outcome(attempt)
        if isinstance(outcome, Plan):
            decision = Decision(allowed=True)
            if asked := _asked(turn, call, outcome):
                yield asked
                asking = time.monotonic()
                decision = await turn.hands.approvals.answer(call.id, call.name, turn.language)
                waited = time.monotonic() - asking
                yield ApprovalGiven(call.id, decision.allowed, decision.reason)
            attempt = table.carry_out(outcome) if decision.allowed else _denied(turn, call, decision)
            outcome = await table.outcome(attempt)
    except asyncio.CancelledError:
        ended[call.id] = await called_off(turn, attempt)
        yield ended_event(call, ended[call.id], since(began + waited))
        raise
    ended[call.id] = done_with(outcome)
    yield ended_event(call, ended[call.id], since(began + waited))


def _asked(turn: Turn, call: Call, plan: Plan) -> ApprovalAsked | None:
    """The question about `plan`, if there must be one."""
    hands, now = turn.hands, turn.situation()
    reasons = why_ask(plan, hands.policy, call.name in hands.approvals.granted, now)
    if not reasons:
        return None
    title = hands.table.title(call.name, call.arguments)
    return ApprovalAsked(call.id, call.name, title, question(plan, reasons, now, turn.language), plan.diff)


def _denied(turn: Turn, call: Call, decision: Decision) -> Outcome:
    reason = f" Their reason: {decision.reason}" if decision.reason else ""
    text = f"The person did not allow it; nothing was changed.{reason} Do not call it again; say what was not done."
    turn.denied[call.request] = Outcome("tool:denied", text)
    return turn.denied[call.request]
