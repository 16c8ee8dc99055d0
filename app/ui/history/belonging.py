"""Whose the conversations are that this process writes: said again in a new database, where nobody is known."""

from typing import Any

from chainlit.user import PersistedUser
from sqlalchemy.ext.asyncio import AsyncConnection

from app.ui.history.threads import begin_thread, update_thread_in
from app.ui.history.users import own_id_in

_MOST_THREADS = 10_000


class Belonging:
    """The users and the conversations that this process has met."""

    def __init__(self) -> None:
        self._users: dict[str, PersistedUser] = {}
        self._threads: dict[str, dict[str, Any]] = {}

    def meet(self, user: PersistedUser) -> PersistedUser:
        """Remembers a user."""
        self._users[user.id] = user
        return user

    def met(self, identifier: str) -> PersistedUser | None:
        """The user who signed in under `identifier`, as they were met last."""
        return next((user for user in reversed(self._users.values()) if user.identifier == identifier), None)

    def note(self, thread_id: str, **about: Any) -> None:
        """Remembers what is given of a conversation. An owner is never replaced."""
        known = self._threads.pop(thread_id, {})
        given = {name: value for name, value in about.items() if value is not None}
        self._threads[thread_id] = {**known, **given, **{k: v for k, v in known.items() if k == "user_id"}}
        while len(self._threads) > _MOST_THREADS:
            del self._threads[next(iter(self._threads))]

    async def begin(self, connection: AsyncConnection, thread_id: str) -> None:
        """Makes a conversation as it is known, unless it is there."""
        if await begin_thread(connection, thread_id) and (about := self._threads.get(thread_id)):
            await self.update(connection, thread_id, **about)

    async def update(
        self, connection: AsyncConnection, thread_id: str, user_id: str | None = None, **about: Any
    ) -> None:
        """Keeps what is given of a conversation. Its owner is made if the database does not know them."""
        owner = self._users.get(user_id or "")
        own_id = user_id if owner is None else await own_id_in(connection, owner)
        await update_thread_in(connection, thread_id, user_id=own_id, **about)
