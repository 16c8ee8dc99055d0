"""Opening what lies below the root, and nothing else.

Every open walks down from the root one name at a time with O_NOFOLLOW, so that a
link swapped in between a check and the open is refused by the kernel. Links that
stay inside the root work: their target is worked out first, and then walked.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path

from app.workspace.errors import WorkspaceError, plain, shown_name
from app.workspace.paths.names import Parts, outside

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NAMES_COMPARED = 500_000


def settled(root: Path, parts: Parts, asked: str) -> Parts:
    """`parts` with links below the root followed. Raises `path:outside` where they lead out."""
    try:
        real = Path(os.path.realpath(root.joinpath(*parts)))
    except (ValueError, OSError) as error:
        raise _unreachable(error, asked) from None
    if not real.is_relative_to(root):
        raise outside(asked)
    return real.relative_to(root).parts


@contextmanager
def folder_fd(root: Path, parts: Parts, asked: str, create: bool = False) -> Iterator[int]:
    """A descriptor of the folder `parts`.

    With `create`, missing folders are made; they go again when the block fails.
    """
    try:
        fd = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise plain(error, asked) from None
    with ExitStack() as made:
        try:
            for name in parts:
                try:
                    if create and entry(fd, name) is None and _is_made(fd, name):
                        made.push(_removing(os.dup(fd), name))
                    below = os.open(name, _FOLDER, dir_fd=fd)
                except (OSError, ValueError) as error:
                    raise _unreachable(error, asked) from None
                os.close(fd)
                fd = below
            yield fd
        finally:
            os.close(fd)


def _is_made(folder: int, name: str) -> bool:
    """Makes the folder `name`; false when somebody else was faster."""
    try:
        os.mkdir(name, dir_fd=folder)
    except FileExistsError:
        return False
    return True


def _removing(folder: int, name: str) -> Callable[..., None]:
    """An exit callback that takes the new folder `name` back when there was an error; it stays if it is in use."""

    def remove(kind: type[BaseException] | None, *_: object) -> None:
        with suppress(OSError):
            if kind is not None:
                os.rmdir(name, dir_fd=folder)
        os.close(folder)

    return remove


def entry(folder: int, name: str) -> os.stat_result | None:
    """What `name` is in the folder, links not followed; None when there is nothing."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def is_named(folder: int, name: str) -> bool:
    """Whether something of exactly this name can be seen in the folder."""
    try:
        return entry(folder, name) is not None
    except (OSError, ValueError):
        return False


def names_in(folder: int) -> list[str]:
    """The names in the folder, unsorted; of an enormous one, the first half a million."""
    with os.scandir(folder) as entries:
        return [item.name for item in islice(entries, _NAMES_COMPARED)]


def marked_names_in(folder: int) -> list[tuple[str, bool]]:
    """The same, each with whether it is a folder itself."""
    with os.scandir(folder) as entries:
        return [(item.name, item.is_dir(follow_symlinks=False)) for item in islice(entries, _NAMES_COMPARED)]


def open_file(folder: int, name: str, asked: str) -> int:
    """A descriptor for reading the regular file `name`. Raises WorkspaceError for anything else, at once.

    O_NONBLOCK keeps a pipe from holding the call; the kind is checked before and after
    the open, since devices may act on being opened.
    """
    try:
        there = entry(folder, name)
        if there is not None:
            require_file(there.st_mode, asked)
        fd = os.open(name, _FILE, dir_fd=folder)
    except (OSError, ValueError) as error:
        raise _unreachable(error, asked) from None
    try:
        require_file(os.fstat(fd).st_mode, asked)
    except WorkspaceError:
        os.close(fd)
        raise
    return fd


def require_file(mode: int, asked: str) -> None:
    """Raises WorkspaceError unless `mode` is a regular file's."""
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise WorkspaceError("path:not_a_file", f"{shown_name(asked)} is a folder, not a file.")
    if stat.S_ISLNK(mode):
        raise outside(asked)
    raise WorkspaceError("file:special", f"{shown_name(asked)} is a pipe, a socket or a device, which is never opened.")


def _unreachable(error: Exception, asked: str) -> WorkspaceError:
    if isinstance(error, OSError):
        return plain(error, asked)
    return WorkspaceError("path:name", f"{shown_name(asked)} cannot be a file's name here.")
