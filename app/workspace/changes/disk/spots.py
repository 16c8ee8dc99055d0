"""A name below the root, in a folder that is held open."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from app.workspace.changes.disk.untouched import untouched
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts
from app.workspace.paths.opening import settled
from app.workspace.paths.resolving import Paths


@dataclass(frozen=True, slots=True)
class Spot:
    """`folder` is a descriptor, `asked` is for errors, `made` are the folders that had to be made for it."""

    folder: int
    parts: Parts
    asked: str
    made: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.parts[-1]

    @property
    def path(self) -> str:
        return "/".join(self.parts)

    def synced(self) -> None:
        """Has the folder's names written to the disk, where the file system can."""
        with suppress(OSError):
            os.fsync(self.folder)


def itself(paths: Paths, parts: Parts, asked: str) -> Parts:
    """Where the entry `parts` is: links are followed on the way to it, but it is not followed itself."""
    if not parts:
        raise WorkspaceError("path:not_a_file", f"{shown_name(asked)} is the work folder itself.")
    return (*settled(paths.root, parts[:-1], asked), parts[-1])


@contextmanager
def spot(paths: Paths, parts: Parts, asked: str, create: bool = False) -> Iterator[Spot]:
    """The spot `parts`. With `create`, missing folders are made; they go again when the block fails.

    What the system refuses in the block becomes a WorkspaceError.
    """
    made = missing(paths, parts[:-1], asked) if create else ()
    with paths.folder(parts[:-1], asked, create) as folder:
        try:
            yield Spot(folder, parts, asked, made)
        except OSError as error:
            raise untouched(error, asked) from None


def missing(paths: Paths, parts: Parts, asked: str) -> tuple[str, ...]:
    """The folders on the way to and including `parts` that are not there, the outermost first."""
    with paths.folder((), asked) as root:
        there = _depth(os.dup(root), parts)
    return tuple("/".join(parts[: depth + 1]) for depth in range(there, len(parts)))


def _depth(fd: int, parts: Parts) -> int:
    """How many of the names can be entered one after another from `fd`, which is closed."""
    for depth, name in enumerate(parts):
        try:
            below = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=fd)
        except (OSError, ValueError):
            return depth
        finally:
            os.close(fd)
        fd = below
    os.close(fd)
    return len(parts)
