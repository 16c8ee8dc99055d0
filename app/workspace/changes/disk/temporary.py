"""A file under a name of its own, filled and synced before anybody sees it under the right one."""

import fcntl
import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from app.workspace.changes.disk.entries import Entry
from app.workspace.changes.disk.untouched import untouched
from app.workspace.changes.permit import require_wanted
from app.workspace.changes.versions import PIECE_BYTES, Version, version_of
from app.workspace.errors import WorkspaceError, shown_name

PATTERN = re.compile(r"\.folio-([0-9a-f]{16}-[0-9a-f]{16})\.tmp")
"""The names of temporary files; the group is the id of the change they are for."""

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def name_for(id: str) -> str:
    """The temporary name of the change `id`. It does not contain the target's: that may be as long as names may be."""
    return f".folio-{id}.tmp"


@dataclass(frozen=True, slots=True)
class Temporary:
    """An open temporary file in the open folder `folder`."""

    folder: int
    name: str
    fd: int
    asked: str

    def fill(self, pieces: Iterable[bytes]) -> Version:
        """Writes the pieces, syncs, reads back and compares. Raises WorkspaceError, and Withdrawn when called off."""
        digest = hashlib.sha256()
        try:
            for piece in pieces:
                require_wanted()
                digest.update(piece)
                _write(self.fd, piece)
            os.fsync(self.fd)
            version = version_of(self.fd, os.fstat(self.fd).st_size)
        except OSError as error:
            raise untouched(error, self.asked) from None
        if version.digest != digest.hexdigest():
            raise unverified(self.asked)
        return version

    def dress(self, like: Entry, attributes_of: int | None = None) -> None:
        """Gives it the permissions and the owner of `like`, and the extended attributes of an open file."""
        try:
            self._give_to(*like.owner)
            os.fchmod(self.fd, like.mode)
        except OSError as error:
            raise untouched(error, self.asked) from None
        if attributes_of is not None:
            self._take_attributes(attributes_of)

    def _take_attributes(self, fd: int) -> None:
        if sys.platform != "linux":
            return
        with suppress(OSError):
            for key in os.listxattr(fd):
                with suppress(OSError):
                    os.setxattr(self.fd, key, os.getxattr(fd, key))

    def _give_to(self, user: int, group: int) -> None:
        """Only root may give a file to somebody else; a group is often allowed."""
        there = os.fstat(self.fd)
        if there.st_gid != group:
            with suppress(PermissionError):
                os.fchown(self.fd, -1, group)
        if there.st_uid != user:
            with suppress(PermissionError):
                os.fchown(self.fd, user, -1)


@contextmanager
def temporary(folder: int, id: str, asked: str, mode: int = 0o600) -> Iterator[Temporary]:
    """A new temporary file; it goes away at the end if it has its name still.

    Nobody else can read it, unless `mode` says so, until it is dressed. It is locked for
    as long as it is open, which tells everybody that it is in use.
    """
    name = name_for(id)
    fd = _opened(folder, name, asked, mode)
    try:
        yield Temporary(folder, name, fd, asked)
    finally:
        with suppress(OSError):
            # What was exchanged for it is not to be lost.
            if os.path.samestat(os.fstat(fd), os.stat(name, dir_fd=folder, follow_symlinks=False)):
                os.unlink(name, dir_fd=folder)
        os.close(fd)


def pieces_of(fd: int) -> Iterator[bytes]:
    """The content of the open file `fd`, from its beginning. Its position is not used and not moved."""
    position = 0
    while piece := os.pread(fd, PIECE_BYTES, position):
        yield piece
        position += len(piece)


def unverified(asked: str) -> WorkspaceError:
    """The refusal to claim what did not read back the same."""
    return WorkspaceError(
        "result:unverified",
        f"{shown_name(asked)}: what was written did not read back as the same bytes. Nothing was changed.",
    )


def _opened(folder: int, name: str, asked: str, mode: int) -> int:
    try:
        while True:
            fd = os.open(name, _NEW, mode, dir_fd=folder)
            if _locked(fd) and os.fstat(fd).st_nlink:
                return fd
            # Somebody who clears away abandoned files came between the two; it is gone or will be at once.
            os.close(fd)
            with suppress(FileNotFoundError):
                os.unlink(name, dir_fd=folder)
    except OSError as error:
        raise untouched(error, asked) from None


def _locked(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(fd: int, piece: bytes) -> None:
    view = memoryview(piece)
    while view:
        view = view[os.write(fd, view) :]
