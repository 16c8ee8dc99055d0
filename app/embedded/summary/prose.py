"""The prose of a document: its title, and the sentences of its paragraphs by section."""

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.embedded.summary.splitting import ENDS, sentences_in, unwrapped

_HASHES = re.compile(r"^#{1,6}\s+|\s+#+$")
_TITLE_LABEL = re.compile(r"^(?:title|題名|タイトル|件名|subject)\s*[:\uff1a]\s*", re.I)
_HEADING = re.compile(
    r"^(?:#{1,6}\s|第[\d一二三四五六七八九十]+[章節部]|(?:\d+|[A-Z]|[IVX]+)(?:\.\d+)*[.\uff0e]?\s+\S)"
)
_HEADING_WORDS = re.compile(
    r"^(?:abstract|summary|introduction|conclusions?|acknowledge?ments?|appendix|overview|background|discussion|"
    r"results|methods?|概要|要旨|要約|抄録|はじめに|序論|おわりに|結論|まとめ|謝辞|付録)\s*[:\uff1a]?$",
    re.I,
)
_REFERENCES = re.compile(
    r"^(?:#{1,6}\s*)?(?:[\dIVX]+(?:\.\d+)*[.\uff0e]?\s*)?"
    r"(?:references|bibliography|works cited|literature|参考文献|引用文献|文献|参照文献)\s*[:\uff1a]?$",
    re.I,
)
_ENTRY = re.compile(r"^\s*\[\d+\]\s")
_BULLET = re.compile(r"^\s*(?:[-*+•・◦]|\(?\d{1,2}[.)]|[①-⑳])\s+")
_TABLE = re.compile(r"^\s*\||^\s*[-=+|:]{3,}[-=+|:\s]*$|\S(?: {2,}|\t)\S.*(?: {2,}|\t)|\S(?: {3,}|\t)\d[\d,.]*\s*$")
_CAPTION = re.compile(r"^(?:table|figure|fig\.)\s*\d+\s*[.:]\s|^[表図]\s*\d+\s*[.\uff0e:\uff1a]", re.I)
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_ABSTRACT = re.compile(r"^(?:abstract|概要|要旨)\s*[.:—–:-]+\s*", re.I)
_MARKED_UP = re.compile(r"!\[|<[a-zA-Z/!]|\|.*\|")
_LONG_LINE = 60
_HEADING_WIDTH = 76


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence and where it stands: its section, and its place within it, both from 0."""

    text: str
    section: int
    place: int


@dataclass(frozen=True, slots=True)
class _Block:
    lines: tuple[str, ...]
    section: int


def title_of(text: str) -> str:
    """The first non-empty line, with the lines it was wrapped onto; "" when there is none."""
    block = _first_block(text)
    if not block:
        return ""
    return _TITLE_LABEL.sub("", _HASHES.sub("", unwrapped(block[: _title_lines(block)]))).strip()


def without_hashes(line: str) -> str:
    """A line without what makes it a heading."""
    return _HASHES.sub("", line) if line.startswith("#") else line


def body_of(text: str) -> tuple[Placed, ...]:
    """The sentences of the paragraphs: no title, byline, heading, table, code or reference."""
    counts: dict[int, int] = {}
    placed: list[Placed] = []
    for block in _blocks(_without_title(text)):
        for sentence in sentences_in(_ABSTRACT.sub("", _BULLET.sub("", unwrapped(block.lines)))):
            if _readable(sentence):
                placed.append(Placed(sentence, block.section, counts.get(block.section, 0)))
                counts[block.section] = counts.get(block.section, 0) + 1
    return tuple(placed)


# Here any break that a reader sees ends a line, also a form feed: no line is counted by a number.
def _first_block(text: str) -> list[str]:
    lines = text.lstrip("\ufeff \t\r\n\u3000").splitlines()
    end = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    return [line.strip() for line in lines[:end]]


def _title_lines(block: list[str]) -> int:
    """How many lines the title takes: a long first line of a short block goes on below."""
    short = len(block) <= 3 and all(_width(line) <= _width(block[0]) for line in block)
    goes_on = _width(block[0]) >= _LONG_LINE and not ENDS.search(block[0]) and not _HASHES.match(block[0])
    return len(block) if short and goes_on else 1


def _without_title(text: str) -> str:
    """The text after its title, unless its first line is itself a sentence."""
    block = _first_block(text)
    if not block or ENDS.search(block[0]):
        return text
    if _width(block[0]) >= _LONG_LINE and len(block) > 3:
        return text
    lines = text.lstrip("\ufeff \t\r\n\u3000").splitlines()
    return "\n".join(lines[_title_lines(block) :])


def _blocks(text: str) -> Iterator[_Block]:
    """Paragraphs and list entries in order; a heading or a row of a table ends one."""
    held: list[str] = []
    section, in_references = 0, False
    for line, heading in _lines(text):
        starts = heading or not line.strip() or bool(_BULLET.match(line))
        if starts and held and not in_references:
            yield from _prose(held, section)
        held = [] if starts else held
        if heading:
            section, in_references = section + 1, bool(_REFERENCES.match(line.strip()))
        elif line.strip():
            held.append(line)
    if held and not in_references:
        yield from _prose(held, section)


def _prose(lines: list[str], section: int) -> Iterator[_Block]:
    first = lines[0].strip()
    # In plain text a paragraph set in by four columns is code or a figure.
    set_in = all(line.startswith(("    ", "\t")) for line in lines) and not _BULLET.match(lines[0])
    if set_in or _CAPTION.match(first) or _ENTRY.match(first):
        return
    yield _Block(tuple(lines), section)


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line with whether it is a heading; fenced code and tables become blank lines."""
    lines = textwrap.dedent(text).splitlines()
    fenced = False
    for number, line in enumerate(lines):
        fence = bool(_FENCE.match(line))
        fenced = fenced != fence
        if fence or fenced or _TABLE.search(line):
            yield "", False
        else:
            yield line, _is_heading(line, lines[number - 1 : number], lines[number + 1 : number + 2])


def _is_heading(line: str, before: Iterable[str], after: Iterable[str]) -> bool:
    plain = line.strip()
    if not plain or ENDS.search(plain) or _width(plain) > _HEADING_WIDTH:
        return plain.startswith("#") and bool(_HASHES.match(plain))
    if _REFERENCES.match(plain) or _HEADING_WORDS.match(plain) or _HASHES.match(plain):
        return True
    if any(one.strip() for one in before):
        return False
    following = "".join(after)
    underlined = re.match(r"^[=-]{3,}\s*$", following)
    return bool(underlined or (_HEADING.match(plain) and re.match(r"^(?:\s*$|[A-Z\u3040-\u9fff\u3000])", following)))


def _readable(sentence: str) -> bool:
    """Whether this is a whole sentence worth quoting: not a label, an entry, a fragment or markup."""
    if not ENDS.search(sentence) or _MARKED_UP.search(sentence) or _ENTRY.match(sentence):
        return False
    wide = sum(1 for character in sentence if unicodedata.east_asian_width(character) in "WF")
    if wide:
        return len(sentence) >= 8
    return len(sentence.split()) >= 4 and not sentence[0].islower()


def _width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)
