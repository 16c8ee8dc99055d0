"""Clearing away the temporary files of writers that were killed."""

import fcntl
import os
import stat
from contextlib import suppress
from pathlib import PurePosixPath

from app.workspace.changes.disk.entries import Entry, file_entry
from app.workspace.changes.disk.renames import set_free
from app.workspace.changes.disk.temporary import PATTERN
from app.workspace.changes.undo.journal import Journal
from app.workspace.changes.undo.records import Record
from app.workspace.changes.versions import version_of

_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def sweep(folder: int, journal: Journal) -> None:
    """Removes abandoned temporary files of the open `folder`.

    A living writer holds its file locked, and the system frees the lock of a dead one:
    nothing is guessed from a time. To be called by one at a time, under the change lock.
    """
    for name in os.listdir(folder):
        if found := PATTERN.fullmatch(name):
            with suppress(OSError):
                _clear(folder, name, found.group(1), journal)


def _clear(folder: int, name: str, id: str, journal: Journal) -> None:
    try:
        fd = os.open(name, _OPEN, dir_fd=folder)
    except OSError:
        if os.readlink(name, dir_fd=folder):  # The record of a link holds all that it was.
            os.unlink(name, dir_fd=folder)
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        record = journal.record(id)
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            _give_back(folder, name, record)
            return
        if record is None or record.done:
            os.unlink(name, dir_fd=folder)
            return
        there = file_entry(fd, version_of(fd, os.fstat(fd).st_size))
        if _is_known(there, record.after, journal):
            os.unlink(name, dir_fd=folder)
        else:
            # Nobody else holds it: it was saved while it was being replaced.
            _give_back(folder, name, record)
    finally:
        os.close(fd)


def _give_back(folder: int, name: str, record: Record | None) -> None:
    if record is not None:
        set_free(folder, name, PurePosixPath(record.path).name)


def _is_known(there: Entry, after: Entry | None, journal: Journal) -> bool:
    """Whether the file is the new one, which never got its place, or an old one that is kept."""
    return there.same_content(after) or journal.path(there) is not None
