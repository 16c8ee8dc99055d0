"""What is in a folder."""

import math
import os
import time
from dataclasses import dataclass

from app.workspace.search.digests import basis_of_names
from app.workspace.search.walking import MOST_ENTRIES, names_in


@dataclass(frozen=True, slots=True)
class Entry:
    """One name in a folder. `size` is in bytes; `kind` is file, folder, link or special.

    It is unknown, and the size 0, of what the system tells nothing but the name, as in a
    folder that may be listed but not entered.
    """

    name: str
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A folder's entries, folders first, each group by name; `path` is relative to the root.

    `hidden` names begin with a dot and were left out. With `cut` there are more names
    than the 200,000 that were looked at. `basis` is a digest of what it rests on, "" when
    that cannot be told.
    """

    path: str
    entries: tuple[Entry, ...]
    hidden: int
    cut: bool = False
    basis: str = ""


def entries_of(folder: int, path: str, hidden: bool) -> Listing:
    """Everything in the open `folder`; names that begin with a dot are only counted unless `hidden`."""
    began = time.time_ns()
    seen, cut = names_in(folder, MOST_ENTRIES, math.inf)
    shown = seen if hidden else [name for name in seen if not name[0].startswith(".")]
    # Sorted by plain texts, one after the other: by tuples it takes five times as long, and stops every thread.
    ordered = sorted(shown, key=lambda name: name[0].casefold())
    folders = [_entry(*name) for name in ordered if name[1] == "folder"]
    others = [_entry(*name) for name in ordered if name[1] != "folder"]
    left_out = len(seen) - len(shown)
    basis = "" if cut else basis_of_names(path, shown, left_out, began)
    return Listing(path, (*folders, *others), left_out, bool(cut), basis)


def _entry(name: str, kind: str, status: os.stat_result | None) -> Entry:
    return Entry(name, kind, status.st_size if status else 0)
