"""The text of documents in the folder, kept for a while so that paging does not extract it again."""

import os
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from app.documents import DocumentError, Extract, Kind, extract, kind_of, page_pictures
from app.workspace.changes.permit import is_wanted, require_wanted
from app.workspace.changes.versions import version_of
from app.workspace.errors import WorkspaceError, shown_name

_KEPT_CHARS = 50_000_000
# A cell's or a page's place weighs as much as a long word.
_PART_CHARS = 40
# Each may take a gigabyte of memory at worst; nobody is to wait for somebody else's slow document.
_AT_ONCE = 8


class Documents:
    """Documents, read in worker processes; `seconds` is the most that one may take."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._kept: OrderedDict[object, tuple[Extract, int]] = OrderedDict()
        self._lock = Lock()
        self._workers = BoundedSemaphore(_AT_ONCE)

    def searched(self, fd: int, path: str, until: float) -> Extract | None:
        """The text of the open file for a search that ends at the monotonic time `until`.

        None when it is no document but may be plain text. Raises WorkspaceError when it
        is a document or another binary that cannot be read, or a picture not read before.
        """
        kind = kind_of(fd, path)
        if kind is None:
            return None
        if not kind.reader or (kind.is_picture and self._known(_key(fd, kind)) is None):
            raise WorkspaceError("file:binary", f"{shown_name(path)} is no text: {kind.label}.")
        return self.extract(fd, path, kind, max(0.1, until - time.monotonic()))

    def extract(self, fd: int, path: str, kind: Kind, seconds: float | None = None) -> Extract:
        """The text of a document of this kind, within `seconds` if they are fewer than usual. Raises WorkspaceError."""
        key = _key(fd, kind)
        if (known := self._known(key)) is not None:
            return known
        until = time.monotonic() + min(self._seconds, seconds or self._seconds)
        try:
            with self._worker(until):
                taken = extract(fd, kind, until - time.monotonic(), is_wanted)
        except DocumentError as error:
            size = os.fstat(fd).st_size
            raise WorkspaceError(
                error.code, f"{shown_name(path)} ({kind.label}, {size:,} bytes): {error.text}"
            ) from None
        self._keep(key, taken)
        return taken

    def pages(self, fd: int, path: str, numbers: Sequence[int]) -> tuple[tuple[int, bytes], ...]:
        """Pages (from 1) of the open PDF as pictures, each with its number. Raises WorkspaceError."""
        until = time.monotonic() + self._seconds
        try:
            with self._worker(until):
                return page_pictures(fd, numbers, until - time.monotonic(), is_wanted)
        except DocumentError as error:
            raise WorkspaceError(error.code, f"{shown_name(path)}: {error.text}") from None

    @contextmanager
    def _worker(self, until: float) -> Iterator[None]:
        while not self._workers.acquire(timeout=0.1):
            require_wanted()
            if time.monotonic() > until:
                raise DocumentError("tool:timeout", "Too many documents are being read just now. Try again.")
        try:
            yield
        finally:
            self._workers.release()

    def _known(self, key: object) -> Extract | None:
        with self._lock:
            known = self._kept.get(key)
            if known is None:
                return None
            self._kept.move_to_end(key)
            return known[0]

    def _keep(self, key: object, taken: Extract) -> None:
        chars = sum(len(line.text) + _PART_CHARS * (1 + len(line.parts)) for line in taken.lines)
        with self._lock:
            self._kept[key] = (taken, chars)
            while sum(size for _, size in self._kept.values()) > _KEPT_CHARS and len(self._kept) > 1:
                self._kept.popitem(last=False)


def _key(fd: int, kind: Kind) -> object:
    version = version_of(fd)
    return kind, version.digest or version
