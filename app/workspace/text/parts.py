"""What fits on a page: whole lines, or a piece of one line that is too long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from app.workspace.changes.permit import require_wanted
from app.workspace.errors import WorkspaceError

_PIECE = 65_536
_LOOKED_AHEAD = 8_000_000


@dataclass(frozen=True, slots=True)
class Span:
    """Which part of a text is wanted: `limit` lines from line `offset`, from character `column` of the first.

    All count from 1. `room` is the most characters that may be shown.
    """

    offset: int
    limit: int
    column: int
    room: int


@dataclass(frozen=True, slots=True)
class Part:
    r"""Lines `first` to `last` of `total`, each ending in "\n" in `text` whatever it ends in in the file.

    All three are 0 for an empty text; `total` is None where not all lines have been counted.
    When it is a piece of one line, `columns` is the piece's first and last character and
    `line_chars` the whole line's length, None where its end was not looked for; else they
    are (0, 0) and 0. `next_offset` and `next_column` say where to go on; both are 0 at the end.
    """

    text: str
    first: int
    last: int
    total: int | None
    columns: tuple[int, int] = (0, 0)
    line_chars: int | None = 0
    next_offset: int = 0
    next_column: int = 0


Line = tuple[str, int | None]
"""As much of a line as a page could show, and its length; None when its end was not looked for."""


def page_of(lines: Sequence[str], span: Span) -> Part:
    """The part `span` of lines without line ends, which are in memory.

    Raises WorkspaceError `args:range:offset` when it would begin after the end.
    """
    whole = (f"{lines[at]}\n" for at in range(span.offset - 1, len(lines)))
    part = part_of(_cut(whole, span), span, len(lines))
    require_inside(part, "The text", span)
    return part


def _cut(lines: Iterator[str], span: Span) -> Iterator[Line]:
    start = span.column - 1
    for line in lines:
        yield line[start : start + span.room], len(line)
        start = 0


def lines_of(stream: TextIO, end: str, span: Span) -> Iterator[Line]:
    """The lines from where `stream` stands. A line whose end is not near by is the last."""
    skipped, ahead = span.column - 1, _LOOKED_AHEAD
    size = max(_PIECE, span.room + 1)
    while first := stream.readline(size):
        kept, length = "", 0
        for text in _shown(_pieces(first, stream, end, size), end):
            kept += text[max(0, skipped - length) :][: span.room - len(kept)]
            length += len(text)
            if length > skipped + span.room + ahead:
                yield kept, None
                return
        yield kept, length
        skipped = ahead = 0


def _pieces(piece: str, stream: TextIO, end: str, size: int) -> Iterator[str]:
    yield piece
    while not piece.endswith(end) and (piece := stream.readline(size)):
        require_wanted()
        yield piece


def _shown(pieces: Iterator[str], end: str) -> Iterator[str]:
    r"""The pieces of one line with its end as "\n"; they may part between "\r" and "\n"."""
    held = ""
    for piece in pieces:
        text, held = held + piece, ""
        if text.endswith("\r\n"):
            text = f"{text[:-2]}\n"
        elif text.endswith("\r"):
            text, held = text[:-1], "\r"
        yield text
    if held:
        yield "\n" if end == "\r" else held


def part_of(lines: Iterator[Line], span: Span, total: int | None) -> Part:
    """What of `lines`, which begin with line `span.offset`, fits in the span."""
    text, length = next(lines, ("", 0))
    if length == 0:
        return Part("", 0, 0, total)
    if length is None or len(text) < length:
        return _piece(text, length, lines, span, total)
    taken, room, following = [text], span.room - length, 0
    for number, (text, length) in enumerate(lines, span.offset + 1):
        if len(taken) == span.limit or length is None or length > room:
            following = number
            break
        taken.append(text)
        room -= length
    last = span.offset + len(taken) - 1
    return Part("".join(taken), span.offset, last, total, (0, 0), 0, following, int(following > 0))


def _piece(text: str, length: int | None, lines: Iterator[Line], span: Span, total: int | None) -> Part:
    end = span.column - 1 + len(text)
    following = (span.offset, end + 1)
    if end == length:
        following = (0, 0) if next(lines, None) is None else (span.offset + 1, 1)
    return Part(text, span.offset, span.offset, total, (span.column, end), length, *following)


def require_inside(part: Part, name: str, span: Span) -> None:
    """Raises WorkspaceError `args:range:offset` when there is nothing where the part would begin."""
    if part.text or (part.total == 0 and span.offset == 1):
        return
    where = f"column {span.column} of line {span.offset}" if part.last else f"offset {span.offset}"
    total = "" if part.total is None else f" has {part.total:,} lines"
    raise WorkspaceError("args:range:offset", f"{name}{total}{';' if total else ':'} {where} is past the end.")
