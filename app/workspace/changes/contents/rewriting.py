"""The bytes that a change gives a file, from the bytes it holds: encoding, mark and line ends stay."""

from collections.abc import Callable, Sequence

from app.workspace.changes.contents.edits import edited
from app.workspace.changes.contents.line_ends import ENDS, with_end
from app.workspace.changes.contents.stand_ins import stand_in
from app.workspace.changes.plan import Edit
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.text.content import decoded, encoded, line_end, rewritten
from app.workspace.text.encodings import UTF_8

Rewrite = Callable[[bytes | None], bytes]
"""From what a file holds, None when there is none, to what it shall hold. Raises WorkspaceError."""


def overwriting(text: str, path: str) -> Rewrite:
    r"""The whole text, in the old file's encoding, with its mark and line ends.

    A text of lines without a last line end gets one if the old file had one; the reverse
    is left as given, since a line end too many loses nothing. A text for a new file, or
    for an empty one, is left as given. A text with stand-ins for what was left out is
    refused: `args:allowed:text`.
    """

    def rewrite(before: bytes | None) -> bytes:
        if not before:
            return encoded(text, UTF_8, path)
        old = decoded(before, path)
        if line := stand_in(text, old.text):
            raise _omitted(line, path)
        return rewritten(before, old, _as_lines_of(old.text, text), path)

    return rewrite


def appending(text: str, path: str) -> Rewrite:
    """The text after what is there, on a line of its own."""

    def rewrite(before: bytes | None) -> bytes:
        if not before:
            return encoded(text, UTF_8, path)
        old = decoded(before, path)
        end = line_end(old.text) if ENDS.search(old.text) else "\n"
        gap = end if old.text and not old.text.endswith(("\n", "\r")) else ""
        return rewritten(before, old, old.text + gap + with_end(text, end), path)

    return rewrite


def editing(edits: Sequence[Edit], path: str) -> Rewrite:
    """What is there with the edits made; see `edited`."""

    def rewrite(before: bytes | None) -> bytes:
        if before is None:
            raise WorkspaceError("path:not_found", f"{shown_name(path)} is gone; nothing was changed.")
        old = decoded(before, path)
        return rewritten(before, old, edited(old.text, edits, path), path)

    return rewrite


def _as_lines_of(old: str, text: str) -> str:
    if not ENDS.search(old):
        return text
    end = line_end(old)
    ended = text + "\n" if text and old.endswith(("\n", "\r")) and not text.endswith(("\n", "\r")) else text
    return with_end(ended, end)


def _omitted(line: str, path: str) -> WorkspaceError:
    return WorkspaceError(
        "args:allowed:text",
        f"The text has the line {shown_name(line)}, which stands for text that was left out. {shown_name(path)} would"
        " lose that text, so nothing was written. Use edit_file for a part of a file, or give the whole text.",
    )
