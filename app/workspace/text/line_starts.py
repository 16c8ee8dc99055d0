"""Where the lines of a file begin, found block by block and remembered for large files."""

import zlib
from array import array
from bisect import bisect_left
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import BinaryIO

from app.workspace.changes.permit import require_wanted
from app.workspace.changes.versions import Version
from app.workspace.errors import WorkspaceError, shown_name

BLOCK = 1 << 20
_FILES = 64


@dataclass(frozen=True, slots=True)
class LineEnds:
    r"""How lines end in bytes: by the character `end`, "\n" or "\r", in `codec`."""

    codec: str
    end: str

    @property
    def unit(self) -> int:
        """The bytes of one code unit. Where it is 1, no byte of a line end is ever part of another character."""
        return len(self.end.encode(self.codec))

    def count(self, block: bytes) -> int:
        """How many lines end in `block`, which begins with a whole unit."""
        return block.count(self.end.encode()) if self.unit == 1 else self._text(block).count(self.end)

    def after(self, block: bytes, number: int) -> int:
        """The position after the `number`th line end in `block`."""
        if self.unit == 1:
            return len(block) - len(block.split(self.end.encode(), number)[number])
        before = self._text(block).split(self.end, number)[:number]
        return len("".join(before).encode(self.codec)) + number * self.unit

    def _text(self, block: bytes) -> str:
        # What stands for the halves of a pair that was cut is as long as they are.
        return block[: len(block) // self.unit * self.unit].decode(self.codec, "replace")


class Lines:
    """The lines of an open file of `size` bytes, its text from byte `begin` on.

    `counts` has the number of line ends before each block, as far as lines were looked for.
    In ISO-2022-JP each line is taken to begin in ASCII, as RFC 1468 has it.
    """

    def __init__(self, stream: BinaryIO, begin: int, size: int, ends: LineEnds) -> None:
        self.stream = stream
        self.begin = begin
        self.size = size
        self.ends = ends
        self.counts = array("Q", [0])

    def start_of(self, line: int, path: str) -> int:
        """The byte where `line`, from 1, begins; the file's size when it has no such line.

        Raises WorkspaceError `file:changed` when the file is not the one that was counted.
        """
        if line == 1:
            return self.begin
        while self.counts[-1] < line - 1:
            if self.is_counted:
                return self.size
            require_wanted()
            self.counts.append(self.counts[-1] + self.ends.count(self._block(len(self.counts) - 1)))
        number = bisect_left(self.counts, line - 1) - 1
        block = self._block(number)
        if self.ends.count(block) != self.counts[number + 1] - self.counts[number]:
            raise WorkspaceError("file:changed", f"{shown_name(path)} was changed while it was read. Read it again.")
        return number * BLOCK + self.ends.after(block, line - 1 - self.counts[number])

    @property
    def is_counted(self) -> bool:
        """Whether all of the file's lines have been counted."""
        return (len(self.counts) - 1) * BLOCK >= self.size

    @property
    def total(self) -> int | None:
        """How many lines there are; None while they have not all been counted."""
        if not self.is_counted:
            return None
        self.stream.seek(max(self.begin, self.size - self.ends.unit))
        tail = self.stream.read(self.ends.unit)
        return self.counts[-1] + (tail not in (b"", self.ends.end.encode(self.ends.codec)))

    def _block(self, number: int) -> bytes:
        self.stream.seek(number * BLOCK)
        return self.stream.read(min(BLOCK, self.size - number * BLOCK))

    def edges(self, size: int) -> tuple[int, int]:
        """What the first and the last whole block of the first `size` bytes hold, in short."""
        last = size // BLOCK - 1
        return (zlib.crc32(self._block(0)), zlib.crc32(self._block(last))) if last >= 0 else (0, 0)


@dataclass(frozen=True, slots=True)
class _Counted:
    version: Version
    ends: LineEnds
    edges: tuple[int, int]
    counts: "array[int]"


class LineStarts:
    """What was counted of large files: eight bytes for each megabyte, for as long as a file stays or only grows."""

    def __init__(self) -> None:
        self._files: OrderedDict[tuple[int, int], _Counted] = OrderedDict()
        self._lock = Lock()

    def find(self, line: int, lines: Lines, file: tuple[int, Version], path: str) -> int:
        """Where `line` begins, as `Lines.start_of`.

        `file` is the device, and the version that was looked at before `lines` were opened.
        """
        device, version = file
        key = (device, version.stamp[0])
        self._recall(key, version, lines)
        try:
            return lines.start_of(line, path)
        except WorkspaceError:
            lines.counts = array("Q", [0])
            with self._lock:
                self._files.pop(key, None)
            raise
        finally:
            # Also of a call that was called off, so that the next one begins where it stopped.
            self._keep(key, version, lines)

    def _recall(self, key: tuple[int, int], version: Version, lines: Lines) -> None:
        with self._lock:
            known = self._files.get(key)
        if known is None or known.ends != lines.ends:
            return
        if known.version == version:
            lines.counts = known.counts[:]
        elif known.version.size < version.size and lines.edges(known.version.size) == known.edges:
            lines.counts = known.counts[: known.version.size // BLOCK + 1]

    def _keep(self, key: tuple[int, int], version: Version, lines: Lines) -> None:
        with self._lock:
            known = self._files.get(key)
        if len(lines.counts) == 1 or (known and known.version == version and len(known.counts) >= len(lines.counts)):
            return
        counted = _Counted(version, lines.ends, lines.edges(version.size), lines.counts[:])
        with self._lock:
            self._files[key] = counted
            self._files.move_to_end(key)
            while len(self._files) > _FILES:
                self._files.popitem(last=False)
