"""What stands where something is to be put or taken from, and whether that may be."""

import os

from app.workspace.changes.diffs import unified
from app.workspace.changes.disk.entries import Entry, same
from app.workspace.changes.disk.spots import spot
from app.workspace.changes.making import Making
from app.workspace.changes.refusals import changed, gone, is_there, require_writable
from app.workspace.changes.seen import Seen
from app.workspace.changes.undo.journal import SHOWN_BYTES
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts


def small_content(making: Making, parts: Parts) -> bytes | None:
    """The content of the file `parts`; None when there is none, or it is too large to be shown."""
    try:
        with making.paths.file(parts, "/".join(parts)) as fd:
            content = os.pread(fd, SHOWN_BYTES + 1, 0)
    except (WorkspaceError, OSError):
        return None
    return content if len(content) <= SHOWN_BYTES else None


def diff_between(making: Making, before: Parts, after: Parts | None) -> str:
    """The diff from one file to another, or to none; "" where they are too large to be shown."""
    old = small_content(making, before)
    new = small_content(making, after) if after else None
    return "" if old is None or (after and new is None) else unified(old, new, "/".join(before))


def require_target(making: Making, parts: Parts, there: Entry, asked: str, inside: str) -> None:
    """Raises WorkspaceError unless a file may be put in place of `there`; `inside` is the name it would have in it."""
    if there.kind == "folder":
        raise WorkspaceError(
            "path:not_a_file",
            f"{shown_name(asked)} is a folder. Name the file in it: {shown_name('/'.join((*parts, inside)))}.",
        )
    if there.kind == "file":
        with spot(making.paths, parts, asked) as place:
            require_writable(place, asked)


def require_known(making: Making, parts: Parts, there: Entry, seen: Seen) -> None:
    """Raises `file:changed` when the file is not what the conversation saw last."""
    path = "/".join(parts)
    known = seen.version(path)
    if known is not None and there.version is not None and not known.same_content(there.version):
        raise changed(path, seen.content(path), small_content(making, parts), "it was read")


def is_unseen(seen: Seen, path: str, there: Entry | None) -> bool:
    """Whether a file stands at `path` whose whole content the conversation does not know."""
    return there is not None and there.version is not None and not seen.is_whole(path, there.version)


def require_planned(making: Making, parts: Parts, planned: Entry | None, now: Entry | None) -> None:
    """Raises WorkspaceError when something else stands at `parts` than what was planned with."""
    path = "/".join(parts)
    if same(planned, now):
        return
    if planned is None and now is not None:
        raise is_there(path, now)
    if now is None:
        raise gone(path)
    raise changed(path, None, small_content(making, parts), "it was looked at")
