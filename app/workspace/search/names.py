"""Searching for files and folders by their names."""

import time
from dataclasses import dataclass
from operator import attrgetter

from app.workspace.paths.resolving import Paths
from app.workspace.search.patterns import fitting, name_test
from app.workspace.search.walking import Walk

_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class FoundName:
    """A hit: `path` is relative to the root, a folder's ends with `/`. `kind` as in a listing, `size` in bytes."""

    path: str
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    """The names that fit, sorted by path, and what was looked at.

    `folder` is where, relative to the root. `files` (with links and special ones) and
    `folders` were looked at; `hidden` names begin with a dot and were left out, with all
    that is below them; `closed` are folders that could not be entered. `cut` is "entries"
    or "time" when there is more than a walk looks at (200,000 names, 10 seconds).
    `read_as` is the glob that a regular expression was read as, else "".
    """

    folder: str
    names: tuple[FoundName, ...]
    files: int
    folders: int
    hidden: int
    closed: tuple[str, ...]
    cut: str
    read_as: str


def find_names(paths: Paths, pattern: str, folder: str, hidden: bool = False) -> Found:
    """The files and folders below `folder` whose name fits `pattern`; see `fitting` for how it is read.

    Links are found by their own name and not followed. A missing folder raises
    WorkspaceError `path:not_found`, a file `path:not_a_directory`.
    """
    name_test(pattern)
    parts = paths.found(folder)
    walk = Walk(paths, parts, folder, hidden, time.monotonic() + _SECONDS)
    items = list(walk)
    found, read_as = fitting(items, pattern)
    names = [FoundName(f"{i.path}/" if i.kind == "folder" else i.path, i.kind, i.size) for i in found]
    folders = sum(item.kind == "folder" for item in items)
    return Found(
        folder="/".join(parts),
        names=tuple(sorted(names, key=attrgetter("path"))),
        files=len(items) - folders,
        folders=folders,
        hidden=walk.hidden,
        closed=tuple(walk.closed),
        cut=walk.cut,
        read_as=read_as,
    )
