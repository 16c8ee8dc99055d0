"""A text file, a page at a time: whole lines, or a piece of one line that is too long for a page."""

import codecs
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from app.workspace.changes.permit import require_wanted
from app.workspace.errors import WorkspaceError, shown_name

_LINES_BETWEEN_LOOKS = 1_024

_MARKS = (
    # Before UTF-16, whose mark these begin with.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Span:
    """Which part of a file is wanted: `limit` lines from line `offset`, from character `column` of the first.

    All count from 1. `room` is the most characters that may be shown.
    """

    offset: int
    limit: int
    column: int
    room: int


@dataclass(frozen=True, slots=True)
class Part:
    """Lines `first` to `last` of `total`; all three are 0 for an empty file.

    When it is a piece of one line, `columns` is the piece's first and last character and
    `line_chars` the whole line's length; else they are (0, 0) and 0. `next_offset` and
    `next_column` say where to go on; both are 0 at the end of the file.
    """

    text: str
    first: int
    last: int
    total: int
    columns: tuple[int, int]
    line_chars: int
    next_offset: int
    next_column: int


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the text file `path`; `size` is the whole file's, in bytes."""

    path: str
    size: int
    encoding: str
    part: Part


def encoding_of(head: bytes, path: str) -> str:
    """The encoding that the first bytes of a file name, UTF-8 when they name none.

    Raises WorkspaceError `file:binary` when they are no text.
    """
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if b"\0" in head:
        raise _binary(path)
    return "utf-8"


def read_page(fd: int, path: str, span: Span) -> Page:
    """The part `span` of the open file `fd`, in memory that does not grow with the file.

    Raises WorkspaceError `file:binary`, `file:encoding`, or `args:range` when the part
    would begin after the end.
    """
    size = os.fstat(fd).st_size
    with os.fdopen(fd, "rb", closefd=False) as raw:
        encoding = encoding_of(raw.read(8192), path)
        raw.seek(0)
        stream = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
        try:
            part = _part(stream, span)
        except UnicodeDecodeError as error:
            raise _undecodable(error, path) from None
        finally:
            stream.detach()
    _require_inside(part, path, span)
    if "\0" in part.text:
        raise _binary(path)
    return Page(path, size, encoding, part)


def _part(stream: TextIO, span: Span) -> Part:
    taken: list[str] = []
    room, columns, line_chars, following, total = span.room, (0, 0), 0, (0, 0), 0
    for total, (text, length) in enumerate(_lines(stream, span), 1):
        if total % _LINES_BETWEEN_LOOKS == 0:
            require_wanted()
        if total < span.offset or following[0]:
            continue
        if len(taken) == span.limit or (taken and length > room):
            following = (total, 1)
            continue
        taken.append(text)
        room -= len(text)
        if len(text) < length:
            columns = (span.column, span.column - 1 + len(text))
            line_chars = length
            following = (total, columns[1] + 1) if columns[1] < length else (total + 1, 1)
    if following[0] > total:
        following = (0, 0)
    last = span.offset + len(taken) - 1 if taken else 0
    return Part("".join(taken), span.offset if taken else 0, last, total, columns, line_chars, *following)


def _lines(stream: TextIO, span: Span) -> Iterator[tuple[str, int]]:
    """Each line's text, as much of it as a page could show, and its whole length in characters."""
    piece_size = span.room + 1
    number = 1
    while piece := stream.readline(piece_size):
        start = span.column - 1 if number == span.offset else 0
        kept, length = piece[start:], len(piece)
        while not piece.endswith("\n") and (piece := stream.readline(piece_size)):
            require_wanted()
            kept += piece[max(0, start - length) :] if len(kept) < span.room else ""
            length += len(piece)
        yield kept[: span.room], length
        number += 1


def _require_inside(part: Part, path: str, span: Span) -> None:
    if part.text or (not part.total and span.offset == 1):
        return
    where = f"column {span.column} of line {span.offset}" if part.last else f"offset {span.offset}"
    raise WorkspaceError("args:range", f"{shown_name(path)} has {part.total:,} lines; {where} is past the end.")


def _binary(path: str) -> WorkspaceError:
    return WorkspaceError("file:binary", f"{shown_name(path)} is not a text file, so it cannot be read.")


def _undecodable(error: UnicodeDecodeError, path: str) -> WorkspaceError:
    return WorkspaceError(
        "file:encoding",
        f"{shown_name(path)} is neither UTF-8 nor marked UTF-16 ({error.reason}); it cannot be shown.",
    )
