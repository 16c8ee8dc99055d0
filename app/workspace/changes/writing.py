"""Writing a whole file so that there is always either the old one or the new one."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from app.workspace.changes.permit import commit
from app.workspace.errors import WorkspaceError, plain, shown_name
from app.workspace.paths.opening import entry, open_file


def read_all(folder: int, name: str, asked: str) -> bytes:
    """Every byte of the regular file `name`."""
    fd = open_file(folder, name, asked)
    with os.fdopen(fd, "rb") as file:
        return file.read()


def replace(folder: int, name: str, content: bytes, asked: str) -> None:
    """Makes `content` the file `name` in the open `folder`: a synced temporary file, renamed.

    The old file's permissions are kept. Raises WorkspaceError when the system refuses,
    and Withdrawn when the call was called off; the old file is then untouched.
    """
    before = entry(folder, name)
    if before is not None and not os.access(name, os.W_OK, dir_fd=folder):
        # A rename would not ask: it needs leave to change the folder only.
        raise WorkspaceError("file:unreadable", f"{shown_name(asked)} is read-only; it was not changed.")
    with _temporary(folder, asked) as (fd, temporary):
        try:
            with os.fdopen(fd, "wb", closefd=False) as file:
                file.write(content)
            if before is not None:
                os.fchmod(fd, before.st_mode & 0o7777)
            os.fsync(fd)
            commit(lambda: os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder))
        except OSError as error:
            raise plain(error, asked) from None
    # Some file systems cannot sync a folder; the file is there all the same.
    with suppress(OSError):
        os.fsync(folder)


def verify(folder: int, name: str, content: bytes, asked: str) -> None:
    """Reads the written file back. Raises `result:unverified` unless it holds `content`."""
    try:
        same = read_all(folder, name, asked) == content
    except (WorkspaceError, OSError):
        same = False
    if not same:
        raise WorkspaceError(
            "result:unverified", f"{shown_name(asked)} was written, but reading it back did not give the same text."
        )


@contextmanager
def _temporary(folder: int, asked: str) -> Iterator[tuple[int, str]]:
    # The name does not contain the target's: that could be as long as names may be.
    name = f".folio-{secrets.token_hex(8)}.tmp"
    try:
        fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666, dir_fd=folder)
    except OSError as error:
        raise plain(error, asked) from None
    try:
        yield fd, name
    finally:
        os.close(fd)
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder)
