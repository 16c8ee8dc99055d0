"""What is said when a change is not made, and the next move."""

import os
from pathlib import PurePosixPath

from app.workspace.changes.diffs import unified
from app.workspace.changes.disk.entries import Entry
from app.workspace.changes.disk.spots import Spot
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.opening import entry


def changed(path: str, before: bytes | None, now: bytes | None, since: str) -> WorkspaceError:
    """The refusal to lose what somebody else wrote, with a diff; `since` says since when, such as "it was read".

    The two contents are None where they are not known or too large to be shown.
    """
    said = f"{shown_name(path)} has changed since {since}, so nothing was done. Read it again with read_file"
    diff = unified(before, now, path) if before is not None and now is not None else ""
    return WorkspaceError("file:changed", f"{said} and take over what changed.", diff, path)


def gone(path: str) -> WorkspaceError:
    """The refusal to change what is no longer there."""
    return WorkspaceError("file:changed", f"{shown_name(path)} was taken away or moved meanwhile, so nothing was done.")


def is_there(spot_path: str, there: Entry) -> WorkspaceError:
    """The refusal to make something of a name that is taken."""
    kind = {"file": "a file", "link": "a link", "folder": "a folder"}[there.kind]
    return WorkspaceError("path:exists", f"{shown_name(spot_path)} is there already: {kind}. Nothing was changed.")


def require_writable(spot: Spot, asked: str) -> None:
    """Raises WorkspaceError when the file at `spot` may not be replaced.

    A hard link is `file:special`: one file under two names, which a change would part or
    both change, and what the other name is for nobody here can know.
    """
    there = entry(spot.folder, spot.name)
    if there is None:
        return
    if there.st_nlink > 1:
        raise WorkspaceError(
            "file:special",
            f"{shown_name(asked)} is a hard link: the same file has {there.st_nlink - 1} more name(s), which a change"
            f" would part from it. Nothing was changed. A new name would work, such as {shown_name(free_name(spot))}.",
        )
    # A rename would not ask: it needs leave to change the folder only. Nor does root need any.
    writable = os.access(spot.name, os.W_OK, dir_fd=spot.folder, effective_ids=True)
    if not writable or not there.st_mode & 0o222:
        raise WorkspaceError(
            "file:unreadable",
            f"{shown_name(asked)} is read-only; nothing was changed."
            f" A new name would work, such as {shown_name(free_name(spot))}.",
        )


def free_name(spot: Spot) -> str:
    """A path beside `spot` that is free."""
    path = PurePosixPath(spot.path)
    names = (f"{path.stem}-{number}{path.suffix}" for number in range(2, 1000))
    free = next((name for name in names if entry(spot.folder, name) is None), path.name)
    return str(path.with_name(free))
