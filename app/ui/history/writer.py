"""One writer: what is to be kept is written one after another, in the order in which it came."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.ui.history.database import WRITES, may_pass
from app.ui.history.file_watch import DatabaseFile

logger = logging.getLogger(__name__)

# waiting: held back until the database can be written. full: no more can be held, what comes is lost.
# back: all that was held back is written. gaps: so it is, but for what was lost.
State = Literal["", "waiting", "full", "back", "gaps"]
Work = Callable[[AsyncConnection], Awaitable[None]]
Outcome = asyncio.Future[Exception | None]
Show = Callable[[State], Awaitable[None]]

# While the database cannot be written. What comes then is refused: it leaves a history that is whole up to
# a moment, of which the person is told at that moment.
_MOST_WORKS = 20_000
_MOST_BYTES = 50_000_000
_FIRST_REST, _LONGEST_REST = 0.5, 5.0
# Who waits for a writer that gets nothing done for so long goes on with what is there.
_PATIENCE = 1.0
_LAST_SECONDS = 5.0


class HistoryFull(Exception):
    """No more can be held back."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    work: Work
    bytes: int
    outcome: Outcome


class Writer:
    """Runs each piece of work in a transaction of its own, in the order in which they were put.

    While the database cannot be written, all of it waits; `show` is told when that begins and ends.
    """

    def __init__(self, engine: AsyncEngine, show: Show | None = None) -> None:
        self.trouble: State = ""
        self._engine = engine.execution_options(**WRITES)
        self._file = DatabaseFile(engine)
        self._show = show
        self._waiting: deque[_Waiting] = deque()
        self._bytes = 0
        self._done = 0
        self._newest: Outcome | None = None
        self._task: asyncio.Task[None] | None = None
        self._last = asyncio.Event()
        self._showing: asyncio.Future[None] | None = None

    def put(self, work: Work, bytes: int = 0) -> Outcome:
        """Queues `work`, which holds so many `bytes`, at once. The outcome is why it failed, or None."""
        outcome: Outcome = asyncio.get_running_loop().create_future()
        if self.trouble and not self._has_room(bytes):
            outcome.set_result(HistoryFull())
            self._turn("full")
            return outcome
        self._waiting.append(_Waiting(work, bytes, outcome))
        self._bytes += bytes
        self._newest = outcome
        if self._task is None or self._task.done():
            # In a context of its own: it outlives the session whose step it began with.
            self._task = asyncio.create_task(self._write_all(), context=Context())
        return outcome

    async def write(self, work: Work) -> None:
        """Returns when `work` is done, or waits for the database; raises what it failed with."""
        if error := await self.outcome(work):
            raise error

    async def outcome(self, work: Work, bytes: int = 0) -> Exception | None:
        """Why `work` failed; None when it is done, or waits for the database."""
        outcome = self.put(work, bytes)
        await self._settled(outcome)
        return outcome.result() if outcome.done() else None

    async def settled(self) -> None:
        """Returns when all that was put before is done: what is read then is as new as what was told.

        No reader waits for a writer that is stuck.
        """
        if self._newest is not None:
            await self._settled(self._newest)

    async def finish(self) -> int:
        """Returns when nothing waits any more, nor is about to be put; after some seconds how much still waits."""
        self._last.set()
        await asyncio.sleep(0)
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_SECONDS):
                while self._task is not None and not self._task.done():
                    await self._task
        return len(self._waiting)

    def _has_room(self, bytes: int) -> bool:
        return len(self._waiting) < _MOST_WORKS and self._bytes + bytes <= _MOST_BYTES

    async def _settled(self, outcome: Outcome) -> None:
        before = -1
        while not outcome.done() and not self.trouble and before != (before := self._done):
            await asyncio.wait([outcome], timeout=_PATIENCE)

    async def _write_all(self) -> None:
        rest = _FIRST_REST
        while self._waiting:
            first = self._waiting[0]
            error = await self._error_of(first.work)
            if error is not None and may_pass(error):
                self._hold_back(error)
                await self._rest(rest)
                rest = min(2 * rest, _LONGEST_REST)
                continue
            rest = _FIRST_REST
            self._waiting.popleft()
            self._bytes -= first.bytes
            self._done += 1
            first.outcome.set_result(error)
        self._come_back()

    async def _error_of(self, work: Work) -> Exception | None:
        try:
            await self._file.make_sure()
            async with self._engine.begin() as connection:
                await work(connection)
        except Exception as error:
            if not may_pass(error):
                logger.exception("a part of a conversation could not be kept")
            return error
        return None

    async def _rest(self, seconds: float) -> None:
        if self._last.is_set():
            await asyncio.sleep(_FIRST_REST)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._last.wait(), seconds)

    def _hold_back(self, error: Exception) -> None:
        if not self.trouble:
            logger.error("the history cannot be written and is tried again: %s", str(error).partition("\n")[0])
            self._turn("waiting")

    def _come_back(self) -> None:
        if self.trouble:
            logger.warning("the history is written again")
            self._turn("gaps" if self.trouble == "full" else "back")

    def _turn(self, state: State) -> None:
        if state == "full" and self.trouble != "full":
            logger.error("too much of the history waits to be written: what is said from now on is not kept")
        shown = state != self.trouble
        self.trouble = state if state in ("waiting", "full") else ""
        if shown and self._show is not None:
            self._showing = asyncio.ensure_future(self._show(state))
