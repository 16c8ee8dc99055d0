"""One writer: what is to be kept is written one after another, in the order in which it came."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.ui.history.database import WRITES

logger = logging.getLogger(__name__)

Work = Callable[[AsyncConnection], Awaitable[None]]
Outcome = asyncio.Future[Exception | None]


class Writer:
    """Runs each piece of work in a transaction of its own, in the order in which they were put."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(**WRITES)
        self._waiting: deque[tuple[Work, Outcome]] = deque()
        self._newest: Outcome | None = None
        self._task: asyncio.Task[None] | None = None

    def put(self, work: Work) -> Outcome:
        """Queues `work` at once. The outcome is why it failed, or None."""
        outcome: Outcome = asyncio.get_running_loop().create_future()
        self._waiting.append((work, outcome))
        self._newest = outcome
        if self._task is None or self._task.done():
            # In a context of its own: it outlives the session whose step it began with.
            self._task = asyncio.create_task(self._write_all(), context=Context())
        return outcome

    async def write(self, work: Work) -> None:
        """Returns when `work` is done; raises what it failed with."""
        if error := await self.outcome(work):
            raise error

    async def outcome(self, work: Work) -> Exception | None:
        """Returns when `work` is done: why it failed, or None. It goes on when nobody waits any more."""
        return await asyncio.shield(self.put(work))

    async def settled(self) -> None:
        """Returns when all that was put before is done: what is read then is as new as what was told."""
        if self._newest is not None:
            await asyncio.wait([self._newest])

    async def finish(self) -> None:
        """Returns when nothing waits any more, nor is about to be put."""
        await asyncio.sleep(0)
        while self._task is not None and not self._task.done():
            await self._task

    async def _write_all(self) -> None:
        while self._waiting:
            work, outcome = self._waiting.popleft()
            outcome.set_result(await self._error_of(work))

    async def _error_of(self, work: Work) -> Exception | None:
        try:
            async with self._engine.begin() as connection:
                await work(connection)
        except (SQLAlchemyError, OSError) as error:
            logger.error("a part of a conversation could not be kept: %s", str(error).partition("\n")[0])
            return error
        except Exception as error:
            logger.exception("a part of a conversation could not be kept")
            return error
        return None
