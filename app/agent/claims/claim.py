"""A claim as a value."""

import re
from dataclasses import dataclass
from typing import Literal

from app.agent.prose import NAME

# "arrange" is a file put elsewhere in whatever way; "change" is anything at all, such as taking a change back.
Kind = Literal["write", "copy", "move", "delete", "folder", "arrange", "change"]

# What stands between names in one row: "a.txt, b.txt and to c.txt".
_AND = r"(?:and|as\s+well\s+as)(?:\s+also)?(?:\s+(?:to|into|in))?"
_ROW = re.compile(rf"\s*(?:[,、&と・]|および|及び)?\s*(?:{_AND})?\s*", re.IGNORECASE)
_NAME = re.compile(NAME)


@dataclass(frozen=True, slots=True)
class Hit:
    """A claiming verb in a sentence whose names are marks. The names it is about stand in `about`.

    `target` is the place in the sentence behind which the name that was changed is looked for first.
    `count` is how many files are said to be changed, 0 when it is not said.
    """

    kind: Kind
    about: tuple[int, int]
    target: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """Something the answer says was done. `rows` are the names in its words, those in one row together.

    `target` is the row that is most likely what was changed, () when no name is said.
    `count` is how many files are said to be changed when none is named, else 0.
    """

    kind: Kind
    rows: tuple[tuple[str, ...], ...] = ()
    target: tuple[str, ...] = ()
    count: int = 0


def rows_in(text: str, start: int, end: int) -> list[list[re.Match[str]]]:
    """The marks of names between `start` and `end`, those that stand in one row together."""
    rows: list[list[re.Match[str]]] = []
    for mark in _NAME.finditer(text, start, end):
        if rows and _ROW.fullmatch(text, rows[-1][-1].end(), mark.start()):
            rows[-1].append(mark)
        else:
            rows.append([mark])
    return rows
