"""Who has conversations here."""

from typing import Any

from chainlit.user import PersistedUser
from sqlalchemy import Row, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.database import insert_into
from app.ui.history.schema import users


async def put_user(connection: AsyncConnection, user: PersistedUser) -> None:
    """Keeps a user under their identifier: one id for ever, the rest as it is now."""
    row = _row(connection, user)
    now = {"display_name": row.excluded.display_name, "metadata": row.excluded.metadata}
    await connection.execute(row.on_conflict_do_update(index_elements=["identifier"], set_=now))


async def own_id_in(connection: AsyncConnection, user: PersistedUser) -> str:
    """The id under which the database knows a user, who is kept if it does not."""
    await connection.execute(_row(connection, user).on_conflict_do_nothing())
    own_id = await connection.scalar(select(users.c.id).where(users.c.identifier == user.identifier))
    return str(own_id)


async def user_in(connection: AsyncConnection, identifier: str) -> PersistedUser | None:
    """The user who signed in under `identifier`."""
    found = (await connection.execute(select(users).where(users.c.identifier == identifier))).one_or_none()
    return _user(found) if found else None


def _row(connection: AsyncConnection, user: PersistedUser) -> sqlite.Insert | postgresql.Insert:
    return insert_into(users, connection).values(
        id=user.id,
        identifier=user.identifier,
        display_name=user.display_name,
        created_at=user.createdAt,
        metadata=user.metadata,
    )


def _user(row: Row[Any]) -> PersistedUser:
    return PersistedUser(
        id=row.id,
        createdAt=row.created_at,
        identifier=row.identifier,
        display_name=row.display_name,
        metadata=row.metadata,
    )
