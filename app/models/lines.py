"""What a server sends in a stream, line by line, and as the objects that are meant."""

import asyncio
import codecs
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import openai
from openai._streaming import ServerSentEvent, SSEDecoder

Json = dict[str, Any]

_LAST = "[DONE]"
# As long as the library waits.
_END_SECONDS = 0.1
# What stands for a piece that could not be read.
_UNREAD = "{"


class Lines(openai.AsyncStream[object]):
    """The library's stream, which a line that is no JSON does not end: such a line comes as the text that it is.

    Bytes that are no UTF-8 are replaced, and come after a line of their own that cannot be read.

    The library leaves its generators in the middle when the last line has come, and the event loop
    has to end each of them in a task of its own. Here they come to their end.
    """

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self._mended = _Mended(self._decoder)
        self._decoder = self._mended

    async def _iter_events(self) -> AsyncIterator[Any]:
        events = super()._iter_events()
        async for line in events:
            if self._mended.is_damaged:
                self._mended.is_damaged = False
                yield _Line(ServerSentEvent(data=_UNREAD))
            if line.data.startswith(_LAST):
                await _read_to_end(events)
                return
            yield _Line(line)


class _Mended(SSEDecoder):
    """Reads lines as the decoder `of` does; `is_damaged` once bytes were no UTF-8, which are replaced from then on."""

    def __init__(self, of: Any) -> None:
        super().__init__()
        self.is_damaged = False
        self._of = of
        self._text = codecs.getincrementaldecoder("utf-8")()

    def aiter_bytes(self, iterator: AsyncIterator[bytes]) -> AsyncIterator[Any]:
        lines: AsyncIterator[Any] = self._of.aiter_bytes(self._pieces(iterator))
        return lines

    async def _pieces(self, iterator: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        async for piece in iterator:
            yield self._read(piece)
        yield self._read(b"", is_last=True)

    def _read(self, piece: bytes, is_last: bool = False) -> bytes:
        try:
            return self._text.decode(piece, is_last).encode()
        except UnicodeDecodeError:
            self.is_damaged, self._text.errors = True, "replace"
            return self._text.decode(piece, is_last).encode()


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
