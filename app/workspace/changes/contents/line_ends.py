r"""Line ends: text is compared with "\n" for each of them, and written with those of the place."""

import re
from bisect import bisect_left
from itertools import zip_longest

ENDS = re.compile(r"\r\n|\r|\n")


def plain(text: str) -> str:
    r"""`text` with "\n" for every line end."""
    return ENDS.sub("\n", text) if "\r" in text else text


def with_end(text: str, end: str) -> str:
    r"""`text` with `end` for every "\n" and "\r\n"; a "\r" alone is a character like others in what a model writes."""
    return text.replace("\r\n", "\n").replace("\n", end)


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
        ends = [*there[:head], *[self._end_at(first, there)] * (count - kept), *tail]
        return "".join(part for pair in zip_longest(wanted, ends, fillvalue="") for part in pair)

    def _end_at(self, first: int, there: list[str]) -> str:
        """The line end of what is replaced, else of its own line, else of the line before."""
        if there:
            return there[0]
        after = ENDS.search(self.original, first)
        if after:
            return after[0]
        before = ENDS.findall(self.original[max(0, first - 100_000) : first])
        return before[-1] if before else "\n"


def _same_lines(old: list[str], new: list[str]) -> int:
    return next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
