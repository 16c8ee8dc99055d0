"""A claim as a value."""

from dataclasses import dataclass
from typing import Literal

# "arrange" is a file put elsewhere in whatever way; "change" is anything at all, such as taking a change back.
Kind = Literal["write", "copy", "move", "delete", "folder", "arrange", "change"]


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
