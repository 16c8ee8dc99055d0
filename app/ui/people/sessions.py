"""Sessions by the ids that pages name: each for its own person, and there for nobody else."""

from typing import Annotated

import chainlit as cl
from chainlit.auth import get_current_user
from chainlit.session import WebsocketSession
from fastapi import Depends

SomeUser = Annotated[cl.User | cl.PersistedUser | None, Depends(get_current_user)]
"""Whoever asks, by their cookie."""


def own_session(id: str, user: cl.User | cl.PersistedUser | None) -> WebsocketSession | None:
    """The session with this id, if it is the user's; None for another's as for one that is not there."""
    session = WebsocketSession.get_by_id(id)
    if session is None or user is None or session.user is None:
        return None
    return session if session.user.identifier == user.identifier else None
