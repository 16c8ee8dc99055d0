"""How long a reply is waited for."""

import asyncio
import math
from types import TracebackType
from typing import Self

from app.model_errors import Endpoint, ReplyTooLong


class Patience:
    """A context that ends in a TimeoutError after the endpoint's seconds of silence, and in a
    ReplyTooLong after those that one whole reply may take. Each piece that arrives renews it.

    Bytes that keep a connection open are no piece, so that the client's own timeout is not enough.
    One timer, set anew when it has run out: a timer for every piece would cost more than the piece.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._loop = asyncio.get_running_loop()
        self._silence = endpoint.timeout or math.inf
        self._heard = self._loop.time()
        self._end = self._heard + (endpoint.reply_timeout or math.inf)
        self._timeout = asyncio.timeout(None)
        self._timer: asyncio.TimerHandle | None = None

    def renew(self) -> None:
        """Something has arrived."""
        self._heard = self._loop.time()

    def _watch(self) -> None:
        until = min(self._heard + self._silence, self._end)
        if until <= self._loop.time():
            self._timeout.reschedule(until)
        elif until < math.inf:
            self._timer = self._loop.call_at(until, self._watch)

    async def __aenter__(self) -> Self:
        await self._timeout.__aenter__()
        self._watch()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        try:
            await self._timeout.__aexit__(kind, error, at)
        except TimeoutError as silence:
            if self._loop.time() >= self._end:
                raise ReplyTooLong from silence
            raise
