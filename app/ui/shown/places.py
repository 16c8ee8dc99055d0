"""What a name in an answer means: the file that the calls before it were about, not one that is elsewhere called so."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from posixpath import dirname, join
from typing import Any

from pydantic import TypeAdapter

from app.events import ToolFinished
from app.ui.shown.links import Find

_MOST_TURNS = 10
_MOST_FILES = 500
# Each is looked into for each name.
_MOST_FOLDERS = 20


@dataclass(slots=True)
class Spoken:
    """What the calls of one turn were about, each path once: `files` that they named, `folders` they looked into."""

    files: dict[str, None] = field(default_factory=dict)
    folders: dict[str, None] = field(default_factory=dict)


_FORM = TypeAdapter(list[Spoken])


class Places:
    """The files and folders that a conversation was about, and which of them a name means. `exact` finds a path."""

    def __init__(self, exact: Find) -> None:
        self._exact = exact
        self._turns: list[Spoken] = [Spoken()]

    def begin(self) -> None:
        """A turn begins: what its calls are about comes before what those of others were."""
        self._turns = [*self._turns[1 - _MOST_TURNS :], Spoken()]

    def follow(self, event: ToolFinished) -> None:
        """Takes in what a call was about."""
        extent, receipt = event.extent, event.receipt
        named = [event.picture, *((receipt.path, receipt.source) if receipt else ())]
        if extent is not None and (extent.path == "" or not self._exact(extent.path)):
            self._turns[-1].folders[extent.path] = None
            named += extent.found
        elif extent is not None:
            named.append(extent.path)
        files = self._turns[-1].files
        files.update(dict.fromkeys(path for path in named[: _MOST_FILES - len(files)] if path))

    def find(self, name: str) -> str:
        """The path of the file that `name` means; "" where there is none, or where it may be one or another."""
        for possible in self._possible(name):
            found = {path for place in possible if (path := self._exact(place))}
            if found:
                return found.pop() if len(found) == 1 else ""
        return ""

    def _possible(self, name: str) -> Iterator[set[str]]:
        """Paths that it may have, from those that say most for it on."""
        for turn in reversed(self._turns):
            yield {path for path in turn.files if path == name or path.endswith(f"/{name}")}
            yield {join(folder, name) for folder in [*turn.folders][-_MOST_FOLDERS:]}
        beside = dict.fromkeys(dirname(path) for turn in self._turns for path in turn.files)
        yield {name, *(join(folder, name) for folder in [*beside][-_MOST_FOLDERS:])}

    def saved(self) -> Any:
        """What is known, as JSON has it."""
        return _FORM.dump_python(self._turns, mode="json")

    def know(self, saved: object) -> None:
        """Knows again what was saved; anything else is let be."""
        with suppress(ValueError):
            self._turns = _FORM.validate_python(saved)[-_MOST_TURNS:] or self._turns
