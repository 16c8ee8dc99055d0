"""Deleting a file, a link itself, or an empty folder."""

from dataclasses import dataclass
from functools import partial

from app.events import Receipt
from app.workspace.changes.disk.entries import Entry, look
from app.workspace.changes.disk.placing import take
from app.workspace.changes.disk.spots import spot
from app.workspace.changes.disk.temporary import name_for
from app.workspace.changes.making import Making, repeated
from app.workspace.changes.plan import Plan
from app.workspace.changes.seen import Seen
from app.workspace.changes.undo.records import Record, new_id
from app.workspace.changes.verbs.targets import diff_between, is_unseen, require_known, require_planned
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts
from app.workspace.paths.opening import names_in


@dataclass(frozen=True, slots=True)
class Deleting:
    """The removal of what stands at `parts`, links not followed."""

    making: Making
    parts: Parts
    asked: str
    seen: Seen

    @property
    def path(self) -> str:
        return "/".join(self.parts)

    def plan(self) -> Plan:
        """Works out what the removal would do. Raises WorkspaceError when it must not be made."""
        there = self.making.standing(self.parts, self.asked)
        if there is None:
            raise WorkspaceError("path:not_found", f"{shown_name(self.asked)} is gone already.")
        self._require_allowed(there)
        return Plan(
            verb="deleted",
            path=self.path,
            carry_out=partial(repeated, partial(self._carry_out, there)),
            sizes=(there.size, None),
            diff=diff_between(self.making, self.parts, None) if there.kind == "file" else "",
            touches=(self.path,),
            unseen=is_unseen(self.seen, self.path, there),
            undoable=self.making.journal.holds(there),
        )

    def _require_allowed(self, there: Entry) -> None:
        require_known(self.making, self.parts, there, self.seen)
        if there.kind == "folder":
            with self.making.paths.folder(self.parts, self.asked) as fd:
                count = len(names_in(fd))
            if count:
                raise WorkspaceError(
                    "path:not_a_file",
                    f"{shown_name(self.asked)} is a folder with {count:,} {'entry' if count == 1 else 'entries'} in it"
                    " (hidden ones too); only empty folders are deleted. Delete what is in it first.",
                )
        if there.kind == "file" and not there.mode & 0o222:
            raise WorkspaceError("file:unreadable", f"{shown_name(self.asked)} is read-only; it was not deleted.")

    def _carry_out(self, planned: Entry) -> Receipt:
        id, making = new_id(), self.making
        diff = diff_between(making, self.parts, None) if planned.kind == "file" else ""
        with spot(making.paths, self.parts, self.asked) as there:
            before = making.kept(there, planned)
            assert before
            with making.turn():
                making.clear(there)
                require_planned(making, self.parts, planned, look(there.folder, there.name, self.asked))
                record = Record.begun(id, "deleted", self.path, before, None)
                done = making.make(record, lambda: take(there, name_for(id), before), (there,))
        self.seen.forget(self.path)
        return making.receipt(done, diff)
