"""Conversations: begun, named, listed page by page, searched, removed."""

from typing import Any

from chainlit.types import PageInfo, PaginatedResponse, Pagination, ThreadDict, ThreadFilter
from chainlit.utils import utc_now
from sqlalchemy import ColumnElement, Row, Select, delete, exists, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.database import insert_into
from app.ui.history.schema import feedbacks, steps, threads, users
from app.ui.history.texts import searched, shown_name, storable

_SEPARATOR = "|"


async def begin_thread(connection: AsyncConnection, thread_id: str) -> bool:
    """Makes a conversation that has no owner and no name yet, unless it is there; whether it was made."""
    row = insert_into(threads, connection).values(id=thread_id, created_at=utc_now(), folded="", tags=[], metadata={})
    return (await connection.execute(row.on_conflict_do_nothing())).rowcount == 1


async def update_thread_in(
    connection: AsyncConnection,
    thread_id: str,
    name: str | None = None,
    user_id: str | None = None,
    metadata: dict[str, Any] | None = None,
    tags: list[str] | None = None,
) -> None:
    """Keeps what is given and leaves the rest as it is. An owner is never replaced.

    Metadata alone make no conversation: they come at the end of every visit.
    """
    if name is not None or user_id is not None or tags is not None:
        await begin_thread(connection, thread_id)
    here = threads.c.id == thread_id
    kept = await connection.scalar(select(threads.c.metadata).where(here))
    if kept is None:
        return
    now: dict[str, Any] = {"user_id": func.coalesce(threads.c.user_id, user_id)}
    shown = shown_name(name)
    now |= {} if shown is None else {"name": shown, "folded": searched(shown)}
    now |= {} if tags is None else {"tags": tags}
    now |= {} if metadata is None else {"metadata": {**kept, **metadata}}
    await connection.execute(threads.update().where(here).values(now))


async def delete_thread_in(connection: AsyncConnection, thread_id: str) -> None:
    """Removes a conversation with all that belongs to it."""
    await connection.execute(delete(threads).where(threads.c.id == thread_id))


async def owner_in(connection: AsyncConnection, thread_id: str) -> str | None:
    """The identifier of the user whose conversation it is; None for one without an owner, or that is not there."""
    owner: str | None = await connection.scalar(
        select(users.c.identifier).join_from(users, threads).where(threads.c.id == thread_id)
    )
    return owner


async def thread_in(connection: AsyncConnection, thread_id: str) -> ThreadDict | None:
    """A conversation without its steps and elements."""
    found = (await connection.execute(_asked().where(threads.c.id == thread_id))).one_or_none()
    return _thread(found) if found else None


async def page_of(
    connection: AsyncConnection, pagination: Pagination, filters: ThreadFilter
) -> PaginatedResponse[ThreadDict]:
    """The user's next conversations, newest first."""
    newest = tuple_(threads.c.created_at, threads.c.id)
    asked = _asked().where(threads.c.user_id == filters.userId, *_wanted(filters))
    if after := _place(pagination.cursor):
        asked = asked.where(newest < after)
    asked = asked.order_by(threads.c.created_at.desc(), threads.c.id.desc()).limit(pagination.first + 1)
    found = [_thread(row) for row in await connection.execute(asked)]
    shown = found[: pagination.first]
    cursors = [_SEPARATOR.join((thread["createdAt"], thread["id"])) for thread in shown]
    ends = (cursors[0], cursors[-1]) if cursors else (None, None)
    return PaginatedResponse(PageInfo(len(found) > len(shown), *ends), shown)


def _asked() -> Select[Any]:
    return select(threads, users.c.identifier).join_from(threads, users, isouter=True)


def _wanted(filters: ThreadFilter) -> list[ColumnElement[bool]]:
    wanted: list[ColumnElement[bool]] = []
    if filters.search:
        text = searched(filters.search)
        said = exists().where(steps.c.thread_id == threads.c.id, steps.c.folded.contains(text, autoescape=True))
        wanted.append(or_(threads.c.folded.contains(text, autoescape=True), said))
    if filters.feedback is not None:
        judged = steps.join(feedbacks, feedbacks.c.step_id == steps.c.id)
        own = (steps.c.thread_id == threads.c.id, feedbacks.c.value == filters.feedback)
        wanted.append(exists().select_from(judged).where(*own))
    return wanted


def _place(cursor: str | None) -> tuple[str, str] | None:
    created_at, mark, id = storable(cursor or "").partition(_SEPARATOR)
    return (created_at, id) if mark else None


def _thread(row: Row[Any]) -> ThreadDict:
    return {
        "id": row.id,
        "createdAt": row.created_at,
        "name": shown_name(row.name),
        "userId": row.user_id,
        "userIdentifier": row.identifier,
        "tags": row.tags,
        "metadata": row.metadata,
        "steps": [],
        "elements": [],
    }
