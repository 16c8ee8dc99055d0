"""A folder a page at a time, for somebody who scrolls through it: quick however much is in it."""

import os
import stat
from dataclasses import dataclass
from itertools import islice

from app.workspace.changes.disk.temporary import PATTERN as TEMPORARY
from app.workspace.errors import WorkspaceError, plain
from app.workspace.paths.names import Parts
from app.workspace.paths.opening import entry, folder_fd, settled
from app.workspace.paths.resolving import Paths
from app.workspace.search.walking import MOST_ENTRIES

_KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder"}


@dataclass(frozen=True, slots=True)
class Named:
    """One name in a folder. `kind` is file, folder or other; of a link inside the folder, what it leads to.

    `size` is in bytes, `changed` in seconds since 1970; both are 0 where they are not known.
    """

    name: str
    kind: str
    size: int = 0
    changed: float = 0
    is_link: bool = False


@dataclass(frozen=True, slots=True)
class FolderPage:
    """Some of the `total` names in the folder `path`, from number `offset` (from 0) on: folders first, then by name.

    `hidden` names begin with a dot and were left out. With `cut` there are more names than
    the 200,000 that were looked at.
    """

    path: str
    names: tuple[Named, ...]
    offset: int
    total: int
    hidden: int
    cut: bool


def folder_page(paths: Paths, asked: str, offset: int, limit: int) -> FolderPage:
    """The names `offset` to `offset + limit` in a folder."""
    parts = paths.found(asked)
    real = settled(paths.root, parts, asked)
    try:
        with folder_fd(paths.root, real, asked) as fd:
            folders, others, cut = _names(fd)
            shown = [name for name in (*folders, *others) if not name.startswith(".")]
            named = tuple(_named(paths, real, fd, name) for name in shown[offset : offset + limit])
    except OSError as error:
        raise plain(error, asked) from None
    hidden = len(folders) + len(others) - len(shown)
    return FolderPage("/".join(parts), named, offset, len(shown), hidden, cut)


def _names(folder: int) -> tuple[list[str], list[str], bool]:
    """The names of folders, and all others, each in order. Nothing is asked about each: that would take seconds."""
    folders, others = list[str](), list[str]()
    with os.scandir(folder) as found:
        for item in islice(found, MOST_ENTRIES):
            if not TEMPORARY.fullmatch(item.name):
                (folders if item.is_dir(follow_symlinks=False) else others).append(item.name)
        cut = next(found, None) is not None
    return sorted(folders, key=str.casefold), sorted(others, key=str.casefold), cut


def _named(paths: Paths, folder: Parts, fd: int, name: str) -> Named:
    try:
        status = entry(fd, name)
    except OSError:
        status = None
    if status is None:
        return Named(name, "other")
    is_link = stat.S_ISLNK(status.st_mode)
    if is_link:
        status = _led_to(paths, (*folder, name)) or status
    kind = _KINDS.get(stat.S_IFMT(status.st_mode), "other")
    size = status.st_size if kind == "file" else 0
    return Named(name, kind, size, status.st_mtime, is_link)


def _led_to(paths: Paths, link: Parts) -> os.stat_result | None:
    """What a link leads to, None where that is not inside the root or is not there."""
    try:
        real = settled(paths.root, link, link[-1])
        with folder_fd(paths.root, real[:-1], link[-1]) as fd:
            return entry(fd, real[-1]) if real else os.fstat(fd)
    except (WorkspaceError, OSError):
        return None
