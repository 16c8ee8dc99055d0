"""What a tool message says, as values."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file in a listing or among names that were found; `size` in bytes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Unseen:
    """What was not looked at: `hidden` names, others each with the tool's reason, and why the look was cut short."""

    hidden: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    cut: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A folder's entries. `more` counts those that a cap has left out; `others` are links and special files."""

    folder: str
    folders: tuple[str, ...] = ()
    files: tuple[FileEntry, ...] = ()
    more: int = 0
    others: tuple[str, ...] = ()
    unseen: Unseen = Unseen()


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a file, or all of it. Lines and characters count from 1; an empty file has no lines.

    `total` is 0 also where the number of lines is not known yet. `characters` (first,
    last, of how many) is there for a piece of one huge line; `onward` (line, column) is
    where reading goes on, None at the file's end. `about` says what kind of document it
    is that the text was taken out of; plain text has none.
    """

    file: str
    first: int = 0
    last: int = 0
    total: int = 0
    text: str = ""
    characters: tuple[int, int, int] | None = None
    onward: tuple[int, int] | None = None
    about: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether this is the file from its first to its last character."""
        return self.first <= 1 and self.last == self.total and self.onward is None and self.characters is None


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that was found in `file`; `place` says where in a document, such as "page 3"."""

    file: str
    line: int
    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Hits:
    """Lines that a search for text found. `whole` is False when there may be more that it had no time or room for.

    `lines` in `files` were found, `hits` are those shown, `more` come after them; `looked` files were searched.
    """

    where: str
    lines: int
    files: int
    looked: int
    hits: tuple[Hit, ...] = ()
    more: int = 0
    whole: bool = True
    unseen: Unseen = Unseen()


@dataclass(frozen=True, slots=True)
class Found:
    """Names that a search for names found; folders end with a slash.

    `count` are the numbers of files and of folders found, `looked` of those looked at. `read_as` is the
    glob that a pattern was read as, "" when it was taken as it is.
    """

    where: str
    count: tuple[int, int]
    looked: tuple[int, int]
    files: tuple[FileEntry, ...] = ()
    others: tuple[str, ...] = ()
    more: int = 0
    read_as: str = ""
    unseen: Unseen = Unseen()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart of `file` was shown: `series` by `axis`. `points` and `rows` as they were said.

    `summed` says that a point is a sum of several rows.
    """

    file: str
    points: str
    rows: str
    axis: str
    series: tuple[str, ...]
    summed: bool = False
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A file was written: what the tool said, and the file's size in bytes now, as it was said."""

    said: str
    size: str


Deed = Literal["copied", "moved", "deleted", "edited", "folder_made"]


@dataclass(frozen=True, slots=True)
class Changed:
    """A change other than a write: what the tool said of it, and its facts where they are plain.

    Sizes are in bytes as they were said; `replaced` is that of a file whose place was taken.
    """

    deed: Deed
    said: str
    path: str = ""
    source: str = ""
    before: str = ""
    size: str = ""
    replaced: str = ""
    final: bool = False
    """Whether it cannot be undone."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that was refused or failed; `nearest` are names the tool offers instead."""

    code: str
    text: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Absent:
    """No result to go by: left out of the history, never run, or not understood."""


Outcome = Listing | Page | Hits | Found | Drawn | Written | Changed | Failure | Absent
