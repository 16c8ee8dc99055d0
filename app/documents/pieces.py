"""What a reader yields: lines of text, facts and notes, in the order in which they are met."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.documents.extract import Line
from app.documents.source import Source


@dataclass(frozen=True, slots=True)
class Fact:
    """How much there is, such as `12 pages`."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """What is special or missing, such as `page 3 is a scan without text`."""

    text: str


Piece = Line | Fact | Note
Reader = Callable[[Source], Iterator[Piece]]


def lines_of(text: str, place: str = "") -> Iterator[Line]:
    """The lines of `text`, all at one place; blank lines at the beginning and the end are left out."""
    for line in text.strip("\r\n").splitlines():
        yield Line(line.rstrip(), place)


def counted(number: int, noun: str) -> str:
    """`1 page`, `12 pages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
