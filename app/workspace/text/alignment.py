"""Which lines of two texts are the same, found in a bounded time."""

from collections.abc import Sequence
from difflib import Match, SequenceMatcher
from itertools import groupby
from typing import Literal

from app.workspace.changes.permit import require_wanted

_MOST_LINES = 20_000
_MOST_WORK = 20_000_000

Opcode = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]
"""What becomes of lines, as in difflib: (kind, from, to, new from, new to)."""


class TooMuch(Exception):
    """The texts are too large, or too much alike throughout, to be aligned."""


class Alignment(SequenceMatcher[str]):
    """The lines `old` and `new`, compared as difflib does.

    What is the same at both ends is set aside first: it may be long, and need not be
    compared. Raises TooMuch, and Withdrawn when called off.
    """

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        self._head = _alike(old, new)
        old, new = old[self._head :], new[self._head :]
        self._tail = _alike(old[::-1], new[::-1])
        self._old, self._new = old[: len(old) - self._tail], new[: len(new) - self._tail]
        if max(len(self._old), len(self._new)) > _MOST_LINES:
            raise TooMuch
        self._work, self._often = 0.0, len(self._new) / max(1, len(set(self._new)))
        super().__init__(None, self._old, self._new)

    def get_opcodes(self) -> list[Opcode]:
        """How `new` comes from `old`."""
        head, between = self._head, self._between()
        moved: list[Opcode] = [(kind, i + head, j + head, k + head, m + head) for kind, i, j, k, m in between]
        old, new = head + len(self._old), head + len(self._new)
        ends: list[Opcode] = [("equal", 0, head, 0, head), ("equal", old, old + self._tail, new, new + self._tail)]
        return [code for code in (ends[0], *moved, ends[1]) if code[1] < code[2] or code[3] < code[4]]

    def find_longest_match(self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None) -> Match:
        """As difflib's, which is asked again and again, and may need the square of the length for each answer."""
        require_wanted()
        self._work += ((len(self._old) if ahi is None else ahi) - alo) * self._often
        if self._work > _MOST_WORK:
            raise TooMuch
        return super().find_longest_match(alo, ahi, blo, bhi)

    def _between(self) -> list[Opcode]:
        """The opcodes of what is compared. Where most lines kept their number, they are not looked for elsewhere."""
        same = [a == b for a, b in zip(self._old, self._new, strict=False)]
        if len(self._old) != len(self._new) or 2 * sum(same) <= len(same):
            return super().get_opcodes()
        codes, start = list[Opcode](), 0
        for is_same, run in groupby(same):
            end = start + len(list(run))
            codes.append(("equal" if is_same else "replace", start, end, start, end))
            start = end
        return codes


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """How many lines are the same from the beginning."""
    return next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
