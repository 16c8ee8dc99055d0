"""Where a text that was not found nearly is, and how the two differ."""

import unicodedata
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import pairwise

from app.workspace.changes.permit import require_wanted
from app.workspace.errors import escaped

_WEIGHED_LINES = 5_000
_WEIGHED_CHARS = 300
_FOLDED_CHARS = 600
_MATCHED_LINES = 20
_LEAST_ALIKE = 0.5
_SHOWN_CHARS = 200


@dataclass(frozen=True, slots=True)
class Near:
    """What is said of the nearest place, and the line that the file has there, if one is to be shown."""

    text: str
    line: str = ""


def nearest_place(text: str, old: str) -> Near:
    """One or two sentences on the lines of `text` that are nearest to `old`. Raises Withdrawn when called off."""
    lines, wanted = text.split("\n"), old.split("\n")
    anchor = next((n for n, line in enumerate(wanted) if line.strip()), None)
    if anchor is None:
        return Near("It is nothing but blanks. Give the text around it.")
    place = _nearest(lines, wanted[anchor])
    if place is None:
        return Near("No line is near to it. Read the file again with read_file and copy the text exactly.")
    for number, line in enumerate(wanted[anchor:]):
        there = lines[place + number] if place + number < len(lines) else None
        if there is None:
            return Near(f"The file ends at line {len(lines):,}, before line {anchor + number + 1} of old_text.")
        if there != line:
            said = f"Nearest is line {place + number + 1:,}, which differs{_how(there, line)}."
            return Near(said, f"line {place + number + 1:,}: {_shown(there)}")
    return Near(f"Its lines begin at line {place + 1:,}, but what stands before or around them differs.")


def _nearest(lines: list[str], wanted: str) -> int | None:
    """The index of the line that is nearest to `wanted`."""
    exact = next((n for n, line in enumerate(lines) if wanted in line), None)
    if exact is not None:
        return exact
    weighed, folded = lines[:_WEIGHED_LINES], _folded(wanted[:_WEIGHED_CHARS])
    near = (n for n, line in enumerate(weighed) if folded and folded in _folded(line[:_FOLDED_CHARS]))
    alike = next(near, None)
    return _most_alike(weighed, wanted[:_WEIGHED_CHARS]) if alike is None else alike


def _most_alike(lines: list[str], wanted: str) -> int | None:
    """The same by matching. It is slow, so that only the lines that share the most pairs of letters are matched."""
    pairs = _pairs(wanted)
    shared = {n: (pairs & _pairs(line[:_WEIGHED_CHARS])).total() for n, line in enumerate(lines) if line}
    matcher = SequenceMatcher(None, "", wanted, autojunk=False)
    best, place = _LEAST_ALIKE, None
    for number in nlargest(_MATCHED_LINES, shared, key=lambda n: shared[n]):
        require_wanted()
        matcher.set_seq1(lines[number][:_WEIGHED_CHARS])
        if (ratio := matcher.ratio()) > best:
            best, place = ratio, number
    return place


def _pairs(line: str) -> Counter[tuple[str, str]]:
    require_wanted()
    return Counter(pairwise(line))


def _how(there: str, wanted: str) -> str:
    if wanted in there or there in wanted:
        return " in where it begins or ends"
    if "".join(there.split()) == "".join(wanted.split()):
        return " in its blanks (spaces, tabs)"
    if unicodedata.normalize("NFC", there) == unicodedata.normalize("NFC", wanted):
        return " in how accents are stored (composed or decomposed)"
    if there.casefold() == wanted.casefold():
        return " in capitals"
    if _folded(there) == _folded(wanted):
        return " in forms of characters (full-width, quotes, dashes)"
    return ""


_LIKE = str.maketrans("“”„«»‘’‚`´–—‐‑−", "\"\"\"\"\"'''''-----")


def _folded(line: str) -> str:
    require_wanted()
    return "".join(unicodedata.normalize("NFKC", line).translate(_LIKE).casefold().split())


def _shown(line: str) -> str:
    text = "".join(c if c.isprintable() or c == "\u3000" else escaped(c) for c in line.replace("\t", "→"))
    return f"{text[:_SHOWN_CHARS]}…" if len(text) > _SHOWN_CHARS else text
