"""What a conversation knows, kept while it grows."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import chainlit as cl

from app.events import CallDelta, Event, TextDelta, ThinkingDelta, ToolFinished
from app.ui.history.layer import HistoryLayer

# Each time all of it is written, which in a long conversation is much; a word more is no news.
_REST_SECONDS = 1.0
_REST_SECONDS_OF_TEXT = 2.0
_GROWING = (TextDelta, ThinkingDelta, CallDelta)


def layer() -> HistoryLayer:
    """The history of this process."""
    kept = cl.data.get_data_layer()
    assert isinstance(kept, HistoryLayer)
    return kept


class Memory:
    """Keeps what `body` gives for the conversation `thread_id`, in a task of its own."""

    def __init__(self, thread_id: str, body: Callable[[], dict[str, Any]]) -> None:
        self._thread_id = thread_id
        self._body = body
        self._writing: asyncio.Task[None] | None = None
        self._is_behind = False
        self._kept_at = 0.0
        self._soon: asyncio.TimerHandle | None = None

    def follow(self, event: Event) -> None:
        """Keeps what `event` has changed: a change to a file at once, anything else after a rest."""
        if isinstance(event, ToolFinished) and (event.receipt or event.undone):
            self.keep()
        elif self._soon is None:
            rest = _REST_SECONDS_OF_TEXT if isinstance(event, _GROWING) else _REST_SECONDS
            wait = max(0.0, self._kept_at + rest - time.monotonic())
            self._soon = asyncio.get_running_loop().call_later(wait, self.keep)

    async def kept(self) -> None:
        """Returns when what is known now is kept, or cannot be for the time being."""
        self.keep()
        if self._writing is not None:
            await asyncio.wait([self._writing])

    def keep(self) -> None:
        """Keeps what is known now; of several states that wait to be written, only the newest is."""
        if self._soon is not None:
            self._soon.cancel()
        self._soon, self._is_behind, self._kept_at = None, True, time.monotonic()
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._is_behind:
            self._is_behind = False
            await layer().save_memory(self._thread_id, self._body())
