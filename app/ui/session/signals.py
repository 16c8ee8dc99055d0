"""What Chainlit's page signals beside messages, as the agent understands it, in place of Chainlit's own."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakValueDictionary

import chainlit as cl
from chainlit.config import config
from chainlit.context import init_ws_context
from chainlit.server import sio
from chainlit.session import WebsocketSession
from chainlit.socket import WebSocketSessionAuth, connect, connection_successful
from chainlit.types import MessagePayload
from chainlit.utils import wrap_user_function

# Handlers may be registered again; the last one counts.


def on_opening(greet: Callable[[], Awaitable[None]]) -> None:
    """Awaits `greet`, in the session's context, when a page has opened that shows no conversation yet.

    Chainlit's decorator has the page show a turn meanwhile: nothing can be sent, and what was sent just
    before it is shown as over with it.
    """
    config.code.on_chat_start = wrap_user_function(greet)


def on_arrival(is_new: Callable[[str], Awaitable[bool]]) -> None:
    """Stands before what takes messages: one is taken where `is_new`, awaited in the session's context, says so."""
    take_message = sio.handlers["/"]["client_message"]

    async def take(sid: str, payload: MessagePayload) -> None:
        if session := WebsocketSession.get(sid):
            init_ws_context(session)
            if await is_new(payload["message"]["id"]):
                await take_message(sid, payload)

    sio.on("client_message", take)


def connect_in_order() -> None:
    """Lets the connections of one page in one after the other.

    A page with profiles may connect twice at once: Chainlit would give the session to the one
    that it happens to be done with last, which may be closed by then, and the other finds none.
    """
    waiting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def connect_next(sid: str, request: dict[str, Any], auth: WebSocketSessionAuth) -> bool:
        async with waiting.setdefault(str(auth["sessionId"]), asyncio.Lock()):
            return bool(await connect(sid, request, auth))

    sio.on("connect", connect_next)


def on_settings(change: Callable[[object], Awaitable[None]]) -> None:
    """Awaits `change`, in the session's context, with what the settings panel sent.

    Chainlit's handler keeps whatever that is, and then tells the page that nothing runs any
    more, whether that is so or not.
    """

    async def change_session(sid: str, sent: object) -> None:
        if session := WebsocketSession.get(sid):
            init_ws_context(session)
            await change(sent)

    sio.on("chat_settings_change", change_session)


def on_return(come_back: Callable[[], Awaitable[None]]) -> None:
    """Awaits `come_back`, in the session's context, when its page has a connection again, or shows a past conversation.

    Chainlit's handler, which runs first, only tells the page that nothing runs any more,
    whether that is so or not, and what was sent meanwhile is lost. Before it, the page is told not
    to believe that until it hears which conversation it shows.
    """

    async def greet_again(sid: str) -> None:
        init_ws_context(sid)
        await cl.send_window_message({"type": "folio-connected"})
        await connection_successful(sid)
        session = WebsocketSession.get(sid)
        if session is not None and (session.restored or session.thread_id_to_resume):
            init_ws_context(session)
            await come_back()

    sio.on("connection_successful", greet_again)
