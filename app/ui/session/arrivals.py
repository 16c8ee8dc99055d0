"""What was uploaded from a session's page, until its conversation is told of it."""

import chainlit as cl

from app.agent import Arrival, Conversation
from app.ui.panel.uploads import UPLOADS, Upload
from app.ui.people.person import id_of


class Arrivals:
    """One session's uploads, by the ids that the way in gave for them: each counts once, and for its owner alone."""

    def __init__(self) -> None:
        self._waiting: dict[str, Upload] = {}

    async def take(self, id: str) -> None:
        """Takes in that the page has uploaded something. What is not known, or known already, is off its list."""
        upload = UPLOADS.of(id, id_of(cl.context.session.user))
        if upload is None:
            await _tell([id])
        else:
            self._waiting[id] = upload

    async def hand_over(self, conversation: Conversation) -> None:
        """Has the model told with the next message."""
        ids, here = (
            list(self._waiting),
            [upload for upload in self._waiting.values() if not (upload.told or upload.gone)],
        )
        self._waiting.clear()
        for upload in here:
            upload.told = True
        conversation.arrived([Arrival(upload.receipt, upload.kind) for upload in here])
        if ids:
            await _tell(ids)


async def _tell(ids: list[str]) -> None:
    await cl.send_window_message({"type": "folio-uploads-told", "ids": ids})
