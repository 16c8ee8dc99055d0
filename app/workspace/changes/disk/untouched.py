"""What is said when the system refuses an act."""

import errno

from app.workspace.errors import WorkspaceError, plain

_NEXT = {errno.EXDEV: " Copy it and delete the old one."}


def untouched(error: OSError, asked: str) -> WorkspaceError:
    """A refusal by the system, before anything was changed."""
    refusal = plain(error, asked)
    return WorkspaceError(refusal.code, f"{refusal.text} Nothing was changed.{_NEXT.get(error.errno or 0, '')}")
