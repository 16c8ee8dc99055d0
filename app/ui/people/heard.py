"""What pages signal over their sockets: what this app has a use for, in the form that its page gives it."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal
from uuid import uuid4

from chainlit.auth import get_current_user, get_token_from_cookies
from chainlit.data import get_data_layer
from chainlit.server import sio
from chainlit.session import WebsocketSession
from fastapi import HTTPException
from pydantic import UUID4, BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from socketio.exceptions import ConnectionRefusedError as Refused
from starlette.requests import cookie_parser

Handler = Callable[..., Awaitable[Any]]
Form = Callable[[tuple[Any, ...], WebsocketSession], tuple[Any, ...] | None]

_REFUSED = "refused"
_LONGEST_ID = 100
# Chainlit makes a folder of this name, and removes it: it is nothing but a name.
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class _FromPage(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)


class _Opening(_FromPage):
    """What a page says of itself when it connects."""

    session_id: Name
    client_type: Literal["webapp"] = "webapp"
    chat_profile: Annotated[str, Field(max_length=_LONGEST_ID)] | None = None
    thread_id: Annotated[str, Field(max_length=_LONGEST_ID)] | None = None


class _Message(_FromPage):
    """What a person said. When and as whom is the app's to say."""

    id: UUID4
    output: str
    command: Annotated[str, Field(max_length=_LONGEST_ID)] | None = None


def hear_only_what_fits() -> None:
    """Stands before all that was registered for sockets; what is not in the form of the page is not heard."""
    handlers = sio.handlers["/"]
    known = {event: _fitting(handlers[event], form) for event, form in _FORMS.items()}
    sio.handlers["/"] = {
        **known,
        "connect": _opened(handlers["connect"]),
        "disconnect": handlers["disconnect"],
    }


def _fitting(handler: Handler, form: Form) -> Handler:
    async def hear(sid: str, *sent: Any) -> None:
        session = WebsocketSession.get(sid)
        given = form(sent, session) if session else None
        if given is not None:
            await handler(sid, *given)

    return hear


def _opened(connect: Handler) -> Handler:
    async def open_session(sid: str, *sent: Any) -> bool:
        match sent:
            # A page that is connected can signal this by itself, with surroundings of its own making.
            case ({"asgi.send": send} as request, *told) if callable(send):
                auth = await _opening(told[0] if told else None, request)
                return bool(await connect(sid, request, auth))
        return False

    return open_session


async def _opening(auth: object, request: dict[str, Any]) -> dict[str, Any]:
    try:
        opening = _Opening.model_validate(auth)
    except ValidationError:
        raise Refused(_REFUSED) from None
    if opening.thread_id:
        opening.thread_id = await _own_thread(opening.thread_id, request)
    return {**opening.model_dump(by_alias=True), "userEnv": None}


async def _own_thread(id: str, request: dict[str, Any]) -> str:
    """The conversation that a page wants to go on with, if it is its person's own.

    Else a new name, which is found as little as one that never was: what a session shows
    is kept under the name that it began with.
    """
    layer, token = get_data_layer(), get_token_from_cookies(cookie_parser(request.get("HTTP_COOKIE", "")))
    if layer is None or token is None:
        return str(uuid4())
    try:
        user = await get_current_user(token=token)
    except HTTPException:
        raise Refused(_REFUSED) from None
    return id if user and await layer.get_thread_author(id) == user.identifier else str(uuid4())


def _nothing(sent: tuple[Any, ...], session: WebsocketSession) -> tuple[()]:  # noqa: ARG001
    return ()


def _said(sent: tuple[Any, ...], session: WebsocketSession) -> tuple[Any] | None:
    match sent:
        case ({"message": dict(given)}, *_):
            return _message(given, session)
    return None


def _message(given: dict[str, Any], session: WebsocketSession) -> tuple[Any] | None:
    try:
        said = _Message.model_validate(given)
    except ValidationError:
        return None
    who = {"name": session.user.identifier if session.user else "", "type": "user_message"}
    message = {**said.model_dump(mode="json"), **who, "createdAt": "", "metadata": {}}
    return ({"message": message, "fileReferences": None},)


def _told(sent: tuple[Any, ...], session: WebsocketSession) -> tuple[Any] | None:  # noqa: ARG001
    match sent:
        case ({"type": str(kind), **more} as told, *_) if len(kind) + len(str(more.get("id", ""))) <= _LONGEST_ID:
            return (told,)
    return None


def _chosen(sent: tuple[Any, ...], session: WebsocketSession) -> tuple[Any] | None:  # noqa: ARG001
    match sent:
        case (dict(chosen), *_):
            return (chosen,)
    return None


_FORMS: dict[str, Form] = {
    "connection_successful": _nothing,
    "clear_session": _nothing,
    "client_message": _said,
    "window_message": _told,
    "chat_settings_change": _chosen,
}
