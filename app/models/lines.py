"""What a server sends in a stream, line by line, and as the objects that are meant."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import openai

Json = dict[str, Any]

_LAST = "[DONE]"
# As long as the library waits.
_END_SECONDS = 0.1


class Lines(openai.AsyncStream[object]):
    """The library's stream, which a line that is no JSON does not end: such a line comes as the text that it is.

    The library leaves its generators in the middle when the last line has come, and the event loop
    has to end each of them in a task of its own. Here they come to their end.
    """

    async def _iter_events(self) -> AsyncIterator[Any]:
        events = super()._iter_events()
        async for line in events:
            if line.data.startswith(_LAST):
                await _read_to_end(events)
                return
            yield _Line(line)


async def _read_to_end(events: AsyncIterator[Any]) -> None:
    """Reads what follows the last line, so that the connection can be used again. Nothing of it matters."""
    with suppress(TimeoutError, openai.APIError):
        async with asyncio.timeout(_END_SECONDS):
            async for _ in events:
                pass


class _Line:
    def __init__(self, line: Any) -> None:
        self._line = line
        self.data: str = line.data
        self.event: str | None = line.event

    def json(self) -> Any:
        try:
            return self._line.json()
        except (ValueError, RecursionError):
            return self.data


def object_in(sent: Any) -> Json:
    """The object that arrived: the first one of a list, and what the library has made of it as it was before."""
    match sent:
        case dict():
            return sent
        case [dict() as first, *_]:
            return first
    return dict(sent.model_dump(warnings=False)) if hasattr(sent, "model_dump") else {}
