"""What a remembered listing or search rests on, so that it is forgotten when anything there changes."""

import hashlib
import os
import struct
import time
from collections.abc import Iterable, Sequence

from app.workspace.paths.resolving import Paths
from app.workspace.search.walking import Name, Walk

_SECONDS = 5.0
_RACY_NS = 50_000_000
# Above that many, looking whether something has changed takes as long as looking again.
_MOST = 20_000
_FACTS = struct.Struct("<QQqqq")


def basis_of_names(path: str, names: Sequence[Name], hidden: int, began: int) -> str:
    """A digest of the names in the folder `path`, with their kinds, sizes, times and inodes; see `basis_of_tree`.

    `hidden` more were counted; looking at them `began` then, in nanoseconds.
    """
    return (
        "" if len(names) > _MOST else _digest(path, ((name, status) for name, _, status in names), began, str(hidden))
    )


def basis_of_tree(paths: Paths, asked: str, hidden: bool) -> str:
    """A digest of everything below a folder; "" when a later change might not be seen by it.

    That is so when something changed less than 50 ms ago (two changes may carry one time
    stamp), or when the walk met a bound, such as 20,000 names. Taken before the result that rests on it, so
    that a change in between is noticed. A missing folder raises WorkspaceError.
    """
    began = time.time_ns()
    parts = paths.found(asked)
    walk = Walk(paths, parts, asked, hidden, time.monotonic() + _SECONDS, most=_MOST)
    items = [(item.below, item.status) for item in walk]
    return "" if walk.cut else _digest("/".join(parts), items, began, f"{walk.hidden} {walk.closed}")


def _digest(path: str, items: Iterable[tuple[str, os.stat_result | None]], began: int, rest: str) -> str:
    digest, newest = hashlib.blake2b(f"{path}\0{rest}".encode("utf-8", "surrogateescape"), digest_size=20), 0
    for name, status in items:
        digest.update(_facts(name, status))
        newest = max(newest, status.st_ctime_ns if status else 0)
    return "" if began - newest < _RACY_NS else digest.hexdigest()


def _facts(name: str, status: os.stat_result | None) -> bytes:
    told = os.fsencode(name) + b"\0"
    if status is None:
        return told
    s = status
    return told + _FACTS.pack(s.st_mode, s.st_ino, s.st_size, s.st_mtime_ns, s.st_ctime_ns)
