"""The body of a request for a thread that takes it piece by piece; its sender waits meanwhile, but not for ever."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from time import monotonic

from starlette.requests import ClientDisconnect

_SILENCE_SECONDS = 60
_LEAST_BYTES_A_SECOND = 2_000


class TooLarge(Exception):
    """More than `most` bytes came."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class TooSlow(Exception):
    """So little came that it would hold its place for ever."""


class BrokenOff(Exception):
    """The sender went away."""


class Arriving:
    """What comes in `pieces`, up to `most` bytes: to be made on the loop, and gone through in a thread."""

    def __init__(self, pieces: AsyncIterator[bytes], most: int) -> None:
        self._pieces = pieces
        self._loop = asyncio.get_running_loop()
        self._most = most
        self._came = 0
        self._began = monotonic()

    def __iter__(self) -> Iterator[bytes]:
        """Raises TooLarge, TooSlow and BrokenOff."""
        while (piece := asyncio.run_coroutine_threadsafe(self._next(), self._loop).result()) is not None:
            self._came += len(piece)
            if self._came > self._most:
                raise TooLarge(self._most)
            yield piece

    async def _next(self) -> bytes | None:
        try:
            async with asyncio.timeout(self._patience()):
                return await anext(self._pieces, None)
        except TimeoutError:
            raise TooSlow from None
        except ClientDisconnect:
            raise BrokenOff from None

    def _patience(self) -> float:
        """How many seconds the next piece may take: what came quickly buys time, up to a limit."""
        late = monotonic() - self._began - self._came / _LEAST_BYTES_A_SECOND
        return _SILENCE_SECONDS - max(0.0, late)
