"""Copying one file, of any size, in constant memory."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial

from app.events import Receipt
from app.workspace.changes.disk.entries import Entry, file_entry, look
from app.workspace.changes.disk.placing import put
from app.workspace.changes.disk.spots import Spot, spot
from app.workspace.changes.disk.temporary import Temporary, pieces_of, temporary
from app.workspace.changes.making import Making, repeated
from app.workspace.changes.plan import Plan
from app.workspace.changes.refusals import changed
from app.workspace.changes.seen import Seen
from app.workspace.changes.undo.records import Record, new_id
from app.workspace.changes.verbs.targets import (
    diff_between,
    is_unseen,
    require_known,
    require_planned,
    require_target,
    small_content,
)
from app.workspace.changes.versions import Version, version_of
from app.workspace.paths.names import Parts


@dataclass(frozen=True, slots=True)
class Copying:
    """A copy of the file `source` as `parts`; both are where files really are. `asked` are the names of the two."""

    making: Making
    source: Parts
    parts: Parts
    asked: tuple[str, str]
    seen: Seen

    @property
    def path(self) -> str:
        return "/".join(self.parts)

    def plan(self) -> Plan:
        """Works out what the copy would do. Raises WorkspaceError when it must not be made."""
        with self.making.paths.file(self.source, self.asked[0]) as fd:
            source = version_of(fd)
        before = self.making.standing(self.parts, self.asked[1])
        if before:
            require_target(self.making, self.parts, before, self.asked[1], self.source[-1])
            require_known(self.making, self.parts, before, self.seen)
        return Plan(
            verb="copied",
            path=self.path,
            carry_out=partial(repeated, partial(self._carry_out, source, before)),
            source="/".join(self.source),
            sizes=(before.size if before else None, source.size),
            diff=self._diff(before),
            touches=(self.path,) if before else (),
            unseen=is_unseen(self.seen, self.path, before),
            undoable=self.making.journal.holds(before),
        )

    def _carry_out(self, source: Version, planned: Entry | None) -> Receipt:
        id = new_id()
        with self._place() as there, temporary(there.folder, id, self.asked[1]) as new:
            after = self._filled(new, source, planned)
            before, diff = self.making.kept(there, planned), self._diff(planned)
            with self.making.turn():
                self.making.clear(there)
                require_planned(self.making, self.parts, planned, look(there.folder, there.name, self.asked[1]))
                record = Record.begun(id, "copied", self.path, before, after, "/".join(self.source), there.made)
                done = self.making.make(record, lambda: put(there, new.name, before), (there,))
        assert done.after and done.after.version
        self.seen.note(self.path, done.after.version, small_content(self.making, self.parts))
        return self.making.receipt(done, diff)

    def _diff(self, before: Entry | None) -> str:
        return diff_between(self.making, self.parts, self.source) if before else ""

    @contextmanager
    def _place(self) -> Iterator[Spot]:
        """The spot of the copy. Its folders are made in turn, and kept for the time of the copying."""
        with ExitStack() as stack:
            with self.making.turn():
                there = stack.enter_context(spot(self.making.paths, self.parts, self.asked[1], create=True))
            yield there

    def _filled(self, new: Temporary, looked: Version, planned: Entry | None) -> Entry:
        """Fills the new file with the source `looked` at. Its permissions are those of the file it replaces, else
        of the source."""
        with self.making.paths.file(self.source, self.asked[0]) as fd:
            before = version_of(fd, most=0)
            version = new.fill(pieces_of(fd))
            if not before.same_content(version_of(fd, most=0)):
                raise changed("/".join(self.source), None, None, "the copying began")
            if not looked.same_content(replace(version, stamp=before.stamp)):
                raise changed("/".join(self.source), None, None, "it was looked at")
            source = file_entry(fd, version)
            new.dress(planned or replace(source, mode=source.mode & 0o777, owner=file_entry(new.fd, version).owner))
        return file_entry(new.fd, version)
