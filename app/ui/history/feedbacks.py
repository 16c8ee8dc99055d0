"""What a person thought of an answer."""

from chainlit.types import Feedback
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.database import insert_into
from app.ui.history.schema import feedbacks, steps, threads, users
from app.ui.history.texts import storable


def id_of(feedback: Feedback) -> str:
    """The id that it is kept under: there is one a step."""
    return feedback.forId


async def put_feedback(connection: AsyncConnection, feedback: Feedback) -> None:
    """Keeps a word on a step; a later one takes its place."""
    row = insert_into(feedbacks, connection).values(
        id=id_of(feedback),
        step_id=feedback.forId,
        value=feedback.value,
        comment=None if feedback.comment is None else storable(feedback.comment),
    )
    now = {"id": row.excluded.id, "value": row.excluded.value, "comment": row.excluded.comment}
    await connection.execute(row.on_conflict_do_update(index_elements=["step_id"], set_=now))


async def delete_feedback_in(connection: AsyncConnection, feedback_id: str) -> None:
    """Takes a word back."""
    await connection.execute(delete(feedbacks).where(feedbacks.c.id == feedback_id))


async def judge_in(connection: AsyncConnection, step_id: str) -> str | None:
    """The identifier of the user whose conversation a step is in; None when there is no such step."""
    owned = users.join(threads, threads.c.user_id == users.c.id).join(steps, steps.c.thread_id == threads.c.id)
    found: str | None = await connection.scalar(
        select(users.c.identifier).select_from(owned).where(steps.c.id == storable(step_id))
    )
    return found


async def step_of(connection: AsyncConnection, feedback_id: str) -> str | None:
    """The step that a word is about."""
    found: str | None = await connection.scalar(
        select(feedbacks.c.step_id).where(feedbacks.c.id == storable(feedback_id))
    )
    return found
