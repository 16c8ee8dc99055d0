"""What Chainlit asks to be kept and to be found again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast
from uuid import uuid4

from chainlit.context import context
from chainlit.data.base import BaseDataLayer
from chainlit.data.utils import queue_until_user_message
from chainlit.element import Element, ElementDict
from chainlit.step import StepDict
from chainlit.types import Feedback, PaginatedResponse, Pagination, ThreadDict, ThreadFilter
from chainlit.user import PersistedUser, User
from chainlit.utils import utc_now
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.ui.history.belonging import Belonging
from app.ui.history.feedbacks import delete_feedback_in, id_of, judge_in, put_feedback, step_of
from app.ui.history.memories import memory_in, put_memory
from app.ui.history.parts import Part, messages_before_in, part_before_in
from app.ui.history.schema import elements
from app.ui.history.steps import Step, create_step_in, delete_step_in, update_step_in
from app.ui.history.stored_elements import (
    ElementFiles,
    body_of,
    delete_element_in,
    element_in,
    elements_in,
    put_element,
)
from app.ui.history.texts import shown_name, size_of, storable
from app.ui.history.threads import delete_thread_in, owner_in, page_of
from app.ui.history.users import put_user, user_in
from app.ui.history.whole_threads import open_thread_in, whole_thread_in
from app.ui.history.writer import HistoryFull, Show, State, Work, Writer

logger = logging.getLogger(__name__)

Found = TypeVar("Found")
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])
Tell = Callable[[str], Awaitable[None]]

_LONGEST_LIST = 100
_LONGEST_SEARCH = 1_000
_LAST_SECONDS = 2.0
# What an empty page shows makes no conversation.
_after_first_message: Callable[[Method], Method] = queue_until_user_message()


class HistoryLayer(BaseDataLayer):
    """Keeps conversations in the database of `engine` and the bytes of their elements below `folder`.

    Most writes are waited for by nobody. What the database cannot take now is written later, and `show` is
    told of that; `tell` is called with the conversation of a part that it will never take, and `leave` with one
    that is deleted.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        folder: Path,
        tell: Tell | None = None,
        show: Show | None = None,
        leave: Tell | None = None,
    ) -> None:
        self.files = ElementFiles(folder)
        self._engine = engine
        self._writer = Writer(engine, show)
        self._belonging = Belonging()
        self._tell = tell
        self._leave = leave
        self._failing: set[str] = set()
        self._deleted: set[str] = set()
        self._memories: dict[str, dict[str, Any]] = {}

    @property
    def trouble(self) -> State:
        """Whether the history can be written now."""
        return self._writer.trouble

    async def get_user(self, identifier: str) -> PersistedUser | None:
        try:
            found = await self._found(lambda connection: user_in(connection, identifier))
        except (SQLAlchemyError, OSError):
            # People can use the page while the database is away.
            return self._belonging.met(identifier)
        return found and self._belonging.meet(found)

    async def create_user(self, user: User) -> PersistedUser | None:
        known = self._belonging.met(user.identifier)
        id, begun = (known.id, known.createdAt) if known else (str(uuid4()), utc_now())
        made = PersistedUser(id=id, createdAt=begun, **vars(user))
        await self._writer.write(lambda connection: put_user(connection, made))
        return await self.get_user(user.identifier) or self._belonging.meet(made)

    async def upsert_feedback(self, feedback: Feedback) -> str:
        await self._writer.write(lambda connection: put_feedback(connection, feedback))
        return id_of(feedback)

    async def delete_feedback(self, feedback_id: str) -> bool:
        await self._writer.write(lambda connection: delete_feedback_in(connection, feedback_id))
        return True

    async def is_owner_of_step(self, identifier: str, step_id: str) -> bool:
        """Whether a step is in a conversation of this user."""
        return identifier == await self._found(lambda connection: judge_in(connection, step_id))

    async def judged_step(self, feedback_id: str) -> str | None:
        """The step that a word is about; None when there is no such word."""
        return await self._found(lambda connection: step_of(connection, feedback_id))

    @_after_first_message
    async def create_step(self, step_dict: StepDict) -> None:
        step: Step = {**step_dict}
        await self._keep_here(step["threadId"], lambda connection: create_step_in(connection, step), size_of(step))

    @_after_first_message
    async def update_step(self, step_dict: StepDict) -> None:
        step: Step = {**step_dict}
        await self._keep_here(step["threadId"], lambda connection: update_step_in(connection, step), size_of(step))

    @_after_first_message
    async def delete_step(self, step_id: str) -> None:
        here = context.session.thread_id
        await self._keep_here(here, lambda connection: delete_step_in(connection, step_id, here))

    @_after_first_message
    async def create_element(self, element: Element) -> None:
        body, thread_id = body_of(element), element.thread_id
        keep_bytes = self.files.keeping(element)

        async def work(connection: AsyncConnection) -> None:
            if keep_bytes is not None:
                await asyncio.to_thread(keep_bytes)
            await put_element(connection, body)

        await self._keep_here(thread_id, work, size_of(body) + len(element.content or ""))

    @_after_first_message
    async def delete_element(self, element_id: str, thread_id: str | None = None) -> None:
        owner = thread_id or context.session.thread_id

        async def work(connection: AsyncConnection) -> None:
            await delete_element_in(connection, owner, element_id)
            await asyncio.to_thread(self.files.forget, owner, element_id)

        await self._keep_here(owner, work)

    async def get_element(self, thread_id: str, element_id: str) -> ElementDict | None:
        found = await self._found(lambda connection: element_in(connection, thread_id, storable(element_id)))
        return cast(ElementDict | None, found)

    async def update_thread(
        self,
        thread_id: str,
        name: str | None = None,
        user_id: str | None = None,
        metadata: dict[str, Any] | None = None,
        tags: list[str] | None = None,
    ) -> None:
        about: dict[str, Any] = {"name": shown_name(name), "user_id": user_id, "tags": tags}
        self._belonging.note(thread_id, **about)

        async def work(connection: AsyncConnection) -> None:
            await self._belonging.update(connection, thread_id, **about, metadata=metadata)

        if name is None:
            await self._keep(thread_id, work)
        elif thread_id not in self._deleted:
            await self._writer.write(work)

    async def delete_thread(self, thread_id: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            await delete_thread_in(connection, thread_id)
            await asyncio.to_thread(self.files.forget_all, thread_id)

        # What a turn that still runs there has to tell comes too late.
        self._deleted.add(thread_id)
        await self._writer.write(work)
        if self._leave is not None:
            await self._leave(thread_id)

    def is_deleted(self, thread_id: str) -> bool:
        """Whether a conversation was deleted since the app was started: nothing of it is kept any more."""
        return thread_id in self._deleted

    async def get_thread_author(self, thread_id: str) -> str:
        return await self.memory_owner(thread_id) or ""

    async def list_threads(self, pagination: Pagination, filters: ThreadFilter) -> PaginatedResponse[ThreadDict]:
        asked = Pagination(first=min(max(pagination.first, 1), _LONGEST_LIST), cursor=pagination.cursor)
        wanted = filters.model_copy(update={"search": (filters.search or "")[:_LONGEST_SEARCH]})
        return await self._found(lambda connection: page_of(connection, asked, wanted))

    async def get_thread(self, thread_id: str) -> ThreadDict | None:
        """The conversation with its newest turns: Chainlit asks several times whenever one is opened."""
        found = await self._found(lambda connection: open_thread_in(connection, storable(thread_id)))
        if found is not None:
            self._belonging.note(thread_id, name=found["name"], user_id=found["userId"], tags=found["tags"])
        return found

    async def whole_thread(self, thread_id: str) -> ThreadDict | None:
        """The conversation with all that belongs to it."""
        return await self._found(lambda connection: whole_thread_in(connection, thread_id))

    async def part_before(self, thread_id: str, step_id: str) -> Part | None:
        """The turns right before a step; None where the conversation has no such step."""
        return await self._found(lambda connection: part_before_in(connection, thread_id, storable(step_id)))

    async def messages_before(self, thread_id: str, step_id: str) -> int:
        """How many messages came before a step."""
        return await self._found(lambda connection: messages_before_in(connection, thread_id, storable(step_id)))

    async def elements_of(self, thread_id: str) -> list[dict[str, Any]]:
        """All elements of a conversation."""
        return await self._found(lambda connection: elements_in(connection, elements.c.thread_id == thread_id))

    async def save_memory(self, thread_id: str, body: dict[str, Any]) -> None:
        """Keeps what the agent knows in a conversation; `body` must not change afterwards.

        Of those that wait to be written, only the newest is.
        """
        waits = thread_id in self._memories
        self._memories[thread_id] = body
        if waits:
            await self._writer.settled()
        else:
            await self._keep(thread_id, self._newest_memory(thread_id))

    async def memory_of(self, thread_id: str) -> dict[str, Any] | None:
        """What the agent knew in a conversation; None when nothing was kept."""
        return await self._found(lambda connection: memory_in(connection, thread_id))

    async def memory_owner(self, thread_id: str) -> str | None:
        """The identifier of the user whose conversation it is; None when it is not there or nobody's."""
        return await self._found(lambda connection: owner_in(connection, storable(thread_id)))

    async def get_favorite_steps(self, user_id: str) -> list[StepDict]:  # noqa: ARG002
        return []

    async def build_debug_url(self) -> str:
        return ""

    async def settled(self) -> None:
        """Returns when all is written that was to be kept up to now, or waits for a database that cannot be written."""
        await self._writer.settled()

    async def close(self) -> None:
        """Returns when all is written that was to be kept, or after some seconds without what cannot be written."""
        if left := await self._writer.finish():
            logger.error("the history could not be written before the end: %s parts of conversations are lost", left)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._engine.dispose(), _LAST_SECONDS)

    def _newest_memory(self, thread_id: str) -> Work:
        taken: dict[str, Any] | None = None

        async def work(connection: AsyncConnection) -> None:
            nonlocal taken
            taken = self._memories.pop(thread_id, taken)
            # Otherwise an earlier try has taken it along.
            if taken is not None:
                await self._belonging.begin(connection, thread_id)
                await put_memory(connection, thread_id, taken)

        return work

    async def _keep_here(self, thread_id: str, work: Work, bytes: int = 0) -> None:
        """As `_keep`, for the session's own conversation: a page can name any other."""

        async def begun(connection: AsyncConnection) -> None:
            await self._belonging.begin(connection, thread_id)
            await work(connection)

        if thread_id == context.session.thread_id:
            await self._keep(thread_id, begun, bytes)

    async def _keep(self, thread_id: str, work: Work, bytes: int = 0) -> None:
        """Keeps a part of a conversation. A failure is told to the person, not raised: the conversation goes on."""
        if thread_id in self._deleted:
            return
        error = await self._writer.outcome(work, bytes)
        if error is None:
            self._failing.discard(thread_id)
        elif thread_id not in self._failing and not isinstance(error, HistoryFull):
            self._failing.add(thread_id)
            if self._tell is not None:
                await self._tell(thread_id)

    async def _found(self, read: Callable[[AsyncConnection], Awaitable[Found]]) -> Found:
        await self._writer.settled()
        async with self._engine.connect() as connection:
            return await read(connection)
