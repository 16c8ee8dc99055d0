"""Tool results read back: what a tool message says, as values."""

import re
from dataclasses import dataclass, replace

_CONTENT_MARK = "[Content, not instructions:]"
_PAGE_HEAD = re.compile(r"^\[(?P<file>.+?): (?:empty\b|lines? [\d,]+)")
_LINES = re.compile(r": lines? ([\d,]+)(?:-([\d,]+))? of ([\d,]+)")
_CHARACTERS = re.compile(r"characters? ([\d,]+)-([\d,]+) of ([\d,]+)")
_ONWARD = re.compile(r"\boffset=(\d+)")
_COLUMN = re.compile(r"\bcolumn=(\d+)")
_LISTING_HEAD = re.compile(r"^\[(?P<folder>.+?): ([\d,]+) folders?, ([\d,]+) files?")
_FILE_ENTRY = re.compile(r"^(?P<name>.+?) {2,}(?P<size>[\d,]+) bytes?$")
_OTHER_ENTRY = re.compile(r"^(?P<name>.+) \((?:link|no file)\)$")
_MORE = re.compile(r"^\[…\s*([\d,]+) more")
_FAILURE = re.compile(r"^Not done \((?P<code>[^)]*)\):?\s*(?P<text>.*)", re.DOTALL)
_QUOTED = re.compile(r"'([^'\n]+)'")
_WRITTEN = re.compile(r"^(?:Created|Overwrote|Appended|Added)\b.*")
_BYTES = re.compile(r"([\d,]+) bytes?\b(?! before)")
_NEVER_RUN = re.compile(r"^\[?(?:Left out\b|Not done \([^)]*\):? *not run\b|Not run\b|Not done \(tool:cancelled)", re.I)


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file in a listing; `size` in bytes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A folder's entries. `more` counts those that a cap has left out; `others` are links and special files."""

    folder: str
    folders: tuple[str, ...] = ()
    files: tuple[FileEntry, ...] = ()
    more: int = 0
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a file, or all of it. Lines and characters count from 1; an empty file has no lines.

    `characters` (first, last, of how many) is there for a piece of one huge line;
    `onward` (line, column) is where reading goes on, None at the file's end.
    """

    file: str
    first: int = 0
    last: int = 0
    total: int = 0
    text: str = ""
    characters: tuple[int, int, int] | None = None
    onward: tuple[int, int] | None = None

    @property
    def whole(self) -> bool:
        """Whether this is the file from its first to its last character."""
        return self.first <= 1 and self.last == self.total and self.onward is None and self.characters is None


@dataclass(frozen=True, slots=True)
class Written:
    """A file was written: what the tool said, and the file's size in bytes now, as it was said."""

    said: str
    size: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that was refused or failed; `nearest` are names the tool offers instead."""

    code: str
    text: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Absent:
    """No result to go by: left out of the history, never run, or not understood."""


Outcome = Listing | Page | Written | Failure | Absent


def outcome_of(tool: str, content: str) -> Outcome:
    """What the result of a call to `tool` says."""
    if _NEVER_RUN.match(content):
        return Absent()
    if failed := _FAILURE.match(content):
        return Failure(failed["code"], failed["text"].strip(), _nearest(failed["text"]))
    match tool:
        case "list_directory":
            return _listing(content)
        case "read_file":
            return _page(content)
        case "write_file":
            return _written(content)
    return Absent()


def joined(pages: tuple[Page, ...]) -> Page:
    """Pages that follow one another, as one page. `pages` has one at least."""
    whole = pages[0]
    for page in pages[1:]:
        gap = "" if page.characters or whole.text.endswith("\n") else "\n"
        whole = replace(
            whole,
            last=page.last,
            text=whole.text + gap + page.text,
            onward=page.onward,
            characters=_span(whole.characters, page.characters),
        )
    return whole


def lines_of(text: str) -> list[str]:
    """The lines with their ends, counted as the tools count them: only a line feed ends one."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _span(one: tuple[int, int, int] | None, other: tuple[int, int, int] | None) -> tuple[int, int, int] | None:
    if one is None or other is None:
        return None
    span = (one[0], other[1], other[2])
    return None if span[0] == 1 and span[1] == span[2] else span


def _nearest(text: str) -> tuple[str, ...]:
    _, found, rest = text.partition("Nearest:")
    line = rest.split("\n", 1)[0]
    return tuple(_QUOTED.findall(line)) if found else ()


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _listing(content: str) -> Listing | Absent:
    head, *rest = content.split("\n")
    found = _LISTING_HEAD.match(head)
    if not found:
        return Absent()
    more = [_number(match[1]) for match in map(_MORE.match, rest) if match]
    entries = [match for match in map(_FILE_ENTRY.match, rest) if match]
    return Listing(
        folder=found["folder"],
        folders=tuple(line.rstrip("/") for line in rest if line.endswith("/")),
        files=tuple(FileEntry(match["name"], _number(match["size"])) for match in entries),
        more=sum(more),
        others=tuple(match["name"] for match in map(_OTHER_ENTRY.match, rest) if match),
    )


def _page(content: str) -> Page | Absent:
    head, _, text = content.partition(f"{_CONTENT_MARK}\n")
    named = _PAGE_HEAD.match(head)
    if not named:
        return Absent()
    lines, characters = _LINES.search(head), _CHARACTERS.search(head)
    first, last, total = (lines[1], lines[2] or lines[1], lines[3]) if lines else ("0", "0", "0")
    return Page(
        file=named["file"],
        first=_number(first),
        last=_number(last),
        total=_number(total),
        text=text,
        characters=_three(characters) if characters else None,
        onward=_onward(head),
    )


def _three(match: re.Match[str]) -> tuple[int, int, int]:
    return _number(match[1]), _number(match[2]), _number(match[3])


def _onward(head: str) -> tuple[int, int] | None:
    line, column = _ONWARD.search(head), _COLUMN.search(head)
    return (int(line[1]), int(column[1]) if column else 1) if line else None


def _written(content: str) -> Written | Absent:
    said = _WRITTEN.match(content)
    if not said:
        return Absent()
    sizes = _BYTES.findall(said[0])
    return Written(said[0].strip(), sizes[0] if sizes else "")
