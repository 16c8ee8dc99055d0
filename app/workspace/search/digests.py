"""What a remembered listing or search rests on, so that it is forgotten when anything there changes."""

import hashlib
import os
import struct
import time

from app.workspace.paths.resolving import Paths
from app.workspace.search.walking import Item, Walk

_SECONDS = 5.0
_RACY_NS = 50_000_000
# Above that many, looking whether something has changed takes as long as looking again.
_MOST = 20_000
_FACTS = struct.Struct("<QQqqq")


def basis_of_folder(paths: Paths, asked: str, hidden: bool) -> str:
    """A digest of the names in one folder, with their kinds, sizes, times and inodes; see `basis_of_tree`."""
    return _basis(paths, asked, hidden, deep=False)


def basis_of_tree(paths: Paths, asked: str, hidden: bool) -> str:
    """A digest of everything below a folder; "" when a later change might not be seen by it.

    That is so when something changed less than 50 ms ago (two changes may carry one time
    stamp), or when the walk met a bound, such as 20,000 names. Taken before the result that rests on it, so
    that a change in between is noticed. A missing folder raises WorkspaceError.
    """
    return _basis(paths, asked, hidden, deep=True)


def _basis(paths: Paths, asked: str, hidden: bool, deep: bool) -> str:
    began = time.time_ns()
    parts = paths.found(asked)
    walk = Walk(paths, parts, asked, hidden, time.monotonic() + _SECONDS, deep, most=_MOST)
    digest, newest = hashlib.blake2b(repr(paths.root.joinpath(*parts).resolve()).encode(), digest_size=20), 0
    for item in walk:
        digest.update(_facts(item))
        newest = max(newest, item.status.st_ctime_ns if item.status else 0)
    if walk.cut or began - newest < _RACY_NS:
        return ""
    digest.update(f"{walk.hidden} {walk.closed}".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _facts(item: Item) -> bytes:
    name = os.fsencode(item.below) + b"\0"
    if item.status is None:
        return name
    s = item.status
    return name + _FACTS.pack(s.st_mode, s.st_ino, s.st_size, s.st_mtime_ns, s.st_ctime_ns)
