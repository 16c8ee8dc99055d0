"""A file's text, in blocks of whole lines, in its own encoding and in bounded memory."""

import codecs
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.workspace.changes.versions import HASHED_BYTES
from app.workspace.text.content import undecodable
from app.workspace.text.encodings import Encoding, encoding_of

LONGEST = 250_000
"""Characters; a longer line comes in pieces."""

_OVERLAP = 1_000
_SAMPLE = 1_000_000
_READ = 250_000
_TELLING = re.compile(rb"[\x80-\xff\x1b]")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines from number `line` on, without the end of the last; or a piece of one line.

    `column` is the first line's first character. What begins in the last `open` characters
    is in the next block as well. All but `open` count from 1.
    """

    text: str
    line: int
    column: int
    end: str
    open: int = 0

    def lines(self) -> Iterator[tuple[int, int, str]]:
        """Each line's number, the column where its text begins, and its text without the line end."""
        for number, text in enumerate(self.text.split(self.end)):
            yield self.line + number, 1 if number else self.column, text.removesuffix("\r")


def blocks_of(fd: int, path: str) -> Iterator[Block] | None:
    """The text of the open file `fd`; None when it is no text.

    Raises WorkspaceError `file:encoding` when it is not in the encoding that it is marked as.
    """
    head = _read(fd, 0, HASHED_BYTES + 1)
    whole = len(head) <= HASHED_BYTES
    encoding = encoding_of(head if whole else _sample(fd, head), whole)
    if encoding is None:
        return None
    if not whole:
        return _blocks(_decoded(fd, encoding), _end(head[:_SAMPLE].decode(encoding.codec, "replace")))
    try:
        text = head[len(encoding.mark) :].decode(encoding.codec, encoding.errors)
    except UnicodeDecodeError as error:
        raise undecodable(error, encoding, path) from None
    if "\0" in text:
        return None
    return _blocks((text[at : at + _READ] for at in range(0, len(text), _READ)), _end(text))


def _read(fd: int, at: int, most: int) -> bytes:
    content = bytearray()
    while len(content) < most and (piece := os.pread(fd, min(_SAMPLE, most - len(content)), at + len(content))):
        content += piece
    return bytes(content)


def _sample(fd: int, head: bytes) -> bytes:
    """The beginning of a large file, or the part around the first bytes that tell its encoding."""
    if _TELLING.search(head) or b"\0" in head:
        return head[:_SAMPLE] if not head[:_SAMPLE].isascii() else head
    at = len(head)
    while piece := _read(fd, at, _SAMPLE):
        if telling := _TELLING.search(piece):
            return _read(fd, at + max(0, telling.start() - 1_000), _SAMPLE)
        at += len(piece)
    return head[:_SAMPLE]


def _decoded(fd: int, encoding: Encoding) -> Iterator[str]:
    # A byte that does not fit, gigabytes on, is no reason to show nothing.
    decoder = codecs.getincrementaldecoder(encoding.codec)("backslashreplace")
    at = len(encoding.mark)
    while piece := _read(fd, at, _READ):
        yield decoder.decode(piece)
        at += len(piece)
    yield decoder.decode(b"", final=True)


def _end(text: str) -> str:
    r"""What parts lines: "\n", unless all ends are the old Macintosh's "\r"."""
    return "\r" if "\r" in text and "\n" not in text else "\n"


def _blocks(pieces: Iterator[str], end: str) -> Iterator[Block]:
    rest, line, column = "", 1, 1
    for piece in pieces:
        rest += piece
        cut = rest.rfind(end)
        if cut >= 0:
            yield Block(rest[:cut], line, column, end)
            line += rest.count(end, 0, cut) + 1
            rest, column = rest[cut + 1 :], 1
        while len(rest) > LONGEST:
            yield Block(rest[:LONGEST], line, column, end, _OVERLAP)
            rest, column = rest[LONGEST - _OVERLAP :], column + LONGEST - _OVERLAP
    if rest:
        yield Block(rest, line, column, end)
