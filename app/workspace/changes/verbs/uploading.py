"""Taking a file in from outside, as it arrives: never over one that is there, and whole or not at all."""

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count

from app.events import Receipt
from app.workspace.changes.disk.entries import Entry, file_entry
from app.workspace.changes.disk.placing import put
from app.workspace.changes.disk.spots import Spot, spot
from app.workspace.changes.disk.temporary import Temporary, temporary
from app.workspace.changes.making import Making, repeated
from app.workspace.changes.undo.records import Record, new_id
from app.workspace.paths.names import Parts
from app.workspace.paths.near import folded
from app.workspace.paths.new_names import LONGEST, parted, working_name
from app.workspace.paths.opening import names_in

UPLOADS = "uploads"
"""The folder for what is put into no other."""

_NO_NAME = "_"
_MODE = 0o666


@dataclass(frozen=True, slots=True)
class Uploading:
    """The file that `pieces` are, into the folder `folder` under `name` or one like it that is free."""

    making: Making
    folder: Parts
    name: str
    pieces: Iterable[bytes]

    def carry_out(self) -> Receipt:
        """Takes the file in. Raises WorkspaceError, and whatever `pieces` raise, with nothing left behind."""
        id, name = new_id(), harmless_name(self.name)
        with self._place(name) as there, temporary(there.folder, id, name, _MODE) as new:
            after = file_entry(new.fd, new.fill(self.pieces))
            return repeated(partial(self._placed, id, there, new, after))

    @contextmanager
    def _place(self, name: str) -> Iterator[Spot]:
        """The spot for the file. Its folders are made in turn, and kept for the time that it arrives."""
        with ExitStack() as stack:
            with self.making.turn():
                there = stack.enter_context(spot(self.making.paths, (*self.folder, name), name, create=True))
            yield there

    def _placed(self, id: str, there: Spot, new: Temporary, after: Entry) -> Receipt:
        with self.making.turn():
            self.making.clear(there)
            free = replace(there, parts=(*self.folder, free_name(there.name, names_in(there.folder))))
            record = Record.begun(id, "uploaded", free.path, None, after, made=there.made)
            return self.making.receipt(self.making.make(record, lambda: put(free, new.name, None), (free,)))


def harmless_name(given: str) -> str:
    """The name of what is called `given` elsewhere: without folders, and neither hidden nor any trouble."""
    last = re.split(r"[/\\]", given.encode(errors="ignore").decode())[-1]
    return working_name(working_name(last).lstrip(". ")) or _NO_NAME


def free_name(name: str, there: Iterable[str]) -> str:
    """`name`, or `name (2)` and so on: the first that nobody takes for one that is `there`."""
    taken = {folded(other) for other in there}
    stem, suffix = parted(name)
    return next(free for free in chain([name], _numbered(stem, suffix)) if folded(free) not in taken)


def _numbered(stem: str, suffix: str) -> Iterator[str]:
    for number in count(2):
        ending = f" ({number}){suffix}"
        yield stem.encode()[: LONGEST - len(ending.encode())].decode(errors="ignore") + ending
