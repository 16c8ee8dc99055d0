"""Lines that are typed while a turn runs."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Hear = Callable[[str], None]


class Typing:
    """The terminal's lines, as they come: to whoever awaits one, else to whoever listens to all of them."""

    def __init__(self) -> None:
        self._listener: Hear | None = None

    @contextmanager
    def listening(self, loop: asyncio.AbstractEventLoop, hear: Hear) -> Iterator[None]:
        """Calls `hear` with each line that nobody awaits."""
        self._listener = hear
        _read(loop, hear)
        try:
            yield
        finally:
            self._listener = None
            _read(loop, None)

    async def line(self) -> str:
        """The next line that is typed. Waiting for it can be given up, unlike a thread in `input`."""
        loop = asyncio.get_running_loop()
        typed: asyncio.Future[str] = loop.create_future()
        _read(loop, lambda line: None if typed.done() else typed.set_result(line))
        try:
            return await typed
        finally:
            _read(loop, self._listener)


def _read(loop: asyncio.AbstractEventLoop, hear: Hear | None) -> None:
    """From now on hands each line to `hear`, if there is one."""
    fd = sys.stdin.fileno()
    with suppress(OSError):
        loop.remove_reader(fd)
    if hear is not None:
        loop.add_reader(fd, _hand_on, loop, fd, hear)


def _hand_on(loop: asyncio.AbstractEventLoop, fd: int, hear: Hear) -> None:
    try:
        # A terminal hands over one line at a time.
        line = os.read(fd, 10_000).decode(errors="replace")
    except OSError:
        line = ""
    if not line:
        # The end of all input, which would be read again and again.
        loop.remove_reader(fd)
    hear(line)
