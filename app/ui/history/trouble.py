"""What the person is told when their conversation cannot be kept."""

from collections.abc import Awaitable, Callable
from typing import cast

from chainlit.session import ws_sessions_id

from app.language import reader_language
from app.phrases import phrase


async def tell_that_it_is_not_kept(thread_id: str) -> None:
    """A calm word on each page that shows the conversation, which goes on."""
    for session in list(ws_sessions_id.values()):
        if session.thread_id == thread_id:
            said = phrase("history_not_kept", reader_language(getattr(session, "language", "")))
            # Said to give nothing, it gives something to wait for.
            await cast(Callable[..., Awaitable[None]], session.emit)("toast", {"message": said, "type": "warning"})
