"""What a person thought of an answer."""

from uuid import uuid4

from chainlit.types import Feedback
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.database import insert_into
from app.ui.history.schema import feedbacks


def id_of(feedback: Feedback) -> str:
    """The id that it is or will be kept under."""
    return feedback.id or str(uuid4())


async def put_feedback(connection: AsyncConnection, feedback_id: str, feedback: Feedback) -> None:
    """Keeps a word on a step; a later one under the same id takes its place."""
    row = insert_into(feedbacks, connection).values(
        id=feedback_id, step_id=feedback.forId, value=feedback.value, comment=feedback.comment
    )
    now = {"value": row.excluded.value, "comment": row.excluded.comment}
    own = feedbacks.c.step_id == row.excluded.step_id
    await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_=now, where=own))


async def delete_feedback_in(connection: AsyncConnection, feedback_id: str) -> None:
    """Takes a word back."""
    await connection.execute(delete(feedbacks).where(feedbacks.c.id == feedback_id))
