"""A wish for a change as a value."""

from dataclasses import dataclass

from app.agent.person.wishes.asking.kinds import Kinds
from app.agent.prose import rows_in


@dataclass(frozen=True, slots=True)
class Wish:
    """The kinds of change that a wish can mean, and the marks of the files that it means to change.

    `meant` is () when the wish makes something and does not say where, None when it means
    what was spoken of before.
    """

    kinds: Kinds
    meant: tuple[str, ...] | None


def row_at(text: str, at: int) -> tuple[str, ...]:
    """The marks of the names that stand in one row with the one at `at`, from there on."""
    rows = rows_in(text, at, len(text))
    return tuple(mark[0] for mark in rows[0]) if rows else ()
