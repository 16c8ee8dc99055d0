"""Buttons of a page that were pressed, before Chainlit hears of it: only those of a conversation of one's own."""

from typing import Any

from chainlit.config import config
from chainlit.server import call_action
from chainlit.types import CallActionRequest
from fastapi import HTTPException
from fastapi.responses import Response
from pydantic import BaseModel

from app.ui.people.serving import serve
from app.ui.people.sessions import SomeUser, own_session

_NOT_HERE = "not here"


class _Action(BaseModel):
    name: str
    payload: dict[str, Any]


class _Press(BaseModel):
    sessionId: str
    action: _Action


def take_presses() -> None:
    """Stands before Chainlit's own address."""
    serve("/project/action", _press, "POST")


async def _press(pressed: _Press, user: SomeUser) -> Response:
    """Chainlit's answer. Another's session is as one that is not there; before a first message there are no buttons."""
    session = own_session(pressed.sessionId, user)
    known = pressed.action.name in config.code.action_callbacks
    if session is None or not known or not session.has_first_interaction:
        raise HTTPException(404, _NOT_HERE)
    answer: Response = await call_action(CallActionRequest(**pressed.model_dump()), user)
    return answer
