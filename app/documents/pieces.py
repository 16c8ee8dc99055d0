"""What a reader yields: lines of text, facts and notes, in the order in which they are met."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.documents.extract import Line
from app.documents.source import Source

_MOST_NAMES = 5
_NAME_CHARS = 60


@dataclass(frozen=True, slots=True)
class Fact:
    """How much there is, such as `12 pages`."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """What is special or missing, such as `page 3 is a scan without text`."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Page `number` (from 1) as a PNG, in Base64."""

    text: str
    number: int


Piece = Line | Fact | Note | Picture
Reader = Callable[[Source], Iterator[Piece]]


def lines_of(text: str, place: str = "") -> Iterator[Line]:
    """The lines of `text`, all at one place; blank lines at the beginning and the end are left out."""
    for line in text.strip("\r\n").splitlines():
        yield Line(line.rstrip(), place)


def named(names: Sequence[str]) -> str:
    """Names out of the document for a note, in quotes, the first five: a document can call its parts anything."""
    shown = [f"'{harmless(name, _NAME_CHARS).replace(chr(39), '’')}'" for name in names[:_MOST_NAMES]]
    return ", ".join(shown) + (f" and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else "")


def harmless(text: str, most: int = 300) -> str:
    """`text` as one line of at most about `most` characters, none of them invisible."""
    line = "".join(c if c.isprintable() or c == "\u3000" else "\N{REPLACEMENT CHARACTER}" for c in text[: most + 1])
    return line if len(line) <= most else f"{line[:most]}…"


def counted(number: int, noun: str) -> str:
    """`1 page`, `12 pages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
