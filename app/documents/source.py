"""A document as a reader gets it: its bytes, and how long there is for them."""

import io
import os
import time
from dataclasses import dataclass
from typing import BinaryIO

from app.documents.errors import DocumentError

_LARGEST = 200_000_000


class _ByPosition(io.RawIOBase):
    """An open file, read without moving the descriptor's own position, which others share."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = os.pread(self._fd, len(buffer), self._at)
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = (0, self._at, os.fstat(self._fd).st_size)[whence]
        if start + offset < 0:
            raise OSError("before the beginning")
        self._at = start + offset
        return self._at

    def tell(self) -> int:
        return self._at


def opened(fd: int) -> BinaryIO:
    """The open file `fd` as a stream of its own, from the beginning. Closing it leaves `fd` open."""
    return io.BufferedReader(_ByPosition(fd))


@dataclass(frozen=True, slots=True)
class Source:
    """A document's bytes, the length of them, and the moment (monotonic) at which slow work should end.

    `pages` (from 1) are those that are wanted, for a reader of pages.
    """

    file: BinaryIO
    size: int
    until: float
    pages: tuple[int, ...] = ()

    @property
    def seconds_left(self) -> float:
        """How long slow work may go on, at least 0."""
        return max(0.0, self.until - time.monotonic())

    def whole(self) -> bytes:
        """All bytes at once. Raises DocumentError `file:too_big` when they are more than memory should hold."""
        if self.size > _LARGEST:
            raise DocumentError("file:too_big", f"It is larger than {_LARGEST // 1_000_000} MB, too large to be read.")
        self.file.seek(0)
        return self.file.read(_LARGEST)
