"""A change that has not been made yet."""

from collections.abc import Callable
from dataclasses import dataclass

from app.events import Receipt, Verb


@dataclass(frozen=True, slots=True)
class Edit:
    """One replacement of exact text: `old_text` must be there once, or any number of times with `replace_all`."""

    old_text: str
    new_text: str
    replace_all: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a change would do, looked at but not done.

    `path` and `source` (of a copy or a move) are relative to the root, links followed in
    all but the last name of what is moved or deleted. `sizes` are the bytes of `path`
    before and after, None where there is no file. `diff` is a unified diff, bounded, ""
    where none can be shown. `touches` are the paths of what exists and would be replaced,
    changed or taken away (of a move onto a file both), none when the change only adds;
    `unseen` says that the whole of what stands there was never shown in this conversation.
    `undoable` is false when the bytes from before are more than the app may keep.
    `carry_out` makes the change, checks it and gives its receipt; it raises
    WorkspaceError when the file is no longer what was looked at.
    """

    verb: Verb
    path: str
    carry_out: Callable[[], Receipt]
    source: str = ""
    sizes: tuple[int | None, int | None] = (None, None)
    diff: str = ""
    touches: tuple[str, ...] = ()
    unseen: bool = False
    undoable: bool = True
