"""From a path as a model or a person wrote it to names below the root. Nothing here touches the disk."""

import posixpath
import re
from dataclasses import dataclass

from app.workspace.errors import WorkspaceError, escaped, shown_name, unescaped
from app.workspace.paths.new_names import working_name

Parts = tuple[str, ...]

QUOTES = "''\"\"``「」『』“”‘’"
"""In pairs: the one that opens, the one that closes."""

_PAIRS = frozenset(zip(QUOTES[::2], QUOTES[1::2], strict=True))
_ELSEWHERE = re.compile(r"^(?:[A-Za-z]:[\\/]|[A-Za-z][A-Za-z0-9+.-]*://|file:|\\\\|~(?:[\\/]|$))")


@dataclass(frozen=True, slots=True)
class Readings:
    """The ways to read a path as names below the root; `()` is the root itself.

    `exact` are those that hold where just that is there, the first one first: a name as
    it is shown comes before the same text taken literally, so that every file can be
    reached. `spoken` may also be matched nearly, or be made; it is None for a path that
    names a place elsewhere, such as a drive. `shown` is the same with the escapes of shown
    names undone, `slashed` with backslashes read as slashes; None where that is no
    difference.
    """

    exact: tuple[Parts, ...]
    spoken: Parts | None = None
    shown: Parts | None = None
    slashed: Parts | None = None

    @property
    def loose(self) -> list[Parts]:
        """Those that may be matched nearly, the likeliest first."""
        return [way for way in (self.shown, self.spoken, self.slashed) if way is not None]


def readings(asked: str, root: str) -> Readings:
    """How `asked` can be read; `root` is the root's absolute path.

    Raises WorkspaceError `path:name` or `path:outside` when no reading stays inside.
    """
    if "\0" in asked:
        raise WorkspaceError("path:name", f"{shown_name(asked)} holds a NUL character; no file has such a name.")
    bare = spoken(asked)
    texts = [form for text in (asked, asked.strip(), bare, bare.strip()) for form in (unescaped(text), text)]
    exact = tuple(dict.fromkeys(parts for text in texts if (parts := _below(text, root)) is not None))
    if not exact:
        raise outside(asked)
    slashed = _below(bare.replace("\\", "/"), root)
    if slashed is None or _ELSEWHERE.match(bare):
        return Readings(exact)
    shown = _below(unescaped(bare), root) if unescaped(bare) != bare else None
    return Readings(exact, _below(bare, root), shown, slashed if "\\" in bare else None)


def outside(asked: str) -> WorkspaceError:
    """The refusal of a path that leaves the folder."""
    text = spoken(asked)
    prefix = _ELSEWHERE.match(text)
    last = re.split(r"[\\/]", text[prefix.end() :].rstrip("\\/"))[-1] if prefix else ""
    example = working_name(last) if last else "notes/a.txt"
    return WorkspaceError(
        "path:outside",
        f"{shown_name(asked)} is outside the work folder. Use a path relative to it, such as '{escaped(example)}'.",
    )


def spoken(asked: str) -> str:
    """`asked` without the spaces and the one pair of quotes around it."""
    text = asked.strip()
    inner = text[1:-1]
    is_quoted = len(text) > 1 and (text[0], text[-1]) in _PAIRS and not {text[0], text[-1]} & set(inner)
    return inner if is_quoted else text


def is_foreign_absolute(asked: str, root: str) -> bool:
    """Whether `asked` is an absolute path of the host that does not begin with the root."""
    text = spoken(asked).strip()
    return text.startswith("/") and not (text == root or text.startswith(root.rstrip("/") + "/"))


def _below(text: str, root: str) -> Parts | None:
    if text.startswith("/"):
        below = posixpath.relpath(text, root) if text.startswith(root.rstrip("/") + "/") else text.lstrip("/")
        return _normal(below)
    return _normal(text)


def _normal(text: str) -> Parts | None:
    normal = posixpath.normpath(text) if text else "."
    if normal == ".":
        return ()
    parts = tuple(normal.split("/"))
    return None if parts[0] in ("..", "") else parts
