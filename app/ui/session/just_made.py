"""A change that was made a moment before the app was ended, too late for the page to be told of it."""

from typing import cast

import chainlit as cl
from chainlit.element import ElementDict
from chainlit.step import StepDict
from chainlit.types import ThreadDict
from chainlit.utils import utc_now

from app.events import Receipt, ToolFinished
from app.language import Language
from app.phrases import phrase
from app.tools import Outcome
from app.ui.history.stored_elements import body_of
from app.ui.session.memory import layer
from app.ui.steps.outcomes import ended_text
from app.ui.steps.titles import changed
from app.ui.steps.undo import Undos


async def show_made(thread: ThreadDict, call_id: str, made: Outcome, undos: Undos, language: Language) -> None:
    """Gives the change that this call has made its row in `thread`, with the receipt and Undo."""
    receipt = made.receipt
    assert receipt is not None
    step, name = _row_of(call_id, thread), changed(receipt, language)
    step["name"] = phrase("row_just_made", language, row=name)
    step["output"] = ended_text(_ended(call_id, made, receipt), None, language)
    step["end"] = step.get("end") or step.get("start") or step.get("createdAt")
    await layer().update_step(step)
    await _offer_undo(thread, step, undos.offer(receipt, name, language) if receipt.id else None)


async def _offer_undo(thread: ThreadDict, step: StepDict, button: cl.CustomElement | None) -> None:
    """Puts `button` in the place of one that nobody knows any more."""
    elements = thread["elements"] or []
    for stale in [kept for kept in elements if (kept["name"], kept["forId"]) == ("Undo", step["id"])]:
        elements.remove(stale)
        await layer().delete_element(stale["id"], thread["id"])
    if button is not None:
        button.for_id = step["id"]
        await layer().create_element(button)
        thread["elements"] = [*elements, cast(ElementDict, body_of(button))]


def _row_of(call_id: str, thread: ThreadDict) -> StepDict:
    """The row of the call; a new one, below all others, where it was not kept any more."""
    for step in thread["steps"]:
        if (step.get("metadata") or {}).get("call") == call_id:
            return step
    runs = [step["id"] for step in thread["steps"] if step["type"] == "run"]
    row = cl.Step("", "tool", parent_id=runs[-1] if runs else None, icon="file-pen", metadata={"call": call_id})
    row.created_at = row.start = utc_now()
    thread["steps"].append(row.to_dict())
    return thread["steps"][-1]


def _ended(call_id: str, made: Outcome, receipt: Receipt) -> ToolFinished:
    return ToolFinished(call_id, receipt.verb, True, "", made.shown, 0.0, receipt=receipt)
