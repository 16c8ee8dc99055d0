"""A page of a file, read back."""

import re
from dataclasses import replace

from app.embedded.results.notes import CONTENT_MARK, number
from app.embedded.results.outcomes import Absent, Page

_HEAD = re.compile(r"^\[(?P<file>.+?): (?:empty\b|no text\b|lines? [\d,]+)")
_LINES = re.compile(r": lines? ([\d,]+)(?:-([\d,]+))? of ([\d,]+|more)")
_CHARACTERS = re.compile(r"characters? ([\d,]+)-([\d,]+) of ([\d,]+)")
_FOLLOWS = re.compile(r"^\[More follows\..*?\boffset=(\d+)(?:, column=(\d+))?", re.M)
_ABOUT = re.compile(r"^\[(?!More follows\.|Asked for as |Encoding: |Line ends: )(.+)\]$")


def page(content: str) -> Page | Absent:
    """The page that a result of read_file holds."""
    notes, _, text = content.partition(f"{CONTENT_MARK}\n")
    head = notes.split("\n", 1)[0]
    named = _HEAD.match(head)
    if not named:
        return Absent()
    lines, characters, follows = _LINES.search(head), _CHARACTERS.search(head), _FOLLOWS.search(notes)
    first, last, total = (lines[1], lines[2] or lines[1], lines[3]) if lines else ("0", "0", "0")
    return Page(
        file=named["file"],
        first=number(first),
        last=number(last),
        total=0 if total == "more" else number(total),
        text=text,
        characters=(number(characters[1]), number(characters[2]), number(characters[3])) if characters else None,
        onward=(int(follows[1]), int(follows[2] or 1)) if follows else None,
        about=tuple(found[1] for found in map(_ABOUT.match, notes.split("\n")[1:]) if found),
    )


def joined(pages: tuple[Page, ...]) -> Page:
    """Pages that follow one another, as one page. `pages` has one at least."""
    whole = pages[0]
    for after in pages[1:]:
        gap = "" if after.characters or whole.text.endswith("\n") else "\n"
        whole = replace(
            whole,
            last=after.last,
            total=after.total or whole.total,
            text=whole.text + gap + after.text,
            onward=after.onward,
            characters=_span(whole.characters, after.characters),
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
