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
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._now = asyncio.get_running_loop().time
        self._silence = endpoint.timeout or math.inf
        self._end = self._now() + (endpoint.reply_timeout or math.inf)
        self._timeout = asyncio.timeout(None)

    def renew(self) -> None:
        """Something has arrived."""
        if (until := min(self._now() + self._silence, self._end)) < math.inf:
            self._timeout.reschedule(until)

    async def __aenter__(self) -> Self:
        await self._timeout.__aenter__()
        self.renew()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        try:
            await self._timeout.__aexit__(kind, error, at)
        except TimeoutError as silence:
            if self._now() >= self._end:
                raise ReplyTooLong from silence
            raise
