"""What may be told of a call outside of the app: words of our own, and none that a model or a person made up."""

from app.tools.requests import DESCRIPTIONS

# Beside the model's tools there are calls that the app makes itself.
_TOOLS = frozenset({*DESCRIPTIONS, "read_part", "undo", "upload"})
OTHER = "other"


def known_tool(name: str) -> str:
    """The tool's name, if there is one of that name."""
    return name if name in _TOOLS else OTHER


def reason_of(code: str) -> str:
    """The stage and the reason of an outcome, without the argument, whose name may be the model's own."""
    return ":".join(code.split(":")[:2])
