"""What was under way on a page when the app was ended, shown as broken off."""

import chainlit as cl
from chainlit.step import StepDict
from chainlit.types import ThreadDict
from chainlit.utils import utc_now

from app.language import Language
from app.phrases import phrase
from app.ui.session.memory import layer
from app.ui.shown.elements import change, element_of

_ROWS = ("tool", "run")


async def mend(thread: ThreadDict, language: Language, author: str | None) -> None:
    """Ends what has no end in a conversation in which nothing runs any more.

    With an `author`, a turn ran there, and a last message says what became of it.
    """
    for step in thread["steps"]:
        if step["type"] in _ROWS and not step.get("end"):
            _break_off(step, language)
            await layer().update_step(step)
    if author is not None:
        said = cl.Message(phrase("turn_broken_off", language), author=author)
        said.created_at = _after(thread)
        thread["steps"].append(said.to_dict())
        await layer().update_step(said.to_dict())


async def mend_elements(thread: ThreadDict, language: Language) -> None:
    """Closes the questions that nobody waits for any more, and takes away lists of tasks, which end with their turn."""
    elements = thread["elements"] or []
    thread["elements"] = [stored for stored in elements if stored["type"] != "tasklist"]
    for stored in elements:
        if stored["type"] == "tasklist":
            await layer().delete_element(stored["id"], thread["id"])
        elif stored["name"] == "Question" and (stored["props"] or {}).get("state") == "waiting":
            question = element_of(stored)
            change(question, state="stopped", said=phrase("question_broken_off", language))
            stored["props"] = question.props
            await layer().create_element(question)


def _break_off(step: StepDict, language: Language) -> None:
    step["end"] = step.get("start") or step.get("createdAt")
    if step["type"] == "tool":
        step["name"] = phrase("row_broken_off", language, row=step["name"].removesuffix(_waits(language)))


def _waits(language: Language) -> str:
    return phrase("row_waits", language, asked="")


def _after(thread: ThreadDict) -> str:
    """Now, or later than all there is: a clock may have been set back."""
    now: str = utc_now()
    return max([now, *(step.get("createdAt") or "" for step in thread["steps"])])
