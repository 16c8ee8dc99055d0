"""The points of effect: each makes a change at one moment, or finds that somebody else was faster."""

import os
from contextlib import suppress

from app.workspace.changes.disk.entries import Entry, look, same
from app.workspace.changes.disk.renames import NotOffered, exchange, rename_new, set_free
from app.workspace.changes.disk.spots import Spot


class Overtaken(Exception):
    """What was to be replaced, moved or taken away is no longer what was looked at. Nothing was changed."""


def put(spot: Spot, temporary: str, before: Entry | None) -> None:
    """Makes the temporary file the file at `spot`, in place of `before`.

    Of two that exchange names none is ever gone: what came out is compared, and goes back if it was another.
    """
    if before is None:
        _new(spot.folder, temporary, spot)
        return
    ours = _inode(spot.folder, temporary)
    try:
        exchange(spot.folder, temporary, spot.folder, spot.name)
    except FileNotFoundError:
        raise Overtaken from None
    except NotOffered:
        _require(spot, before)
        os.replace(temporary, spot.name, src_dir_fd=spot.folder, dst_dir_fd=spot.folder)
        return
    if not before.same_file(look(spot.folder, temporary, spot.asked)):
        exchange(spot.folder, temporary, spot.folder, spot.name)
        if _inode(spot.folder, temporary) != ours:
            # Saved once more in between: what is newest stays.
            exchange(spot.folder, temporary, spot.folder, spot.name)
        raise Overtaken


def take(spot: Spot, aside: str, before: Entry) -> None:
    """Takes `before` away: moved aside, compared, and only then removed."""
    if before.kind == "folder":
        os.rmdir(spot.name, dir_fd=spot.folder)
        return
    try:
        rename_new(spot.folder, spot.name, spot.folder, aside)
    except FileNotFoundError:
        raise Overtaken from None
    if not before.same_file(look(spot.folder, aside, spot.asked)):
        set_free(spot.folder, aside, spot.name)
        raise Overtaken
    with suppress(OSError):
        os.unlink(aside, dir_fd=spot.folder)


def carry(source: Spot, spot: Spot, moved: Entry, before: Entry | None) -> None:
    """Moves what stands at `source` to `spot`, in place of `before`."""
    if before is None:
        _new(source.folder, source.name, spot)
        if not moved.same_file(look(spot.folder, spot.name, spot.asked)):
            rename_new(spot.folder, spot.name, source.folder, source.name)
            raise Overtaken
        return
    try:
        exchange(source.folder, source.name, spot.folder, spot.name)
    except FileNotFoundError:
        raise Overtaken from None
    except NotOffered:
        _require(spot, before)
        os.replace(source.name, spot.name, src_dir_fd=source.folder, dst_dir_fd=spot.folder)
        return
    both = before.same_file(look(source.folder, source.name, spot.asked)) and moved.same_file(
        look(spot.folder, spot.name, spot.asked)
    )
    if not both:
        exchange(source.folder, source.name, spot.folder, spot.name)
        raise Overtaken
    with suppress(OSError):
        os.unlink(source.name, dir_fd=source.folder)


def link(spot: Spot, entry: Entry) -> None:
    """Makes a link of a name that is free."""
    try:
        os.symlink(entry.target, spot.name, dir_fd=spot.folder)
    except FileExistsError:
        raise Overtaken from None


def make_folder(spot: Spot, entry: Entry | None) -> None:
    """Makes a folder of a name that is free, with the permissions of `entry`, if one is given."""
    try:
        os.mkdir(spot.name, dir_fd=spot.folder)
    except FileExistsError:
        raise Overtaken from None
    if entry is None:
        return
    fd = os.open(spot.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=spot.folder)
    try:
        os.fchmod(fd, entry.mode)
    finally:
        os.close(fd)


def _new(folder: int, name: str, spot: Spot) -> None:
    try:
        rename_new(folder, name, spot.folder, spot.name)
    except FileExistsError:
        raise Overtaken from None
    except FileNotFoundError as error:
        raise Overtaken from error


def _inode(folder: int, name: str) -> int:
    return os.stat(name, dir_fd=folder, follow_symlinks=False).st_ino


def _require(spot: Spot, before: Entry) -> None:
    if not same(look(spot.folder, spot.name, spot.asked), before):
        raise Overtaken
