"""What the agent knew in a conversation, kept beside it and never sent to a page."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.database import insert_into
from app.ui.history.schema import memories


async def put_memory(connection: AsyncConnection, thread_id: str, body: dict[str, Any]) -> None:
    """Keeps `body` in place of what was kept before."""
    row = insert_into(memories, connection).values(thread_id=thread_id, body=body)
    await connection.execute(row.on_conflict_do_update(index_elements=["thread_id"], set_={"body": row.excluded.body}))


async def memory_in(connection: AsyncConnection, thread_id: str) -> dict[str, Any] | None:
    """What was kept of the conversation."""
    found: dict[str, Any] | None = await connection.scalar(
        select(memories.c.body).where(memories.c.thread_id == thread_id)
    )
    return found
