"""What is said when the system refuses an act."""

import errno

from app.workspace.errors import WorkspaceError, plain

_NEXT = {errno.EXDEV: " Copy it and delete the old one."}


def untouched(error: OSError, asked: str) -> WorkspaceError:
    """A refusal by the system, before anything was changed."""
    refusal = plain(error, asked)
    return WorkspaceError(refusal.code, f"{refusal.text} Nothing was changed.{_NEXT.get(error.errno or 0, '')}")


def unusable(error: OSError, act: str) -> WorkspaceError:
    """A refusal by the system in the app's own folder, where it would `act` before anything is changed."""
    why = plain(error, "DATA_DIR").text
    return WorkspaceError(
        "tool:failed",
        f"The app cannot {act} in its data folder, so nothing was changed. {why} Tell the person.",
    )
