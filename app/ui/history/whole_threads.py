"""A conversation with what belongs to it: all of that, or what a page opens with."""

from typing import cast

from chainlit.element import ElementDict
from chainlit.step import StepDict
from chainlit.types import ThreadDict
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.parts import Part, newest_part_in
from app.ui.history.schema import elements, steps
from app.ui.history.steps import steps_in
from app.ui.history.stored_elements import elements_in
from app.ui.history.threads import thread_in


async def whole_thread_in(connection: AsyncConnection, thread_id: str) -> ThreadDict | None:
    """The conversation with its steps and elements; None when there is none."""
    of_steps, of_elements = steps.c.thread_id == thread_id, elements.c.thread_id == thread_id
    all_of_it = Part(await steps_in(connection, of_steps), await elements_in(connection, of_elements))
    return _with(all_of_it, await thread_in(connection, thread_id))


async def open_thread_in(connection: AsyncConnection, thread_id: str) -> ThreadDict | None:
    """The conversation with its newest part; None when there is none."""
    return _with(await newest_part_in(connection, thread_id), await thread_in(connection, thread_id))


def _with(part: Part, thread: ThreadDict | None) -> ThreadDict | None:
    if thread is not None:
        thread["steps"] = cast(list[StepDict], part.steps)
        thread["elements"] = cast(list[ElementDict], part.elements)
    return thread
