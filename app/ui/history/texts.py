"""Text in the forms that a database can keep and search."""

from typing import Any

from app.workspace.search.folding import folded

MESSAGES = ("user_message", "assistant_message")


def storable(text: str) -> str:
    """`text` without what databases refuse: NUL, and halves of characters."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def searched(text: str) -> str:
    """The form in which `text` is looked for, without regard to case and width."""
    return folded(storable(text))


def searched_in(step: dict[str, Any]) -> str:
    """What a search looks through: what was said, and of a call its row and its result."""
    said = str(step.get("output") or "")
    match step.get("type"):
        case "tool":
            return searched(f"{step.get('name')}\n{said}")
        case kind if kind in MESSAGES:
            return searched(said)
    return ""
