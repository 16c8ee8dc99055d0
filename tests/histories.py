"""A history of its own for each test, on SQLite and on PostgreSQL, and parts of conversations to keep in it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import chainlit as cl
from chainlit.context import init_http_context
from chainlit.types import Pagination, ThreadFilter
from sqlalchemy import text

from app.settings import settings_from
from app.ui.history.database import engine_at
from app.ui.history.layer import HistoryLayer, Tell
from app.ui.history.opening import make_ready
from app.ui.history.writer import Show

Step = dict[str, Any]


def translated(url: str) -> str:
    """The URL as the settings hand it on."""
    return settings_from({"HISTORY_URL": url}).history_url or ""


async def emptied(url: str) -> str:
    """The URL of a PostgreSQL database, after all in it was removed."""
    engine = engine_at(url)
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    return url


@asynccontextmanager
async def history_at(
    url: str, folder: Path, tell: Tell | None = None, show: Show | None = None
) -> AsyncIterator[HistoryLayer]:
    """The layer on the database, as a started app has it; closed at the end."""
    await asyncio.to_thread(make_ready, url)
    layer = HistoryLayer(engine_at(url), folder, tell, show)
    try:
        yield layer
    finally:
        await layer.close()


async def user_of(layer: HistoryLayer, name: str) -> str:
    """The id of the user, who is made."""
    user = await layer.create_user(cl.User(identifier=name))
    assert user is not None
    return user.id


async def begin(layer: HistoryLayer, thread_id: str, name: str, user_id: str) -> None:
    """A session on a conversation, with its first message."""
    init_http_context(thread_id=thread_id)
    await layer.update_thread(thread_id, name=name, user_id=user_id)


def step(thread_id: str, id: str, **other: Any) -> Any:
    """A step as Chainlit tells of it."""
    own = {"id": id, "threadId": thread_id, "parentId": None, "type": "tool", "name": "read_file a.txt"}
    texts = {"input": "", "output": "", "createdAt": "2026-01-01T00:00:00Z", "streaming": False, "metadata": {}}
    return {**own, **texts, **other}


async def steps_of(layer: HistoryLayer, thread_id: str) -> dict[str, Step]:
    """The steps of a conversation by their ids."""
    thread = await layer.whole_thread(thread_id)
    return {kept["id"]: dict(kept) for kept in thread["steps"]} if thread else {}


async def listed(layer: HistoryLayer, user_id: str, search: str | None = None, first: int = 35) -> list[str]:
    """The ids of all the user's conversations, fetched page by page."""
    found: list[str] = []
    cursor = None
    while True:
        page = await layer.list_threads(
            Pagination(first=first, cursor=cursor), ThreadFilter(userId=user_id, search=search)
        )
        found += [thread["id"] for thread in page.data]
        cursor = page.pageInfo.endCursor
        if not page.pageInfo.hasNextPage:
            return found
