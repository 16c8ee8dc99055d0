"""All of a text, piece after piece, in memory that does not grow with the file."""

import codecs
import io
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Lock

from app.workspace.changes.versions import HASHED_BYTES
from app.workspace.text.content import binary, decoded
from app.workspace.text.encodings import Encoding, damaged, encoding_of, fitting

_BLOCK = 1 << 20
_SAMPLE = 262_144
# Where a text is best parted: between paragraphs, lines, sentences, words.
_JOINTS = ("\n\n", "\n", "。", ". ", " ")
# What stands for a page or a slide that has no text of its own.
_NO_WORDS = re.compile(r"\s*(\[(page|slide) \d+\]|\[a picture without text\]|\[this page is damaged\])?\s*")


class WholeText:
    """The text of one file, from its beginning on; every method may block.

    `path` is relative to the folder, `size` the file's bytes, `taken` the characters that were
    given out; `is_broken` says that the disk gave no more of it. `basis` tells the file's content
    from any other, and `now` gives that of the file that has the path by now, "" when there is none.
    """

    basis = ""
    now: Callable[[], str] = staticmethod(lambda: "")

    def __init__(self, path: str, size: int, chars: int, blocks: Iterator[str], fd: int | None = None) -> None:
        self.path = path
        self.size = size
        self.taken = 0
        self._estimate = chars
        self._blocks = blocks
        self._fd = fd
        self._held = ""
        self._ended = self.is_broken = False
        # A reader that was given up may still be in its thread when the text is closed.
        self._lock = Lock()

    @property
    def left(self) -> int:
        """How many characters are left: an estimate until the end has come near."""
        return len(self._held) if self._ended else max(self._estimate - self.taken, len(self._held))

    @property
    def is_near_end(self) -> bool:
        """Whether all that is left is at hand."""
        return self._ended

    def take(self, wanted: int, most: int) -> str:
        """The next `wanted` characters, and on to where the text is well parted, `most` in all; "" at the end."""
        with self._lock:
            self._fill(most)
            end = len(self._held) if self._ended and len(self._held) <= most else _end(self._held, wanted, most)
            piece, self._held = self._held[:end], self._held[end:]
            self.taken += len(piece)
            return piece

    def beginning(self, chars: int) -> str:
        """What the next characters are, without taking them."""
        with self._lock:
            self._fill(chars)
            return self._held[:chars]

    def close(self) -> None:
        """Lets go of the file."""
        with self._lock:
            self._ended, self._held, self._blocks = True, "", iter(())
            if self._fd is not None:
                os.close(self._fd)
                self._fd = None

    def _fill(self, chars: int) -> None:
        parts, length = [self._held], len(self._held)
        while length < chars and not self._ended:
            block = self._next_block()
            self._ended = block is None
            parts.append(block or "")
            length += len(parts[-1])
        self._held = "".join(parts)

    def _next_block(self) -> str | None:
        try:
            return next(self._blocks, None)
        except OSError:
            self.is_broken = True
            return None


def whole_text(fd: int, path: str) -> WholeText:
    """The text of the open file `fd`, which may then be closed.

    Raises WorkspaceError `file:binary`, or `file:encoding` when it breaks its own mark.
    """
    size = os.fstat(fd).st_size
    if size <= HASHED_BYTES:
        text = decoded(os.pread(fd, size, 0), path).text
        return WholeText(path, size, len(text), iter([_with_plain_ends(text)]))
    sample = os.pread(fd, _SAMPLE, 0)
    encoding = encoding_of(sample, whole=False)
    if encoding is None:
        raise binary(path, size)
    own = os.dup(fd)
    shown = codecs.getincrementaldecoder(encoding.codec)("replace").decode(sample)
    return WholeText(path, size, size * len(shown) // len(sample), _decoded(own, size, encoding), own)


def text_of_lines(path: str, size: int, lines: Sequence[str]) -> WholeText:
    """The text of a document whose lines are in memory; none where they are nothing but marks of its pages."""
    if all(map(_NO_WORDS.fullmatch, lines)):
        lines = ()
    chars = sum(len(line) + 1 for line in lines)
    return WholeText(path, size, chars, (f"{line}\n" for line in lines))


def _end(text: str, wanted: int, most: int) -> int:
    for joint in _JOINTS:
        at = text.find(joint, wanted, most - len(joint) + 1)
        if at >= 0:
            return at + len(joint)
    return min(wanted, len(text))


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(fd: int, size: int, encoding: Encoding) -> Iterator[str]:
    """The file's first `size` bytes as text. What is no text in its encoding is shown as such, and ends nothing."""
    ends = io.IncrementalNewlineDecoder(None, translate=True)
    at = len(encoding.mark)
    decoder = _decoder(encoding)
    while at < size and (block := os.pread(fd, min(_BLOCK, size - at), at)):
        at += len(block)
        pending, _ = decoder.getstate()
        try:
            text = decoder.decode(block, at >= size)
        except UnicodeDecodeError:
            encoding = _better(encoding, pending + block)
            decoder = _decoder(encoding)
            text = decoder.decode(pending + block, at >= size)
        yield ends.decode(text.replace("\0", "\N{REPLACEMENT CHARACTER}"))


def _decoder(encoding: Encoding) -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder(encoding.codec)(encoding.errors)


def _better(encoding: Encoding, block: bytes) -> Encoding:
    """The encoding in which this block, and what follows, can be read: the first blocks may have been ASCII alone."""
    told = encoding_of(block, whole=False) if encoding.is_plain_utf8 else None
    again = told or fitting(encoding, block, whole=False)
    with suppress(UnicodeDecodeError):
        _decoder(again).decode(block)
        return again
    return damaged(again)
