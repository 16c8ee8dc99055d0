"""The points of effect: each makes a change at one moment, or finds that somebody else was faster."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from app.workspace.changes.disk.entries import Entry, look, same
from app.workspace.changes.disk.renames import NotOffered, exchange, rename_new, set_free
from app.workspace.changes.disk.spots import Spot
from app.workspace.errors import WorkspaceError, shown_name


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
    with _put_back_by(partial(_exchange_back, spot, temporary, ours)):
        _require_same(before, spot.folder, temporary, spot.asked)
    _remove(spot.folder, temporary)


def take(spot: Spot, aside: str, before: Entry) -> None:
    """Takes `before` away: moved aside, compared, and only then removed."""
    if before.kind == "folder":
        os.rmdir(spot.name, dir_fd=spot.folder)
        return
    try:
        rename_new(spot.folder, spot.name, spot.folder, aside)
    except FileNotFoundError:
        raise Overtaken from None
    with _put_back_by(partial(_set_free, spot, aside)):
        _require_same(before, spot.folder, aside, spot.asked)
    _remove(spot.folder, aside)


def carry(source: Spot, spot: Spot, moved: Entry, before: Entry | None) -> None:
    """Moves what stands at `source` to `spot`, in place of `before`."""
    if before is None:
        _new(source.folder, source.name, spot)
        with _put_back_by(partial(_carry_back, source, spot, rename_new)):
            _require_same(moved, spot.folder, spot.name, spot.asked)
        return
    try:
        exchange(source.folder, source.name, spot.folder, spot.name)
    except FileNotFoundError:
        raise Overtaken from None
    except NotOffered:
        _require(spot, before)
        os.replace(source.name, spot.name, src_dir_fd=source.folder, dst_dir_fd=spot.folder)
        return
    with _put_back_by(partial(_carry_back, source, spot, exchange)):
        _require_same(before, source.folder, source.name, spot.asked)
        _require_same(moved, spot.folder, spot.name, spot.asked)
    _remove(source.folder, source.name)


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


@contextmanager
def _put_back_by(back: Callable[[], None]) -> Iterator[None]:
    """Runs the look at what was there, and `back` when it fails: what cannot be looked at is somebody else's."""
    try:
        yield
    except (WorkspaceError, OSError):
        back()
        raise Overtaken from None
    except BaseException:
        back()
        raise


def _require_same(meant: Entry, folder: int, name: str, asked: str) -> None:
    if not meant.same_file(look(folder, name, asked)):
        raise Overtaken


def _exchange_back(spot: Spot, temporary: str, ours: int) -> None:
    try:
        exchange(spot.folder, temporary, spot.folder, spot.name)
        if _inode(spot.folder, temporary) != ours:
            # Saved once more in between: what is newest stays.
            exchange(spot.folder, temporary, spot.folder, spot.name)
    except OSError:
        _set_free(spot, temporary)


def _carry_back(source: Spot, spot: Spot, way: Callable[[int, str, int, str], None]) -> None:
    try:
        way(spot.folder, spot.name, source.folder, source.name)
    except OSError:
        raise _unsettled(spot, f"what stood at {shown_name(source.path)} may be there now") from None


def _set_free(spot: Spot, name: str) -> None:
    """Gives what came out its own name again, or one that is told."""
    given = set_free(spot.folder, name, spot.name)
    if given != spot.name:
        raise _unsettled(spot, f"what they saved is kept beside it as {shown_name(given)}")


def _unsettled(spot: Spot, where: str) -> WorkspaceError:
    return WorkspaceError(
        "result:unverified",
        f"{shown_name(spot.path)} was changed by somebody else at the same moment; {where}."
        " Look with list_directory before you say what was done.",
    )


def _remove(folder: int, name: str) -> None:
    with suppress(OSError):
        os.unlink(name, dir_fd=folder)


def _inode(folder: int, name: str) -> int:
    return os.stat(name, dir_fd=folder, follow_symlinks=False).st_ino


def _require(spot: Spot, before: Entry) -> None:
    if not same(look(spot.folder, spot.name, spot.asked), before):
        raise Overtaken
