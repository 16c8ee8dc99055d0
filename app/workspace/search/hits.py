"""What a search for text gives."""

from dataclasses import dataclass
from typing import NamedTuple

NAMED = 20
"""As many names of what was left out are given for each reason."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched for, and where.

    `text` is found without regard to case, to composed or decomposed letters (NFC, NFD),
    and to full or half width (NFKC). With `regex` it is a regular expression, held against
    one line at a time, and case counts unless it begins with `(?i)`. `pattern` says which
    files by their names, as in a search for names; `folder` where; `hidden` whether names
    that begin with a dot are searched too. Of a line longer than `width` characters only
    the surroundings of the match are given.
    """

    text: str
    regex: bool = False
    pattern: str = "*"
    folder: str = "."
    hidden: bool = False
    width: int = 240


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that matches, in the file `path`, relative to the root. `line` and `column` count from 1.

    `column` is the first match's in the whole line; `text` is the line, or with `…` what
    of it stands around that, with invisible characters escaped; `times` is how often it
    matches. In a document the lines are those of its extracted text, and `place` says
    where the match stands, such as `page 3`; else it is "".
    """

    path: str
    line: int
    column: int
    text: str
    place: str = ""
    times: int = 1


class LeftOut(NamedTuple):
    """Something that was not searched, and why in words, "" where the reason says all."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """What was not searched for one `reason`: the first names in order, of `count`.

    binary: no text and no document. too_big, unreadable: as the words say. link: never
    followed. special: pipes, sockets and devices. folder: could not be entered. runaway:
    the regular expression took too long on a line. full: only this file's first 2,000
    lines that match were taken. time: the time was up; documents: the same, for documents.
    enough: 10,000 lines had been found before.
    """

    reason: str
    count: int
    names: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class Hits:
    """The lines that match, sorted by path and line, and what was looked at.

    `folder` is where, relative to the root; `looked` counts the files whose whole content
    was searched, `hidden` the names left out because they begin with a dot. `cut` is
    "entries" or "time" when the folder holds more than a walk looks at. `read_as` is the
    glob that a regular expression in the pattern for names was read as.
    """

    folder: str
    hits: tuple[Hit, ...]
    looked: int
    skipped: tuple[Skipped, ...]
    hidden: int
    cut: str
    read_as: str

    @property
    def files(self) -> int:
        """How many files have a match."""
        return len({hit.path for hit in self.hits})

    @property
    def matches(self) -> int:
        """How many matches there are, several in one line counted each."""
        return sum(hit.times for hit in self.hits)

    @property
    def is_whole(self) -> bool:
        """Whether there was time and room for everything."""
        return not self.cut and all(
            s.reason not in ("time", "documents", "enough", "full", "runaway") for s in self.skipped
        )
