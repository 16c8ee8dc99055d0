"""One change at a time, over all threads and processes that share the app's folder."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from filelock import FileLock, Timeout

from app.workspace.changes.disk.untouched import unusable
from app.workspace.changes.permit import require_wanted
from app.workspace.errors import WorkspaceError

_LONGEST_WAIT = 20.0
_LOOK_AGAIN = 0.1
_POLL = 0.005


class ChangeLock:
    """Held from the last look at a file until its change was checked."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._own = Lock()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Waits for its turn. Raises WorkspaceError `tool:timeout` after 20 s, and Withdrawn when called off."""
        until = time.monotonic() + _LONGEST_WAIT
        while not self._own.acquire(timeout=_LOOK_AGAIN):
            _go_on(until)
        try:
            lock = self._taken(until)
            try:
                yield
            finally:
                lock.release()
        finally:
            self._own.release()

    def _taken(self, until: float) -> FileLock:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # A lock that is only a file would stay when its holder is killed.
            lock = FileLock(self._file, poll_interval=_POLL, fallback_to_soft=False)
            while True:
                try:
                    lock.acquire(timeout=_LOOK_AGAIN)
                except Timeout:
                    _go_on(until)
                else:
                    return lock
        except OSError as error:
            raise unusable(error, "lock its changes") from None


def _go_on(until: float) -> None:
    require_wanted()
    if time.monotonic() > until:
        raise WorkspaceError(
            "tool:timeout", "Another change of the folder is taking long, so nothing was changed. Try again."
        )
