"""What may be told of a call outside of the app: words of our own, and none that a model or a person made up."""

from app.tools.requests import DESCRIPTIONS

# Beside the model's tools there are calls that the app makes itself.
_OWN = frozenset({"read_part", "spend_more", "undo", "upload"})
_TOOLS = frozenset({*DESCRIPTIONS, *_OWN})
OTHER = "other"


def is_own(name: str) -> bool:
    """Whether the app makes this call itself, and no model."""
    return name in _OWN


def known_tool(name: str) -> str:
    """The tool's name, if there is one of that name."""
    return name if name in _TOOLS else OTHER


def reason_of(code: str) -> str:
    """The stage and the reason of an outcome, without the argument, whose name may be the model's own."""
    return ":".join(code.split(":")[:2])
