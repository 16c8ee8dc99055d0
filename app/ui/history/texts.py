"""Text in the forms that a database can keep and search."""

from typing import Any

from app.workspace.search.folding import folded

_LONGEST_NAME = 200
MESSAGES = ("user_message", "assistant_message")


def storable(text: str) -> str:
    """`text` without what databases refuse: NUL, and halves of characters."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def shown_name(name: str | None) -> str | None:
    """The name of a conversation on one line, cut where it is long; None for one in which nothing is to be seen."""
    line = " ".join(storable(name or "").split())
    if not any(sign.isprintable() for sign in line.replace(" ", "")):
        return None
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"


def searched(text: str) -> str:
    """The form in which `text` is looked for, without regard to case and width."""
    return folded(storable(text))


def size_of(body: dict[str, Any]) -> int:
    """About how many bytes the texts of a step or an element hold."""
    return sum(len(value) for value in body.values() if isinstance(value, str))


def searched_in(step: dict[str, Any]) -> str:
    """What a search looks through: what was said, and of a call its row and its result."""
    said = str(step.get("output") or "")
    match step.get("type"):
        case "tool":
            return searched(f"{step.get('name')}\n{said}")
        case kind if kind in MESSAGES:
            return searched(said)
    return ""
