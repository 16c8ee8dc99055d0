"""RTF: its plain text."""

import re
from collections.abc import Iterator

from striprtf.striprtf import rtf_to_text

from app.documents.pieces import Note, Piece, lines_of
from app.documents.source import Source

_UNREAD = re.compile(rb"\\(?:header[lrf]?|footer[lrf]?|footnote|annotation)\b")
_ABOVE_ASCII = re.compile(rb"[\x80-\xff]")
# In Japanese the second byte of a character may look like a brace or a backslash.
_JAPANESE = re.compile(rb"[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]|[\xa1-\xdf]")


def read(source: Source) -> Iterator[Piece]:
    """The text, and a note on what is left out."""
    data = source.whole()
    raw = _JAPANESE if b"\\ansicpg932" in data[:1_000] else _ABOVE_ASCII
    yield from lines_of(rtf_to_text(raw.sub(_escaped, data).decode("ascii", "replace"), errors="replace"))
    if _UNREAD.search(data):
        yield Note("headers, footers, footnotes and comments of an RTF document are not read")


def _escaped(raw: re.Match[bytes]) -> bytes:
    """Bytes that stand in the text as they are, as the escapes that are meant."""
    return b"".join(b"\\'%02x" % byte for byte in raw[0])
