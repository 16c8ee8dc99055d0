"""The bytes that a change gives a file, from the bytes it holds: encoding, mark and line ends stay."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.workspace.changes.contents.edits import edited
from app.workspace.changes.contents.line_ends import ENDS, in_lines_of, with_end
from app.workspace.changes.contents.stand_ins import stand_in
from app.workspace.changes.plan import Edit
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.text.content import decoded, encoded, line_end, rewritten
from app.workspace.text.encodings import UTF_8


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What a file shall hold, and in how many places each edit is made, if it is edited."""

    content: bytes
    places: tuple[int, ...] = ()


Rewrite = Callable[[bytes | None], Rewritten]
"""From what a file holds, None when there is none, to what it shall hold. Raises WorkspaceError."""


def overwriting(text: str, path: str) -> Rewrite:
    r"""The whole text, in the old file's encoding, with its mark and line ends.

    A text of lines without a last line end gets one if the old file had one; the reverse
    is left as given, since a line end too many loses nothing. A text for a new file, or
    for an empty one, is left as given. A text with stand-ins for what was left out is
    refused: `args:allowed:text`.
    """

    def rewrite(before: bytes | None) -> Rewritten:
        if not before:
            return Rewritten(encoded(text, UTF_8, path))
        old = decoded(before, path)
        if line := stand_in(text, old.text):
            raise _omitted(line, path)
        # Where the file has a mark, a text that begins with one means the same mark.
        wanted = text.removeprefix("\ufeff") if old.encoding.mark else text
        return Rewritten(rewritten(before, old, in_lines_of(old.text, wanted), path))

    return rewrite


def appending(text: str, path: str) -> Rewrite:
    """The text after what is there, on a line of its own. Nothing to add is refused: `args:range:text`."""

    def rewrite(before: bytes | None) -> Rewritten:
        if not before:
            return Rewritten(encoded(text, UTF_8, path))
        if not text:
            raise WorkspaceError("args:range:text", f"The text is empty: nothing to add to {shown_name(path)}.")
        old = decoded(before, path)
        end = line_end(old.text) if ENDS.search(old.text) else "\n"
        gap = end if old.text and not old.text.endswith(("\n", "\r")) else ""
        return Rewritten(rewritten(before, old, old.text + gap + with_end(text, end), path))

    return rewrite


def editing(edits: Sequence[Edit], path: str) -> Rewrite:
    """What is there with the edits made; see `edited`."""

    def rewrite(before: bytes | None) -> Rewritten:
        if before is None:
            raise WorkspaceError("path:not_found", f"{shown_name(path)} is gone; nothing was changed.")
        old = decoded(before, path)
        new = edited(old.text, edits, path)
        return Rewritten(rewritten(before, old, new.text, path), new.places)

    return rewrite


def _omitted(line: str, path: str) -> WorkspaceError:
    return WorkspaceError(
        "args:allowed:text",
        f"The text has the line {shown_name(line)}, which stands for text that was left out. {shown_name(path)} would"
        " lose that text, so nothing was written. Use edit_file for a part of a file, or give the whole text.",
    )
