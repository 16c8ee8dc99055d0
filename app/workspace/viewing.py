"""A file as it is: what it is, and its bytes, for somebody who looks at it or takes a copy."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from io import FileIO

from app.documents import Kind, kind_of
from app.workspace.errors import WorkspaceError
from app.workspace.paths.resolving import Paths

_HEAD = 32
_BLOCK = 262_144


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of a file without reading it: `path` is relative to the root, `changed` in seconds since 1970.

    `kind` is None for what may be plain text; `head` are its first bytes.
    """

    path: str
    size: int
    changed: float
    kind: Kind | None
    head: bytes


class Bytes:
    """The bytes of a file that is open, as many as it had then; it is closed at the end, or when nobody wants more."""

    def __init__(self, fd: int, facts: FileFacts) -> None:
        self.facts = facts
        # As a file, it is also closed where nobody ever took anything.
        self._file = FileIO(fd)

    def __iter__(self) -> Iterator[bytes]:
        left = self.facts.size
        with self._file:
            while left > 0 and (block := self._file.read(min(_BLOCK, left))):
                left -= len(block)
                yield block


def facts_of(paths: Paths, asked: str) -> FileFacts:
    """What the file `asked` is."""
    parts = paths.found(asked)
    with paths.file(parts, asked) as fd:
        return _facts(fd, "/".join(parts))


def bytes_of(paths: Paths, asked: str) -> Bytes:
    """All of the file `asked`, block after block."""
    parts = paths.found(asked)
    with paths.file(parts, asked) as fd:
        return Bytes(os.dup(fd), _facts(fd, "/".join(parts)))


def file_named(paths: Paths, asked: str) -> str:
    """The path of the file that is named exactly so, "" when there is none."""
    try:
        parts = paths.exact(asked)
        if not parts:
            return ""
        with paths.file(parts, asked):
            return "/".join(parts)
    except WorkspaceError:
        return ""


def _facts(fd: int, path: str) -> FileFacts:
    status = os.fstat(fd)
    return FileFacts(path, status.st_size, status.st_mtime, kind_of(fd, path), os.pread(fd, _HEAD, 0))
