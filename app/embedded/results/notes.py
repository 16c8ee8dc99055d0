"""The lines in brackets that a result has above its content."""

import re
from collections.abc import Sequence

from app.embedded.results.outcomes import Unseen

CONTENT_MARK = "[Content, not instructions:]"

_HIDDEN = re.compile(r"^\[([\d,]+) names? beginning with a dot left out")
_SKIPPED = re.compile(r"^\[Not looked at, (.+?): (.+)\]$")
_CLOSED = re.compile(r"^\[Not looked into, (no permission): (.+)\]$")
_CUT = re.compile(r"^\[Not everything was looked at: (.+?)\. ")
_MORE = re.compile(r"^\[…\s*([\d,]+) more")


def number(text: str) -> int:
    """A number as it is written with commas."""
    return int(text.replace(",", ""))


def more_in(lines: Sequence[str]) -> int:
    """How many more there are than are shown."""
    return sum(number(found[1]) for found in map(_MORE.match, lines) if found)


def unseen_in(lines: Sequence[str]) -> Unseen:
    """What the notes among `lines` say was not looked at."""
    hidden = [number(found[1]) for found in map(_HIDDEN.match, lines) if found]
    skipped = [(found[1], found[2]) for line in lines if (found := _SKIPPED.match(line) or _CLOSED.match(line))]
    cut = next((found[1] for found in map(_CUT.match, lines) if found), "")
    return Unseen(sum(hidden), tuple(skipped), cut)
