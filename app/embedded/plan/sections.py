"""A section of a file: from its heading to the next one."""

import re
from dataclasses import dataclass, replace

from app.embedded.results import Page, lines_of

_WIDEST_HEADING = 90
_HEADING = re.compile(
    r"^(?P<hashes>#{1,6})?\s*(?:section|chapter|第|§)?\s*(?P<number>\d+(?:\.\d+)*)?(?:[.．:：節章]+(?!\d))?\s*(?P<words>.*?)\s*#*$",
    re.I,
)
_WORDS = re.compile(
    r"(?:abstract|introduction|conclusions?|references|bibliography|acknowledge?ments?|appendix\b.*|"
    r"概要|要旨|序論|はじめに|結論|おわりに|参考文献|謝辞|付録.*)[.:：]?",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Heading:
    """A line that heads a section; `level` counts its hashes, 0 without, `number` is "" without one."""

    row: int
    level: int
    number: str
    words: str


@dataclass(frozen=True, slots=True)
class Section:
    """The lines of a section as a page; `ended` says that its end is in sight."""

    page: Page
    ended: bool


def section_of(page: Page, wanted: str) -> Section | None:
    """The section with the number or heading `wanted`, of a page that begins with its file."""
    rows = lines_of(page.text)
    headings = _headings(rows)
    head = next((one for one in headings if one.number == wanted or _named(one.words) == _named(wanted)), None)
    if head is None:
        return None
    end = next((one.row for one in headings if one.row > head.row and _ends(head, one)), None)
    text = "".join(rows[head.row : end]).rstrip()
    last = head.row + len(lines_of(text))
    ended = end is not None or page.onward is None
    return Section(replace(page, first=head.row + 1, last=last, text=f"{text}\n", characters=None, onward=None), ended)


def _named(words: str) -> str:
    """The words of a heading to compare: "Conclusions:" is "conclusion"."""
    return words.lower().rstrip(".:：").removesuffix("s")


def _headings(rows: list[str]) -> list[_Heading]:
    found = []
    for row, line in enumerate(rows):
        apart = row == 0 or not rows[row - 1].strip() or line.startswith("#")
        heading = _heading(row, line.strip()) if apart and len(line) <= _WIDEST_HEADING else None
        if heading:
            found.append(heading)
    return found


def _heading(row: int, line: str) -> _Heading | None:
    found = _HEADING.match(line)
    if found is None or re.search(r"[.!?。]$", line):
        return None
    level, number, words = len(found["hashes"] or ""), found["number"] or "", found["words"]
    return _Heading(row, level, number, words) if level or (number and words) or _WORDS.fullmatch(words) else None


def _ends(head: _Heading, other: _Heading) -> bool:
    """Whether `other` begins what comes after the section of `head`: a number in a list does not."""
    if head.level:
        return 0 < other.level <= head.level
    if head.number and other.number:
        return other.number in _successors(head.number)
    return not other.number or other.number == "1"


def _successors(number: str) -> set[str]:
    parts = number.split(".")
    return {".".join([*parts[:depth], str(int(parts[depth]) + 1)]) for depth in range(len(parts))}
