"""What is said when the system refuses an act."""

import errno

from app.workspace.errors import WorkspaceError, plain

_NEXT = {errno.EXDEV: " Copy it and delete the old one."}
_FULL = dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "tool:failed:full")
# A file that may not be changed was found out before: here it is the folder.
_CLOSED = dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "file:unreadable:folder")


def untouched(error: OSError, asked: str) -> WorkspaceError:
    """A refusal by the system, before anything was changed."""
    refusal = plain(error, asked)
    code = (_FULL | _CLOSED).get(error.errno or 0, refusal.code)
    return WorkspaceError(code, f"{refusal.text} Nothing was changed.{_NEXT.get(error.errno or 0, '')}")


def unusable(error: OSError, act: str) -> WorkspaceError:
    """A refusal by the system in the app's own folder, where it would `act` before anything is changed."""
    why = plain(error, "DATA_DIR").text
    return WorkspaceError(
        _FULL.get(error.errno or 0, "tool:failed"),
        f"The app cannot {act} in its data folder, so nothing was changed. {why} Tell the person.",
    )
