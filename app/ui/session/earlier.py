"""The button above a long conversation: the page is given its newest turns, and what came before when it asks."""

from typing import cast
from uuid import uuid4

from chainlit.element import ElementDict
from chainlit.step import StepDict
from chainlit.types import ThreadDict

from app.language import Language
from app.phrases import phrase
from app.ui.session.memory import layer
from app.ui.shown.elements import element


async def offer_earlier(thread: ThreadDict, language: Language) -> None:
    """Says above the turns of `thread` how much came before them, with a button that brings it; none where that is all.

    Neither is kept: they are made anew whenever the conversation is opened.
    """
    first = thread["steps"][0] if thread["steps"] else None
    left = await layer().messages_before(thread["id"], first["id"]) if first else 0
    if first is None or not left:
        return
    words = {
        "more": phrase("earlier_more", language, count="{count}"),
        "come": phrase("earlier_come", language, count="{count}"),
        "all": phrase("earlier_all", language),
        "failed": phrase("earlier_failed", language),
    }
    row_id = str(uuid4())
    button = element("Earlier", row=row_id, thread=thread["id"], first=first["id"], left=left, words=words)
    button.for_id = row_id
    row = {"id": row_id, "threadId": thread["id"], "type": "system_message", "name": "", "output": ""}
    thread["steps"] = [cast(StepDict, {**row, "createdAt": first["createdAt"]}), *thread["steps"]]
    thread["elements"] = [
        *(thread["elements"] or []),
        cast(ElementDict, {**button.to_dict(), "threadId": thread["id"]}),
    ]
