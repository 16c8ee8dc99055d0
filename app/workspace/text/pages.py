"""A text file, a page at a time, in memory that does not grow with the file."""

import codecs
import io
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from app.workspace.changes.versions import HASHED_BYTES, Version, version_as, version_of
from app.workspace.errors import shown_name
from app.workspace.text.content import binary, decoded, line_end, splitting
from app.workspace.text.encodings import Encoding, damaged, encoding_of, fitting
from app.workspace.text.line_starts import LineEnds, Lines, LineStarts
from app.workspace.text.parts import Part, Span, lines_of, page_of, part_of, require_inside

__all__ = ["LineStarts", "Page", "Part", "Span", "page_of", "read_page"]

_SAMPLE = 262_144
_KEPT = 1_000_000


@dataclass(frozen=True, slots=True)
class Page:
    r"""A part of the file `path`; `size` is the whole file's, in bytes.

    `version` is the file's that was shown, and `content` its bytes where they are few.
    `line_end` is the one it uses most, "\n", "\r\n" or "\r"; of a large file, near its
    beginning. `about` says of a document what it is, and what is special in it.
    """

    path: str
    size: int
    encoding: Encoding
    part: Part
    version: Version
    line_end: str = "\n"
    content: bytes | None = field(default=None, repr=False)
    about: tuple[str, ...] = ()
    is_picture: bool = False

    @property
    def basis(self) -> str:
        """A digest of what the page rests on."""
        return self.version.basis(self.path)


def read_page(fd: int, path: str, span: Span, starts: LineStarts | None = None) -> Page:
    """The part `span` of the open file `fd`. `starts` makes later pages of the same large file quick.

    Raises WorkspaceError `file:binary`, `file:encoding`, `file:changed` when it was written
    meanwhile, or `args:range:offset` when the part would begin after the end.
    """
    status = os.fstat(fd)
    if status.st_size <= HASHED_BYTES and (content := _content(fd)) is not None:
        version = version_as(content, (status.st_ino, status.st_mtime_ns, status.st_ctime_ns))
        return _page_of_content(content, path, span, version)
    with open(fd, "rb", closefd=False) as stream:
        large = _Large(stream, path, version_of(fd))
        return large.page(span, status.st_dev, starts or LineStarts())


def _content(fd: int) -> bytes | None:
    """All of the file, None when it has become large."""
    content = bytearray()
    while piece := os.pread(fd, HASHED_BYTES + 1 - len(content), len(content)):
        content += piece
    return bytes(content) if len(content) <= HASHED_BYTES else None


def _page_of_content(content: bytes, path: str, span: Span, version: Version) -> Page:
    found = decoded(content, path)
    text, end = found.text, splitting(found.text)
    total = text.count(end) + (not text.endswith(end) and text != "")
    stream = io.StringIO(text, newline=end)
    stream.seek(_start(text, end, span.offset))
    part = part_of(lines_of(stream, end, span), span, total)
    require_inside(part, shown_name(path), span)
    kept = content if len(content) <= _KEPT else None
    return Page(path, len(content), found.encoding, part, version, line_end(text), kept)


def _start(text: str, end: str, line: int) -> int:
    """Where `line` begins, the text's length when it has no such line."""
    before = text.split(end, line - 1) if line <= len(text) else []
    return len(text) - len(before[line - 1]) if len(before) >= line else len(text)


class _Large:
    """A file that is never read whole. Its encoding is told from its beginning, and again where that is wrong."""

    def __init__(self, stream: BinaryIO, path: str, version: Version) -> None:
        self._stream = stream
        self._path = path
        self._version = version
        sample = self._sample(0)
        encoding = encoding_of(sample, whole=False)
        if encoding is None:
            raise binary(path, version.size)
        self._encoding = encoding
        self._head = codecs.getincrementaldecoder(encoding.codec)("replace").decode(sample[len(encoding.mark) :])

    def page(self, span: Span, device: int, starts: LineStarts) -> Page:
        """The part `span`."""
        ends = LineEnds(self._encoding.codec, splitting(self._head))
        lines = Lines(self._stream, len(self._encoding.mark), self._version.size, ends)
        start = starts.find(span.offset, lines, (device, self._version), self._path)
        part = self._part(start, ends.end, span, lines.total)
        require_inside(part, shown_name(self._path), span)
        return Page(self._path, self._version.size, self._encoding, part, self._version, line_end(self._head))

    def _part(self, start: int, end: str, span: Span, total: int | None) -> Part:
        for encoding in self._possible(start):
            with suppress(UnicodeDecodeError):
                part = self._read(encoding, start, end, span, total)
                self._encoding = encoding
                break
        if "\0" in part.text:
            raise binary(self._path, self._version.size)
        return replace(part, total=_total(part, total))

    def _possible(self, start: int) -> Iterator[Encoding]:
        """The encoding told from the beginning; if not, the one from where the page is; if not, that as damaged."""
        yield self._encoding
        sample = self._encoding.mark + self._sample(start)
        ascii_so_far = self._encoding.is_plain_utf8 and b"\0" not in sample
        told = encoding_of(sample, whole=False) if ascii_so_far else None
        again = told or fitting(self._encoding, sample, whole=False)
        yield again
        yield damaged(again)

    def _read(self, encoding: Encoding, start: int, end: str, span: Span, total: int | None) -> Part:
        self._stream.seek(start)
        text = io.TextIOWrapper(self._stream, encoding=encoding.codec, errors=encoding.errors, newline=end)
        try:
            return part_of(lines_of(text, end, span), span, total)
        finally:
            text.detach()

    def _sample(self, start: int) -> bytes:
        self._stream.seek(start)
        return self._stream.read(_SAMPLE)


def _total(part: Part, counted: int | None) -> int | None:
    """How many lines there are, which the last page shows; the file may have grown since they were counted."""
    if part.last and not part.next_offset:
        return part.last
    return counted if counted is None or part.last <= counted else None
