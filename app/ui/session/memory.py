"""What a conversation knows, kept while it grows."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import chainlit as cl

from app.events import CallDelta, Event, TextDelta, ThinkingDelta
from app.ui.history.layer import HistoryLayer

# A text that grows is kept at rests: a word more is no news.
_REST_SECONDS = 2.0
_GROWING = (TextDelta, ThinkingDelta, CallDelta)


def layer() -> HistoryLayer:
    """The history of this process."""
    kept = cl.data.get_data_layer()
    assert isinstance(kept, HistoryLayer)
    return kept


class Memory:
    """Keeps what `body` gives for the conversation `thread_id`, in a task of its own: no turn waits for it."""

    def __init__(self, thread_id: str, body: Callable[[], dict[str, Any]]) -> None:
        self._thread_id = thread_id
        self._body = body
        self._writing: asyncio.Task[None] | None = None
        self._is_behind = False
        self._kept_at = 0.0

    def follow(self, event: Event) -> None:
        """Keeps what `event` has changed."""
        if not isinstance(event, _GROWING) or time.monotonic() - self._kept_at > _REST_SECONDS:
            self.keep()

    def keep(self) -> None:
        """Keeps what is known now; of several states that wait to be written, only the newest is."""
        self._is_behind, self._kept_at = True, time.monotonic()
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._is_behind:
            self._is_behind = False
            await layer().save_memory(self._thread_id, self._body())
