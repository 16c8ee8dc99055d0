"""The words that the app itself acts on, without the model."""

import re
from typing import Literal

Command = Literal["undo", "redo"]

_COMMANDS: dict[Command, frozenset[str]] = {
    "undo": frozenset({"undo", "/undo", "元に戻す", "元に戻して", "元に戻してください", "取り消して"}),
    "redo": frozenset({"redo", "/redo", "やり直す", "やり直して", "やり直してください"}),
}


def command_in(question: str) -> Command | None:
    """The command that `question` is, as a whole; None for anything said to the model."""
    words = re.sub(r"[\s.!。！]+$", "", question.strip()).casefold()
    return next((command for command, forms in _COMMANDS.items() if words in forms), None)
