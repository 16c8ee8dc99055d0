"""A folder and what is below it, by descriptors: sorted, bounded, and never through a link."""

import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from app.workspace.changes.disk.temporary import PATTERN as TEMPORARY
from app.workspace.changes.permit import require_wanted
from app.workspace.errors import WorkspaceError
from app.workspace.paths.names import Parts
from app.workspace.paths.opening import folder_fd, settled
from app.workspace.paths.resolving import Paths

MOST_ENTRIES = 200_000
"""Names that one walk looks at; what is beyond them is said to be left out."""

_BETWEEN_LOOKS = 1_000
_KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link"}


class Item(NamedTuple):
    """One name: `path` is relative to the root, `below` to the folder where the walk began.

    `kind` is file, folder, link, special, or unknown when the system does not tell; then `status` is None.
    """

    path: str
    below: str
    kind: str
    status: os.stat_result | None

    @property
    def size(self) -> int:
        """In bytes, 0 when it is not known."""
        return self.status.st_size if self.status else 0


Name = tuple[str, str, os.stat_result | None]
"""A name in a folder, its kind, and what the system says of it, if it does."""


@dataclass
class Walk:
    """Everything below the folder `parts`, as an iterable of Items; then `hidden`, `closed` and `cut` are known.

    Names that begin with a dot are counted in `hidden`, and shown and entered only with
    `dotted`. `closed` are the folders that could not be entered. `cut` is "entries" or
    "time" when the walk ended early at a bound: `until` is a time of the monotonic clock.
    `most` bounds the names. A missing folder raises WorkspaceError.
    """

    paths: Paths
    parts: Parts
    asked: str
    dotted: bool
    until: float
    hidden: int = 0
    closed: list[str] = field(default_factory=list)
    cut: str = ""
    seen: int = 0
    most: int = MOST_ENTRIES

    def __iter__(self) -> Iterator[Item]:
        start = settled(self.paths.root, self.parts, self.asked)
        waiting: list[Parts] = [()]
        while waiting and not self._over():
            below = waiting.pop()
            names = self._names(start, below)
            inside, whole = _prefix(below), _prefix(self.parts + below)
            for name, kind, status in names:
                yield Item(whole + name, inside + name, kind, status)
            waiting += [(*below, name) for name, kind, _ in reversed(names) if kind == "folder"]

    def _over(self) -> bool:
        require_wanted()
        if self.seen >= self.most:
            self.cut = "entries"
        elif time.monotonic() > self.until:
            self.cut = "time"
        return bool(self.cut)

    def _names(self, start: Parts, below: Parts) -> list[Name]:
        try:
            with folder_fd(self.paths.root, start + below, self.asked) as folder:
                names, self.cut = names_in(folder, self.most - self.seen, self.until)
        except (WorkspaceError, OSError) as error:
            if not below:
                raise
            if not (isinstance(error, WorkspaceError) and error.code == "path:not_found"):
                self.closed.append("/".join(self.parts + below))
            return []
        self.seen += len(names)
        shown = names if self.dotted else [name for name in names if not name[0].startswith(".")]
        self.hidden += len(names) - len(shown)
        return shown


def names_in(folder: int, most: int, until: float) -> tuple[list[Name], str]:
    """The names in the open `folder`, sorted, without our own temporary files, and why there are more.

    At most `most` of them, until the monotonic clock says `until`; the reason is
    "entries" or "time", "" when these are all.
    """
    names: list[Name] = []
    cut = ""
    with os.scandir(folder) as found:
        while some := list(islice(found, min(_BETWEEN_LOOKS, most - len(names)))):
            require_wanted()
            names += [_name(item) for item in some if not TEMPORARY.fullmatch(item.name)]
            if time.monotonic() > until:
                cut = "time"
                break
        cut = cut or ("entries" if next(found, None) else "")
    # By one plain text each: comparing tuples takes five times as long, and no other thread runs meanwhile.
    return sorted(names, key=itemgetter(0)), cut


def _prefix(parts: Parts) -> str:
    return "".join(f"{part}/" for part in parts)


def _name(item: os.DirEntry[str]) -> Name:
    try:
        status = item.stat(follow_symlinks=False)
    except OSError:
        # Gone by now, or in a folder that may be listed but not entered.
        return item.name, "unknown", None
    return item.name, _KINDS.get(stat.S_IFMT(status.st_mode), "special"), status
