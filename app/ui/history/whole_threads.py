"""A conversation with all that belongs to it."""

from typing import cast

from chainlit.element import ElementDict
from chainlit.step import StepDict
from chainlit.types import ThreadDict
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.steps import steps_in
from app.ui.history.stored_elements import elements_in
from app.ui.history.threads import thread_in


async def whole_thread_in(connection: AsyncConnection, thread_id: str) -> ThreadDict | None:
    """The conversation with its steps and elements; None when there is none."""
    thread = await thread_in(connection, thread_id)
    if thread is None:
        return None
    thread["steps"] = cast(list[StepDict], await steps_in(connection, thread_id))
    thread["elements"] = cast(list[ElementDict], await elements_in(connection, thread_id))
    return thread
