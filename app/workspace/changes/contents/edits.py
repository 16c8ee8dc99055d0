"""Replacing exact text: all edits of a call or none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from app.workspace.changes.contents.line_ends import PlainText, plain
from app.workspace.changes.contents.near_lines import Near, nearest_place
from app.workspace.changes.permit import require_wanted
from app.workspace.changes.plan import Edit
from app.workspace.errors import WorkspaceError, shown_name

_LINES_NAMED = 10
# Looking for the nearest place takes time.
_EXPLAINED = 3


@dataclass(frozen=True, slots=True)
class _Problem:
    number: int
    text: str
    mismatch: bool
    """Whether the text of the file is what does not fit: it may have changed."""
    line: str = ""
    """What the file has at the nearest place."""


@dataclass(frozen=True, slots=True)
class Edited:
    """A text after its edits, and in how many places each of them was made."""

    text: str
    places: tuple[int, ...] = ()


class Mismatch(WorkspaceError):
    """An old text that is not there, or not once."""


def edited(text: str, edits: Sequence[Edit], path: str) -> Edited:
    """`text` after the edits, in their order. Raises Withdrawn when called off.

    Line ends need not agree: the old text is found whatever they are, and the new text
    gets those of its place. Raises WorkspaceError `args:allowed:edits`, as Mismatch when
    the file's text is the reason; it names what is wrong with each edit that fails.
    """
    problems, counts = list[_Problem](), list[int]()
    for number, edit in enumerate(edits, 1):
        require_wanted()
        outcome = _one(PlainText(text), edit, number, len(problems) < _EXPLAINED)
        if isinstance(outcome, _Problem):
            problems.append(outcome)
        else:
            text = outcome.text
            counts += outcome.places
    if not edits:
        problems.append(_Problem(0, "No edits were given.", mismatch=False))
    if problems:
        raise _refusal(problems, len(edits), path)
    return Edited(text, tuple(counts))


def _one(there: PlainText, edit: Edit, number: int, explained: bool) -> Edited | _Problem:
    old, new = plain(edit.old_text), edit.new_text.replace("\r\n", "\n")
    if not old:
        return _Problem(number, "old_text is empty. Give the exact text to replace.", mismatch=False)
    if edit.old_text.replace("\r\n", "\n") == new:
        return _Problem(number, "old_text and new_text are the same, so there is nothing to change.", mismatch=False)
    places = list(_places(there.text, old, overlapping=not edit.replace_all))
    if not places:
        near = nearest_place(there.text, old) if explained else Near("")
        return _Problem(number, f"old_text was not found. {near.text}".rstrip(), mismatch=True, line=near.line)
    if len(places) > 1 and not edit.replace_all:
        return _Problem(number, _found_often(there, places), mismatch=True)
    return Edited(_replaced(there, places, len(old), new), (len(places),))


def _places(text: str, old: str, overlapping: bool) -> Iterator[int]:
    place = text.find(old)
    while place >= 0:
        require_wanted()
        yield place
        place = text.find(old, place + (1 if overlapping else len(old)))


def _replaced(there: PlainText, places: list[int], length: int, new: str) -> str:
    parts, done = list[str](), 0
    for place in places:
        require_wanted()
        parts.append(there.original[done : there.original_place(place)])
        parts.append(there.dressed(new, place, place + length))
        done = there.original_place(place + length)
    return "".join([*parts, there.original[done:]])


def _found_often(there: PlainText, places: list[int]) -> str:
    lines = dict.fromkeys(there.line_of(place) for place in places[: 10 * _LINES_NAMED])
    named = ", ".join(str(line) for line in islice(lines, _LINES_NAMED))
    more = ", …" if len(lines) > _LINES_NAMED else ""
    return (
        f"old_text was found {len(places):,} times (lines {named}{more})."
        " Give more of the text around the one that is meant, or set replace_all."
    )


def _refusal(problems: list[_Problem], count: int, path: str) -> WorkspaceError:
    told = "\n".join(f"edit {p.number}: {p.text}" if count > 1 else p.text for p in problems)
    kind = Mismatch if any(p.mismatch for p in problems) else WorkspaceError
    lines = dict.fromkeys(p.line for p in problems if p.line)
    return kind("args:allowed:edits", f"Nothing was changed in {shown_name(path)}. {told}", "\n".join(lines), path)
