"""What is in a folder."""

import os
import stat
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One name in a folder. `size` is in bytes; `kind` is file, folder, link or special."""

    name: str
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A folder's entries, folders first, each group by name; `path` is relative to the root."""

    path: str
    entries: tuple[Entry, ...]
    hidden: int


def entries_of(folder: int, path: str, hidden: bool) -> Listing:
    """Everything in the open `folder`; names that begin with a dot are only counted unless `hidden`."""
    seen = [_entry(item) for item in os.scandir(folder)]
    shown = seen if hidden else [e for e in seen if not e.name.startswith(".")]
    ordered = sorted(shown, key=lambda e: (e.kind != "folder", e.name.casefold(), e.name))
    return Listing(path, tuple(ordered), len(seen) - len(shown))


def _entry(item: os.DirEntry[str]) -> Entry:
    try:
        status = item.stat(follow_symlinks=False)
    except OSError:
        # Gone by now, or in a folder that may be listed but not entered.
        return Entry(item.name, "special", 0)
    kinds = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link"}
    return Entry(item.name, kinds.get(stat.S_IFMT(status.st_mode), "special"), status.st_size)
