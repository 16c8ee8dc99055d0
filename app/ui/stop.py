"""Stop, as the agent understands it, in place of Chainlit's own."""

from collections.abc import Callable

from chainlit.context import init_ws_context
from chainlit.server import sio
from chainlit.session import WebsocketSession


def on_stop(stop: Callable[[], None]) -> None:
    """Calls `stop`, in the session's context, when the person presses Stop.

    Chainlit's handler says a fixed English sentence and cancels the task that shows the
    turn. The turn is to be stopped instead, and then shown to its end. Handlers may be
    registered again; the last one counts.
    """

    async def stop_session(sid: str) -> None:
        if session := WebsocketSession.get(sid):
            init_ws_context(session)
            stop()

    sio.on("stop", stop_session)
