"""A conversation that is deleted while pages show it."""

import chainlit as cl
from chainlit.context import init_ws_context
from chainlit.session import ws_sessions_id

from app.ui.session.current import known_page
from app.ui.session.memory import layer


async def leave_deleted(thread_id: str) -> None:
    """Ends what runs there, and has the pages that show it begin a new conversation."""
    for session in list(ws_sessions_id.values()):
        if session.thread_id == thread_id:
            init_ws_context(session)
            if (shown := known_page()) is not None:
                shown.stop()
            await is_deleted()


async def is_deleted() -> bool:
    """Whether this session's conversation is; its page is told so, and takes along what it has not said yet."""
    here = cl.context.session.thread_id
    if layer().is_deleted(here):
        await cl.send_window_message({"type": "folio-deleted", "id": here})
        return True
    return False
