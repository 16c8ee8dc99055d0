"""Who has conversations here."""

from typing import Any
from uuid import uuid4

from chainlit.user import PersistedUser, User
from chainlit.utils import utc_now
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.database import insert_into
from app.ui.history.schema import users


async def put_user(connection: AsyncConnection, user: User) -> None:
    """Keeps a user under their identifier: one id for ever, the rest as it is now."""
    row = insert_into(users, connection).values(
        id=str(uuid4()),
        identifier=user.identifier,
        display_name=user.display_name,
        created_at=utc_now(),
        metadata=user.metadata,
    )
    now = {"display_name": row.excluded.display_name, "metadata": row.excluded.metadata}
    await connection.execute(row.on_conflict_do_update(index_elements=["identifier"], set_=now))


async def user_in(connection: AsyncConnection, identifier: str) -> PersistedUser | None:
    """The user who signed in under `identifier`."""
    found = (await connection.execute(select(users).where(users.c.identifier == identifier))).one_or_none()
    return _user(found) if found else None


def _user(row: Row[Any]) -> PersistedUser:
    return PersistedUser(
        id=row.id,
        createdAt=row.created_at,
        identifier=row.identifier,
        display_name=row.display_name,
        metadata=row.metadata,
    )
