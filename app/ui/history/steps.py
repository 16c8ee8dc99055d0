"""The steps of conversations, messages among them. A step stays in its conversation, whoever names its id later."""

from typing import Any

from chainlit.utils import utc_now
from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.database import insert_into
from app.ui.history.schema import feedbacks, steps
from app.ui.history.texts import searched_in

Step = dict[str, Any]

_TEXTS = ("input", "output")


async def create_step_in(connection: AsyncConnection, step: Step) -> None:
    """Keeps a step that is new; an update that came before it is newer."""
    row = insert_into(steps, connection).values(_row(step))
    await connection.execute(row.on_conflict_do_nothing())


async def update_step_in(connection: AsyncConnection, step: Step) -> None:
    """Keeps a step as it is now. A text is never replaced by nothing."""
    row = insert_into(steps, connection).values(_row(await _with_kept_texts(connection, step)))
    now = {"folded": row.excluded.folded, "body": row.excluded.body, "created_at": row.excluded.created_at}
    own = steps.c.thread_id == row.excluded.thread_id
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_=now, where=own))


async def delete_step_in(connection: AsyncConnection, step_id: str, thread_id: str | None) -> None:
    """Removes a step, of the conversation `thread_id` if one is named."""
    own = [] if thread_id is None else [steps.c.thread_id == thread_id]
    await connection.execute(delete(steps).where(steps.c.id == step_id, *own))


async def steps_in(connection: AsyncConnection, *where: ColumnElement[bool]) -> list[Step]:
    """The steps that `where` describes, oldest first, each with the person's word on it."""
    asked = (
        select(steps.c.body, feedbacks.c.id, feedbacks.c.value, feedbacks.c.comment)
        .join_from(steps, feedbacks, feedbacks.c.step_id == steps.c.id, isouter=True)
        .where(*where)
        .order_by(steps.c.created_at, steps.c.id)
    )
    return [_step(*row) for row in await connection.execute(asked)]


async def _with_kept_texts(connection: AsyncConnection, step: Step) -> Step:
    missing = [name for name in _TEXTS if not step.get(name)]
    if not missing:
        return step
    kept = await connection.scalar(select(steps.c.body).where(steps.c.id == step["id"])) or {}
    return {**step, **{name: kept[name] for name in missing if kept.get(name)}}


def _row(step: Step) -> dict[str, Any]:
    body = {name: value for name, value in step.items() if name != "streaming"}
    return {
        "id": step["id"],
        "thread_id": step["threadId"],
        "created_at": step.get("createdAt") or step.get("start") or utc_now(),
        "folded": searched_in(step),
        "body": body,
    }


def _step(body: Step, id: str | None, value: int | None, comment: str | None) -> Step:
    if id is None:
        return body
    return {**body, "feedback": {"id": id, "forId": body["id"], "value": value, "comment": comment}}
