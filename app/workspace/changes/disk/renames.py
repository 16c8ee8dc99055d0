"""Renames that never lose what stands in their way: Linux's renameat2, and the next best without it."""

import ctypes
import errno
import os
import stat
from contextlib import suppress
from functools import cache
from itertools import chain, count
from pathlib import PurePosixPath
from typing import Any

from app.workspace.paths.opening import entry

_NO_REPLACE, _EXCHANGE = 1, 2
_STEM_BYTES = 200
_NOT_OFFERED = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)


class NotOffered(Exception):
    """The system or this file system cannot exchange two names."""


def rename_new(from_folder: int, old: str, to_folder: int, new: str) -> None:
    """Renames to a name that is free. Raises FileExistsError, with nothing done, when it is not."""
    try:
        _renameat2(from_folder, old, to_folder, new, _NO_REPLACE)
    except NotOffered:
        _rename_new_plainly(from_folder, old, to_folder, new)


def exchange(from_folder: int, one: str, to_folder: int, other: str) -> None:
    """Exchanges what two names stand for, at one moment. Raises NotOffered where that cannot be done."""
    _renameat2(from_folder, one, to_folder, other, _EXCHANGE)


def set_free(folder: int, name: str, wanted: str) -> str:
    """Renames to `wanted`, or, where that is taken, to a name like it that is free. Gives the name."""
    path = PurePosixPath(wanted)
    stem = os.fsencode(path.stem)[:_STEM_BYTES].decode(errors="ignore")
    for shown in chain([wanted], (f"{stem} (recovered {number}){path.suffix}" for number in count(1))):
        with suppress(FileExistsError):
            rename_new(folder, name, folder, shown)
            return shown
    raise AssertionError


def _renameat2(from_folder: int, old: str, to_folder: int, new: str, flag: int) -> None:
    call = _library_call()
    if call is None:
        raise NotOffered
    if call(from_folder, os.fsencode(old), to_folder, os.fsencode(new), flag) == 0:
        return
    number = ctypes.get_errno()
    if number in _NOT_OFFERED:
        raise NotOffered
    raise OSError(number, os.strerror(number), old)


@cache
def _library_call() -> Any:
    return getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)


def _rename_new_plainly(from_folder: int, old: str, to_folder: int, new: str) -> None:
    there = os.stat(old, dir_fd=from_folder, follow_symlinks=False)
    if not stat.S_ISDIR(there.st_mode):
        try:
            os.link(old, new, src_dir_fd=from_folder, dst_dir_fd=to_folder, follow_symlinks=False)
        except (PermissionError, NotImplementedError):
            pass  # Some file systems have no second names; what follows leaves a moment between look and act.
        else:
            os.unlink(old, dir_fd=from_folder)
            return
    if entry(to_folder, new) is not None:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), new)
    os.rename(old, new, src_dir_fd=from_folder, dst_dir_fd=to_folder)
