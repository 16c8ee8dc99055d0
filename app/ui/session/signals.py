"""What Chainlit's page signals beside messages, as the agent understands it, in place of Chainlit's own."""

from collections.abc import Awaitable, Callable

from chainlit.context import init_ws_context
from chainlit.server import sio
from chainlit.session import WebsocketSession
from chainlit.socket import connection_successful

# Handlers may be registered again; the last one counts.


def on_stop(stop: Callable[[], None]) -> None:
    """Calls `stop`, in the session's context, when the person presses Stop.

    Chainlit's handler says a fixed English sentence and cancels the task that shows the
    turn. The turn is to be stopped instead, and then shown to its end.
    """

    async def stop_session(sid: str) -> None:
        if session := WebsocketSession.get(sid):
            init_ws_context(session)
            stop()

    sio.on("stop", stop_session)


def on_return(come_back: Callable[[], Awaitable[None]]) -> None:
    """Awaits `come_back`, in the session's context, when its page has a connection again.

    Chainlit's handler, which runs first, only tells the page that nothing runs any more,
    whether that is so or not, and what was sent meanwhile is lost.
    """

    async def greet_again(sid: str) -> None:
        await connection_successful(sid)
        session = WebsocketSession.get(sid)
        if session is not None and session.restored:
            init_ws_context(session)
            await come_back()

    sio.on("connection_successful", greet_again)
