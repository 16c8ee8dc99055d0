"""Bytes from before, each under its own digest, in a folder of a bounded size."""

import hashlib
import os
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.workspace.changes.permit import require_wanted

_ROOM_FOR_RECORD = 8_192
_LOOKED_EVERY = 50
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that is kept for undo: bytes in all, and days."""

    max_bytes: int = 500_000_000
    max_age_days: float = 30.0


class Store:
    """One folder of files that are written once: contents under their SHA-256, records under their id.

    The oldest are dropped first, but spare contents before all others. A content that is
    needed again is made young again.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder = folder
        self._limits = limits
        self._added, self._since_look = 0, _LOOKED_EVERY

    def holds(self, size: int) -> bool:
        """Whether a content of `size` bytes may be kept at all."""
        return size + _ROOM_FOR_RECORD <= self._limits.max_bytes

    def keep(self, pieces: Iterable[bytes]) -> str:
        """Keeps a content and gives its digest. Raises OSError, and Withdrawn when called off."""
        digest = hashlib.sha256()
        with self._new_file() as (new, file):
            for piece in pieces:
                require_wanted()
                digest.update(piece)
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
            size = file.tell()
            new.replace(self.content_path(digest.hexdigest()))
        self._grown(size)
        return digest.hexdigest()

    def keep_bytes(self, content: bytes) -> str:
        """Keeps a content that is in memory; one that is kept already is only made young again."""
        digest = hashlib.sha256(content).hexdigest()
        try:
            if self.content_path(digest).stat().st_size == len(content):
                os.utime(self.content_path(digest))
                return digest
        except FileNotFoundError:
            pass
        return self.keep([content])

    def keep_spare(self, content: bytes) -> None:
        """Keeps a content that nothing is undone with; it goes before all others. Raises OSError."""
        with self._new_file() as (new, file):
            file.write(content)
            new.replace(self._spare_path(hashlib.sha256(content).hexdigest()))
        self._grown(len(content))

    def content_path(self, digest: str) -> Path:
        """Where a content is, if it is kept."""
        return self.folder / f"{digest}.bytes"

    def content(self, digest: str, most: int) -> bytes | None:
        """A kept content of at most `most` bytes, whole; None when it is larger or not kept."""
        for path in (self.content_path(digest), self._spare_path(digest)):
            with suppress(OSError):
                if digest and path.stat().st_size <= most:
                    content = path.read_bytes()
                    return content if hashlib.sha256(content).hexdigest() == digest else None
        return None

    def _spare_path(self, digest: str) -> Path:
        return self.folder / f"{digest}.spare"

    def write(self, name: str, content: bytes) -> None:
        """Writes a small file whole, in place of an older one. Raises OSError."""
        with self._new_file() as (new, file):
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            new.replace(self.folder / name)
        self._sync_names()
        self._grown(len(content))

    @contextmanager
    def _new_file(self) -> Iterator[tuple[Path, BinaryIO]]:
        """A file under a name of its own, which only the app's own user can read: its original may be private."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.folder / f".new-{secrets.token_hex(8)}"
        try:
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
                yield new, file
        finally:
            new.unlink(missing_ok=True)

    def _sync_names(self) -> None:
        with suppress(OSError):
            fd = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(fd)
            finally:
                os.close(fd)

    def _grown(self, size: int) -> None:
        self._added += size
        self._since_look += 1
        # Others may write here too, so that what is here is only known by looking.
        if self._since_look > _LOOKED_EVERY or self._added > self._limits.max_bytes:
            self._added = self._drop_oldest()
            self._since_look = 0

    def _drop_oldest(self) -> int:
        """Drops what is too old or too much; the size of what stays."""
        files = [
            (path.suffix != ".spare", s.st_mtime, s.st_size, path)
            for path in self.folder.iterdir()
            if (s := _status(path))
        ]
        total, oldest = sum(size for _, _, size, _ in files), time.time() - self._limits.max_age_days * _DAY
        for _, changed, size, path in sorted(files):
            if changed < oldest or total > self._limits.max_bytes:
                path.unlink(missing_ok=True)
                total -= size
        return total


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None
