"""What a conversation knows, in a form that outlasts the process."""

from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from pydantic import TypeAdapter

from app.agent.acting.undoing import Changes
from app.agent.history import History
from app.agent.model.budget import Budget
from app.agent.parts.ways import Left
from app.events import Receipt
from app.ledger import Spent
from app.tools import Outcome

_VERSION = 1
# What was not kept at first: where it is not there, nothing is lost.
_LATER = frozenset({"spent"})


@dataclass(slots=True)
class Saved:
    """All that a conversation knows beside its agent.

    `measured` names what the `budget` was learnt of. Of a turn that runs, `results` are the
    outcomes that are not in the history yet, by the ids of their calls, `made` its changes,
    and `partial` what has come of its answer. `turn` is the name under which its changes are recorded,
    or those of the next turn will be: known before it begins, it cannot come too late.
    """

    history: History = field(default_factory=History)
    changes: Changes = field(default_factory=Changes)
    budget: Budget | None = None
    measured: str = ""
    seen: dict[str, Any] = field(default_factory=dict)
    granted: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    left: Left = field(default_factory=Left)
    results: dict[str, Outcome] = field(default_factory=dict)
    made: list[Receipt] = field(default_factory=list)
    partial: str = ""
    turn: str = ""
    spent: Spent = field(default_factory=Spent)


_FORMS = {part.name: TypeAdapter[Any](get_type_hints(Saved)[part.name]) for part in fields(Saved)}


def body_of(saved: Saved) -> dict[str, Any]:
    """`saved` as JSON has it."""
    parts = {name: form.dump_python(getattr(saved, name), mode="json") for name, form in _FORMS.items()}
    return {"version": _VERSION, **parts}


def saved_in(body: object) -> tuple[Saved, bool]:
    """What can be read back of `body`, whatever it is, and whether that is all of it."""
    given = body if isinstance(body, dict) else {}
    parts = {name: part for name, form in _FORMS.items() if (part := _read(form, given.get(name))) is not None}
    saved = Saved(**parts)
    is_whole = given.get("version") == _VERSION and _FORMS.keys() == parts.keys() | (_LATER - given.keys())
    if not saved.history.is_sound:
        # Its messages alone could be in an order that no server takes.
        saved.history, is_whole = History(), False
    return saved, is_whole


def _read(form: TypeAdapter[Any], part: object) -> Any:
    try:
        return form.validate_python(part)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
