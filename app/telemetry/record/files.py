"""Appending to the files of the record, by several processes at once, within bounds of days and bytes."""

import errno
import os
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from app.telemetry.record.parts import Part, parts_in

_LARGEST_PART = 10_000_000
_MB = 1_000_000
_OPEN = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class RecordFiles:
    """The files in `folder`, of `days` days at most, today's among them, and of `megabytes` in all."""

    def __init__(self, folder: Path, days: int, megabytes: int) -> None:
        self.folder = folder
        self._days = timedelta(days)
        self._most = megabytes * _MB
        # Of a small record, too, no more than a part goes at once.
        self._largest = min(_LARGEST_PART, self._most // 4)
        self._part = Part(date.min)
        self._open: int | None = None

    def append(self, lines: bytes, today: date) -> list[str]:
        """Adds whole `lines`; gives the names of the files that went for them. Raises OSError where it cannot.

        They are with the system when it returns, in one write: no line of another process is ever between them, and
        only the end of the machine, not that of the app, can lose them.
        """
        try:
            return self._append(lines, today)
        except OSError:
            # The next one looks at everything anew, also at what may be half a line.
            self.close()
            raise

    def _append(self, lines: bytes, today: date) -> list[str]:
        dropped: list[str] = []
        if self._open is None or not self._has_room(self._open, len(lines), today):
            self.close()
            self._open = self._opened(len(lines), today)
            self._mend(self._open)
            dropped = self._drop(today)
        if os.write(self._open, lines) < len(lines):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return dropped

    def close(self) -> None:
        """Leaves the file; the next line opens one."""
        if self._open is not None:
            os.close(self._open)
        self._open = None

    def _has_room(self, file: int, size: int, today: date) -> bool:
        there = os.fstat(file)
        # One that was removed under the app takes nothing in that anybody could read.
        return self._part.day == today and there.st_nlink > 0 and self._fits(there.st_size, size)

    def _fits(self, there: int, size: int) -> bool:
        return there == 0 or there + size <= self._largest

    def _opened(self, size: int, today: date) -> int:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = max((part for part in parts_in(self.folder) if part.day == today), default=Part(today))
        while True:
            file = os.open(self.folder / part.name, _OPEN, 0o600)
            if self._fits(os.fstat(file).st_size, size):
                self._part = part
                return file
            os.close(file)
            part = Part(today, part.number + 1)

    def _mend(self, file: int) -> None:
        """Ends a line that was torn when a disk was full or the power went: what is added is none of it."""
        there = os.fstat(file).st_size
        if there and os.pread(file, 1, there - 1) != b"\n":
            os.write(file, b"\n")

    def _drop(self, today: date) -> list[str]:
        """Removes what is too old, and the oldest files until the open one can grow within the bound."""
        older = [part for part in parts_in(self.folder) if part != self._part]
        sizes = {part: self._size(part) for part in older}
        total, dropped = sum(sizes.values()), []
        for part in older:
            if part.day > today - self._days and total <= self._most - self._largest:
                break
            with suppress(OSError):
                (self.folder / part.name).unlink()
                dropped.append(part.name)
            total -= sizes[part]
        return dropped

    def _size(self, part: Part) -> int:
        try:
            return (self.folder / part.name).lstat().st_size
        except OSError:
            return 0
