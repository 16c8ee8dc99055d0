"""Conversations that a page may leave with a turn under way: loaded anew it is another page, and tells which it was."""

import secrets
from weakref import WeakValueDictionary

from app.agent import Conversation

_SECRET_BYTES = 16


class Left:
    """The conversations of all pages, each by an id that only its own page was told and that counts once."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[str, Conversation] = WeakValueDictionary()

    def id_of(self, conversation: Conversation) -> str:
        """A new id for `conversation`, of use for as long as there is the conversation."""
        id = secrets.token_urlsafe(_SECRET_BYTES)
        self._known[id] = conversation
        return id

    def stop(self, id: str) -> None:
        """Ends the turn that runs in the conversation with this id; an id that is not known changes nothing."""
        if (conversation := self._known.pop(id, None)) is not None:
            conversation.stop()
