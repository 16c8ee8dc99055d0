"""Moving a file, a link or a folder: a rename, which loses nothing that stands in its way."""

from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from app.events import Receipt
from app.workspace.changes.disk.entries import Entry, look
from app.workspace.changes.disk.placing import carry
from app.workspace.changes.disk.spots import spot
from app.workspace.changes.making import Making, repeated
from app.workspace.changes.plan import Plan
from app.workspace.changes.refusals import is_there
from app.workspace.changes.seen import Seen
from app.workspace.changes.undo.records import Record, new_id
from app.workspace.changes.verbs.targets import (
    diff_between,
    is_unseen,
    require_known,
    require_planned,
    require_target,
)
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts


@dataclass(frozen=True, slots=True)
class Moving:
    """A move of what stands at `source`, links not followed, to `parts`. `asked` are the names of the two."""

    making: Making
    source: Parts
    parts: Parts
    asked: tuple[str, str]
    seen: Seen

    @property
    def path(self) -> str:
        return "/".join(self.parts)

    @property
    def source_path(self) -> str:
        return "/".join(self.source)

    def plan(self) -> Plan:
        """Works out what the move would do. Raises WorkspaceError when it must not be made."""
        moved = self.making.standing(self.source, self.asked[0])
        if moved is None:
            raise WorkspaceError("path:not_found", f"{shown_name(self.asked[0])} is gone.")
        before = self.making.standing(self.parts, self.asked[1])
        self._require_allowed(moved, before)
        return Plan(
            verb="moved",
            path=self.path,
            carry_out=partial(repeated, partial(self._carry_out, moved, before)),
            source=self.source_path,
            sizes=(before.size if before else None, moved.size),
            diff=self._diff(moved, before),
            touches=(self.source_path, self.path) if before else (self.source_path,),
            unseen=is_unseen(self.seen, self.source_path, moved) or is_unseen(self.seen, self.path, before),
            undoable=self.making.journal.holds(before),
        )

    def _require_allowed(self, moved: Entry, before: Entry | None) -> None:
        if moved.kind == "folder" and self.parts[: len(self.source)] == self.source:
            raise WorkspaceError(
                "args:allowed:destination_path", f"A folder cannot be moved into itself: {shown_name(self.asked[1])}."
            )
        if before is None:
            return
        require_target(self.making, self.parts, before, self.asked[1], self.source[-1])
        if moved.kind == "folder":
            raise is_there(self.path, before)
        require_known(self.making, self.parts, before, self.seen)

    def _carry_out(self, moved: Entry, planned: Entry | None) -> Receipt:
        paths, making = self.making.paths, self.making
        diff = self._diff(moved, planned)
        if moved.kind == "file":
            moved = making.hashed(self.source, moved, self.asked[0])
        with ExitStack() as stack:
            before = self._kept(planned)
            stack.enter_context(making.turn())
            source = stack.enter_context(spot(paths, self.source, self.asked[0]))
            there = stack.enter_context(spot(paths, self.parts, self.asked[1], create=True))
            making.clear(source, there)
            now = look(source.folder, source.name, self.asked[0])
            require_planned(making, self.source, moved, now)
            require_planned(making, self.parts, planned, look(there.folder, there.name, self.asked[1]))
            record = Record.begun(new_id(), "moved", self.path, before, moved, self.source_path, there.made)
            done = making.make(record, lambda: carry(source, there, moved, before), (source, there))
        self.seen.moved(self.source_path, self.path, moved.version, done.after.version if done.after else None)
        return making.receipt(done, diff)

    def _diff(self, moved: Entry, before: Entry | None) -> str:
        both_files = before is not None and before.kind == moved.kind == "file"
        return diff_between(self.making, self.parts, self.source) if both_files else ""

    def _kept(self, planned: Entry | None) -> Entry | None:
        if planned is None:
            return None
        with spot(self.making.paths, self.parts, self.asked[1]) as there:
            return self.making.kept(there, planned)
