"""The record of every change, written before it and completed after it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from app.workspace.changes.disk.entries import Entry
from app.workspace.changes.disk.temporary import pieces_of
from app.workspace.changes.disk.untouched import unusable
from app.workspace.changes.undo.records import Record, record_of
from app.workspace.changes.undo.store import Limits, Store
from app.workspace.errors import WorkspaceError, shown_name

SHOWN_BYTES = 1_000_000
"""What a change leaves is kept too up to this size, to say later what was changed since."""

_ID = re.compile(r"[0-9a-f]{16}-[0-9a-f]{16}")


class Journal:
    """Bytes from before and records, under a folder outside of the root. Survives a restart."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._store = Store(folder, limits)

    def holds(self, entry: Entry | None) -> bool:
        """Whether what `entry` is can be kept."""
        return self._store.holds((entry.size or 0) if entry else 0)

    def kept_file(self, fd: int, entry: Entry, asked: str) -> Entry:
        """Keeps the open file `fd`; gives `entry` with the whole digest, without one when it is too large."""
        if entry.version is None or not self.holds(entry):
            return entry
        try:
            digest = self._store.keep(pieces_of(fd))
        except OSError as error:
            raise _not_kept(error, asked) from None
        return replace(entry, version=replace(entry.version, digest=digest))

    def keep_bytes(self, content: bytes, asked: str) -> None:
        """Keeps what a file holds before a change, if there is room for it."""
        if not self._store.holds(len(content)):
            return
        try:
            self._store.keep_bytes(content)
        except OSError as error:
            raise _not_kept(error, asked) from None

    def keep_left(self, content: bytes) -> None:
        """Keeps what a change leaves, if it is small and there is room; not worth failing for."""
        if len(content) <= SHOWN_BYTES:
            with suppress(OSError):
                self._store.keep_spare(content)

    def content(self, entry: Entry | None) -> bytes | None:
        """The kept content of a small file; None when it is large or not kept."""
        return self._store.content(entry.digest, SHOWN_BYTES) if entry else None

    def path(self, entry: Entry) -> Path | None:
        """Where the content of a file is kept; None when it is not."""
        path = self._store.content_path(entry.digest)
        with suppress(OSError):
            path.stat()
            return path if entry.digest else None
        return None

    def begin(self, record: Record) -> None:
        """Writes the record of a change that is about to be made. Raises WorkspaceError when it cannot."""
        try:
            self._store.write(f"{record.id}.json", record.json())
        except OSError as error:
            raise _not_kept(error, record.path) from None

    def complete(self, record: Record) -> None:
        """Writes how the change came out. Without it the record is still true: see Record."""
        with suppress(OSError):
            self._store.write(f"{record.id}.json", replace(record, done=True).json())

    def drop(self, record: Record) -> None:
        """Takes back the record of a change that was not made."""
        with suppress(OSError):
            (self._store.folder / f"{record.id}.json").unlink()

    def records(self) -> Iterator[Record]:
        """All records, the newest first."""
        for path in sorted(self._store.folder.glob("*.json"), reverse=True):
            if (record := self.record(path.stem)) is not None:
                yield record

    def record(self, id: str) -> Record | None:
        """The record `id`; None when there is none, or none any more."""
        if not _ID.fullmatch(id):
            return None
        with suppress(OSError, ValueError, KeyError, TypeError):
            return record_of((self._store.folder / f"{id}.json").read_bytes())
        return None


def _not_kept(error: OSError, asked: str) -> WorkspaceError:
    return unusable(error, f"keep the copy of {shown_name(asked)} for undo")
