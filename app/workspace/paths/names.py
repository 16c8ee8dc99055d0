"""From a path as a model or a person wrote it to names below the root. Nothing here touches the disk."""

import posixpath
import re
import unicodedata

from app.workspace.errors import WorkspaceError, shown_name

Parts = tuple[str, ...]

_QUOTES = "'\"`「」『』“”‘’"
_DRIVE_OR_SCHEME = re.compile(r"^(?:[A-Za-z]:[\\/]|[A-Za-z][A-Za-z0-9+.-]*://|\\\\)")


def readings(asked: str, root: str) -> list[Parts]:
    """The ways to read `asked` as names below the root, the most literal first; `()` is the root itself.

    `root` is the root's absolute path. Raises WorkspaceError `path:name` or
    `path:outside` when no reading stays inside.
    """
    if "\0" in asked:
        raise WorkspaceError("path:name", f"{shown_name(asked)} holds a NUL character; no file has such a name.")
    texts = dict.fromkeys([asked, asked.strip(), asked.strip().strip(_QUOTES).strip()])
    found = list(dict.fromkeys(parts for text in texts for parts in _inside(text, root)))
    if not found:
        raise outside(asked)
    return found


def outside(asked: str) -> WorkspaceError:
    """The refusal of a path that leaves the folder."""
    return WorkspaceError(
        "path:outside",
        f"{shown_name(asked)} is outside the work folder. Use a path relative to it, such as 'notes/a.txt'.",
    )


def _inside(text: str, root: str) -> list[Parts]:
    if _DRIVE_OR_SCHEME.match(text) or text == "~" or text.startswith("~/"):
        return []
    if text.startswith("/"):
        below = posixpath.relpath(text, root) if text.startswith(root.rstrip("/") + "/") else text.lstrip("/")
        return _normal(below)
    return _normal(text)


def _normal(text: str) -> list[Parts]:
    normal = posixpath.normpath(text) if text else "."
    if normal == ".":
        return [()]
    parts = tuple(normal.split("/"))
    return [] if parts[0] in ("..", "") else [parts]


def is_foreign_absolute(asked: str, root: str) -> bool:
    """Whether `asked` is an absolute path of the host that does not begin with the root."""
    text = asked.strip().strip(_QUOTES).strip()
    return text.startswith("/") and not (text == root or text.startswith(root.rstrip("/") + "/"))


def new_name_problem(parts: Parts) -> str:
    """Why these names cannot be given to a new file, or "" when they can."""
    for name in parts:
        if any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
            return f"{shown_name(name)} holds control or undecodable characters"
        if "\\" in name:
            return f"{shown_name(name)} holds a backslash; folders are separated by '/'"
        if name != name.strip() or name.endswith("."):
            return f"{shown_name(name)} begins or ends with a space, or ends with a dot"
        if len(name.encode()) > 255:
            return f"{shown_name(name)} is {len(name.encode())} bytes long; names have at most 255"
    return ""
