"""Making a folder, and those on the way to it."""

from dataclasses import dataclass
from functools import partial

from app.events import Receipt
from app.workspace.changes.disk.entries import Entry
from app.workspace.changes.disk.placing import make_folder
from app.workspace.changes.disk.spots import spot
from app.workspace.changes.making import Making, repeated
from app.workspace.changes.plan import Plan
from app.workspace.changes.refusals import is_there
from app.workspace.changes.undo.records import Record, new_id
from app.workspace.changes.verbs.targets import require_planned
from app.workspace.paths.names import Parts

_MODE = 0o777


@dataclass(frozen=True, slots=True)
class FolderMaking:
    """A new folder `parts`."""

    making: Making
    parts: Parts
    asked: str

    @property
    def path(self) -> str:
        return "/".join(self.parts)

    def plan(self) -> Plan:
        """Looks whether the folder can be made. Raises WorkspaceError `path:exists` when something is there."""
        there = self.making.standing(self.parts, self.asked)
        if there is not None:
            raise is_there(self.path, there)
        return Plan(
            "folder_made", self.path, partial(repeated, self._carry_out), undoable=self.making.journal.holds(None)
        )

    def _carry_out(self) -> Receipt:
        making = self.making
        with making.turn(), spot(making.paths, self.parts, self.asked, create=True) as there:
            making.clear(there)
            require_planned(making, self.parts, None, making.standing(self.parts, self.asked))
            record = Record.begun(new_id(), "folder_made", self.path, None, _FOLDER, made=there.made)
            done = making.make(record, lambda: make_folder(there, None), (there,))
        return making.receipt(done)


_FOLDER = Entry("folder", _MODE, (0, 0))
