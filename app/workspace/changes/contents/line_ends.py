r"""Line ends: text is compared with "\n" for each of them, and written with those of the place."""

import re
from bisect import bisect_left
from contextlib import suppress
from functools import cached_property
from itertools import zip_longest

from app.workspace.text.alignment import Alignment, TooMuch
from app.workspace.text.content import line_end

ENDS = re.compile(r"\r\n|\r|\n")
_LONE = re.compile(r"(?<!\r)\n")


def plain(text: str) -> str:
    r"""`text` with "\n" for every line end."""
    return ENDS.sub("\n", text) if "\r" in text else text


def with_end(text: str, end: str) -> str:
    r"""`text` with `end` for every "\n" and "\r\n"; a "\r" alone is a character like others in what a model writes."""
    return text.replace("\r\n", "\n").replace("\n", end)


def in_lines_of(old: str, text: str) -> str:
    """`text` with the line ends of `old`, and a last one if `old` has one.

    A line that stays keeps its own end; others get the one that is used most, as do all
    where the two texts are too large to be compared.
    """
    if not ENDS.search(old):
        return text
    ended = text + "\n" if text and old.endswith(("\n", "\r")) and not text.endswith(("\n", "\r")) else text
    return _with_own_ends(old, ended) if "\r\n" in old and _LONE.search(old) else with_end(ended, line_end(old))


def _with_own_ends(old: str, text: str) -> str:
    lines, ends = re.split("\r?\n", old), re.findall("\r?\n", old)
    wanted = text.replace("\r\n", "\n").split("\n")
    given = [line_end(old)] * (len(wanted) - 1)
    with suppress(TooMuch):
        for kind, start, _, first, last in Alignment(lines, wanted).get_opcodes():
            if kind == "equal":
                # The last line has no end.
                kept = min(last, len(given), first + len(ends) - start)
                given[first:kept] = ends[start : start + kept - first]
    return "".join(part for pair in zip_longest(wanted, given, fillvalue="") for part in pair)


class PlainText:
    """A text with plain line ends that knows the original of each of its places."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.text = plain(original)
        pairs = [found.start() for found in re.finditer("\r\n", original)]
        # Where in `text` a pair became one character: each moves what follows by one.
        self._pairs = [place - earlier for earlier, place in enumerate(pairs)]

    def original_place(self, place: int) -> int:
        """Where in the original the place `place` of the text is."""
        return place + bisect_left(self._pairs, place)

    def line_of(self, place: int) -> int:
        """The number of the line, from 1, that holds a place of the text."""
        return self.text.count("\n", 0, place) + 1

    def dressed(self, new: str, start: int, end: int) -> str:
        """`new` with the line ends of what stands from `start` to `end` of the text, which it replaces.

        Line by line from both sides where it has more or fewer lines; what is more has
        the line end of the place.
        """
        first, last = self.original_place(start), self.original_place(end)
        there, wanted = ENDS.findall(self.original[first:last]), new.replace("\r\n", "\n").split("\n")
        count = len(wanted) - 1
        kept = min(count, len(there))
        head = min(kept, _same_lines(self.text[start:end].split("\n"), wanted)) if count != len(there) else kept
        tail = there[len(there) - (kept - head) :] if kept > head else []
        more = [self._end_at(first, there)] * (count - kept) if count > kept else []
        ends = [*there[:head], *more, *tail]
        return "".join(part for pair in zip_longest(wanted, ends, fillvalue="") for part in pair)

    def _end_at(self, first: int, there: list[str]) -> str:
        """The line end of what is replaced, else of its own line, else of the line before."""
        if there:
            return there[0]
        if not self._ends:
            return "\n"
        place = self._ends[min(bisect_left(self._ends, first), len(self._ends) - 1)]
        return "\r\n" if self.original.startswith("\r\n", place) else self.original[place]

    @cached_property
    def _ends(self) -> list[int]:
        return [found.start() for found in ENDS.finditer(self.original)]


def _same_lines(old: list[str], new: list[str]) -> int:
    return next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
