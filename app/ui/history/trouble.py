"""What people are told when conversations cannot be kept."""

from collections.abc import Awaitable, Callable
from typing import cast

from chainlit.session import WebsocketSession, ws_sessions_id

from app.language import reader_language
from app.phrases import phrase
from app.ui.history.writer import State


async def show_trouble(state: State) -> None:
    """Says on every page how the history does."""
    for session in list(ws_sessions_id.values()):
        await _emit(session, "window_message", trouble_message(state))


def trouble_message(state: State) -> dict[str, str]:
    """What a page's line above the message box shows."""
    return {"type": "folio-history", "state": state}


async def tell_that_it_is_not_kept(thread_id: str) -> None:
    """A calm word on each page that shows the conversation, which goes on."""
    for session in list(ws_sessions_id.values()):
        if session.thread_id == thread_id:
            said = phrase("history_not_kept", reader_language(getattr(session, "language", "")))
            await _emit(session, "toast", {"message": said, "type": "warning"})


async def _emit(session: WebsocketSession, event: str, data: dict[str, str]) -> None:
    # Said to give nothing, it gives something to wait for.
    await cast(Callable[..., Awaitable[None]], session.emit)(event, data)
