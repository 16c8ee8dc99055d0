"""A call that changes something: planned, asked about where it must be, carried out."""

import asyncio
import time
from collections.abc import AsyncIterator

from app.agent.acting.under_way import begin, called_off, done_with, ended_event, since
from app.agent.model.reply import Call
from app.agent.person.approval import Decision, Why, question, rests_on_words, why_ask
from app.agent.turn import Turn
from app.events import ApprovalAsked, ApprovalGiven, Event
from app.tools import Attempt, Outcome, Plan, current_call


async def change(turn: Turn, call: Call, ended: dict[str, Outcome]) -> AsyncIterator[Event]:
    """The events of one changing call, ToolFinished last; its outcome goes into `ended`.

    Stop calls it off, also while it waits for an answer.
    """
    table, began = turn.hands.table, time.monotonic()
    attempt: Attempt | Outcome = begin(turn, call)
    try:
        outcome = await table.outcome(attempt)
        if isinstance(outcome, Plan):
            asking = time.monotonic()
            async for event in _ask(turn, call, outcome):
                yield event
            began += time.monotonic() - asking
            current_call.set(call.id)
            attempt = turn.denied.get(_identity(outcome)) or table.carry_out(outcome)
            outcome = await table.outcome(attempt)
    except asyncio.CancelledError:
        ended[call.id] = await called_off(turn, attempt)
        yield ended_event(call, ended[call.id], since(began))
        raise
    ended[call.id] = done_with(outcome)
    yield ended_event(call, ended[call.id], since(began))


async def _ask(turn: Turn, call: Call, plan: Plan) -> AsyncIterator[Event]:
    """Asks about `plan` if it must be asked about; a no goes into `turn.denied`, and is not asked about again."""
    hands, now = turn.hands, turn.situation()
    reasons = await _reasons(turn, plan, call.name in hands.approvals.granted)
    if not reasons or _identity(plan) in turn.denied:
        return
    title = hands.table.title(call.name, call.arguments)
    asked = question(plan, reasons, now, turn.reader)
    yield ApprovalAsked(call.id, call.name, title, asked, plan.diff, plan.verb)
    with turn.counting.waiting():
        decision = await hands.approvals.answer(call.id, call.name, turn.reader)
    if not decision.allowed:
        turn.denied[_identity(plan)] = _denied(decision)
    yield ApprovalGiven(call.id, decision.allowed, decision.reason)


async def _reasons(turn: Turn, plan: Plan, granted: bool) -> tuple[Why, ...]:
    """Why `plan` is asked about. Words that give leave have to do so without the files' names in them, too."""
    policy, now = turn.hands.policy, turn.situation()
    reasons = why_ask(plan, policy, granted, now)
    if reasons or not rests_on_words(plan, policy, granted, now):
        return reasons
    return why_ask(plan, policy, granted, now.with_aliases(await turn.hands.names_in(now.messages)))


def _identity(plan: Plan) -> tuple[str, ...]:
    """The same for the same change, however the call for it is spelt."""
    return plan.verb, plan.path, plan.source, plan.diff, str(plan.sizes)


def _denied(decision: Decision) -> Outcome:
    reason = f" Their reason: {decision.reason.rstrip('.。')}." if decision.reason else ""
    text = f"The person did not allow it; nothing was changed.{reason} Do not call it again; say what was not done."
    return Outcome("tool:denied", text)
