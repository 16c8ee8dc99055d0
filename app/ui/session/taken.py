"""What pages send: each message is taken once, and a page is told when it is here to stay, or has not come."""

import asyncio
from typing import cast

import chainlit as cl
from chainlit.step import StepDict

from app.ui.people.person import id_of
from app.ui.session.memory import layer

_MOST = 10_000
# asyncio knows its tasks by weak references only.
_telling: set[asyncio.Task[None]] = set()


class Taken:
    """The messages that have come, by the ids that their pages gave them.

    A page whose connection was lost asks what became of a message. One that has not come it asks anew, under
    another id: what then still comes of the first, over a line that was held for lost, is not answered.
    """

    def __init__(self) -> None:
        self._came: dict[str, bool] = {}

    def take(self, id: str) -> bool:
        """Takes in that a message has come; whether it is to be answered."""
        is_new = id not in self._came
        if is_new:
            self._note(id, came=True)
        return is_new

    async def tell(self, id: str) -> None:
        """Tells this session's page what became of a message, and takes one that has not come off the page."""
        if await self._has_come(id):
            await _tell_when_kept(id)
        else:
            await cl.context.emitter.delete_step(cast(StepDict, {"id": id}))
            await cl.send_window_message({"type": "folio-lost", "id": id})

    async def _has_come(self, id: str) -> bool:
        if id not in self._came:
            # It may have come before the app was started.
            is_kept = await layer().is_owner_of_step(id_of(cl.context.session.user), id)
            self._note(id, came=self._came.get(id, is_kept))
        return self._came[id]

    def _note(self, id: str, came: bool) -> None:
        self._came[id] = came
        while len(self._came) > _MOST:
            del self._came[next(iter(self._came))]


def tell_taken(id: str) -> None:
    """Tells the page, as soon as that is so, that a message is kept. No turn waits for it."""
    telling = asyncio.create_task(_tell_when_kept(id))
    _telling.add(telling)
    telling.add_done_callback(_telling.discard)


async def _tell_when_kept(id: str) -> None:
    await layer().settled()
    await cl.send_window_message({"type": "folio-taken", "id": id})
