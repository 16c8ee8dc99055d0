"""Every way to change the folder, and the way back."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from app.events import Receipt, Verb
from app.workspace.changes.contents.rewriting import Rewrite, appending, editing, overwriting
from app.workspace.changes.disk.lock import ChangeLock
from app.workspace.changes.disk.spots import itself, spot
from app.workspace.changes.making import Making, repeated
from app.workspace.changes.plan import Edit, Plan
from app.workspace.changes.seen import Seen
from app.workspace.changes.undo.journal import Journal
from app.workspace.changes.undo.records import Record
from app.workspace.changes.undo.store import Limits
from app.workspace.changes.verbs.copying import Copying
from app.workspace.changes.verbs.deleting import Deleting
from app.workspace.changes.verbs.folders import FolderMaking
from app.workspace.changes.verbs.moving import Moving
from app.workspace.changes.verbs.undoing import Undoing, not_kept
from app.workspace.changes.verbs.uploading import UPLOADS, Uploading
from app.workspace.changes.verbs.writing import Rewriting
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts
from app.workspace.paths.resolving import Paths

__all__ = ["Changes", "Limits"]


class Changes:
    """Plans changes; a plan's `carry_out` makes it. Every method blocks; refusals are WorkspaceErrors.

    `kept` is a folder outside of the root for what is needed to undo, within `limits`;
    the lock that all changes take in turn lies beside it.
    """

    def __init__(self, paths: Paths, kept: Path, limits: Limits) -> None:
        self._paths = paths
        self._journal = Journal(kept, limits)
        self._making = Making(paths, self._journal, ChangeLock(kept.parent / "locks" / "changes.lock"))

    def write(self, asked: str, text: str, append: bool, seen: Seen) -> Plan:
        """The whole text as the file, or at its end on a line of its own; missing folders are made."""
        parts = self._paths.real(self._paths.place(asked), asked)
        path = "/".join(parts)
        if append:
            return self._rewriting(parts, asked, appending(text, path), "appended", seen)
        return self._rewriting(parts, asked, overwriting(text, path), "overwritten", seen)

    def edit(self, asked: str, edits: Sequence[Edit], seen: Seen) -> Plan:
        """Exact text replaced, all edits in order or none."""
        parts = self._paths.real(self._paths.found(asked), asked)
        return self._rewriting(parts, asked, editing(edits, "/".join(parts)), "edited", seen)

    def copy(self, source: str, destination: str, seen: Seen) -> Plan:
        """A copy of one file; of a link, a copy of what it leads to."""
        found = self._paths.real(self._paths.found(source), source)
        parts = self._paths.real(self._target(destination, found), destination)
        _require_two(found, parts, source)
        return Copying(self._making, found, parts, (source, destination), seen).plan()

    def move(self, source: str, destination: str, seen: Seen) -> Plan:
        """A file, a link itself or a folder under another name."""
        found = itself(self._paths, self._paths.found(source), source)
        parts = itself(self._paths, self._target(destination, found, leaving=found), destination)
        _require_two(found, parts, source)
        return Moving(self._making, found, parts, (source, destination), seen).plan()

    def delete(self, asked: str, seen: Seen) -> Plan:
        """The removal of a file, a link itself, or an empty folder."""
        parts = itself(self._paths, self._paths.found(asked), asked)
        return Deleting(self._making, parts, asked, seen).plan()

    def make_folder(self, asked: str) -> Plan:
        """A new folder, and those on the way to it."""
        parts = itself(self._paths, self._paths.place(asked, folder=True), asked)
        return FolderMaking(self._making, parts, asked).plan()

    def take_in(self, name: str, folder: str, pieces: Iterable[bytes]) -> Receipt:
        """A file from outside, as its `pieces` arrive, under a name that is free, into `folder`, or "" for uploads/."""
        return Uploading(self._making, self._folder(folder), name, pieces).carry_out()

    def clear_uploads(self) -> None:
        """Clears away what uploads left in their own folder when the app was killed; elsewhere the next change does."""
        with suppress(WorkspaceError), self._making.turn(), spot(self._paths, (UPLOADS, "_"), UPLOADS) as there:
            self._making.clear(there)

    def undo(self, id: str, seen: Seen) -> Receipt:
        """Takes the change `id` back; the receipt's id takes that back.

        Raises WorkspaceError: `file:changed`, with a diff, when something else stands
        there by now; `tool:failed` when what is needed is not kept any more.
        """
        record = self._journal.record(id)
        if record is None:
            raise not_kept("the file")
        return repeated(Undoing(self._making, record, seen).carry_out)

    def newest_turn(self, undone: bool = False) -> tuple[Receipt, ...]:
        """The changes of the newest turn that has some which still stand, the newest first; none when there is none.

        What an undo did is no such change. With `undone`, the newest undo's instead, if
        nothing was changed after it. A receipt's id is "" where what is needed to undo it
        is not kept any more.
        """
        standing = self._standing(undone)
        newest = next(standing, None)
        if newest is None:
            return ()
        others = [record for record in standing if newest.turn and record.turn == newest.turn]
        return tuple(self._making.receipt(record) for record in (newest, *others))

    def made_in(self, turn: str) -> dict[str, Receipt]:
        """The changes that the calls of a turn have made and that still stand, by the calls' ids, the oldest first."""
        standing = [record for record in self._standing(undone=False) if record.turn == turn and record.call]
        return {record.call: self._making.receipt(record) for record in reversed(standing)}

    def _standing(self, undone: bool) -> Iterator[Record]:
        """The records of changes that were not taken back, the newest first; of undos up to the first change."""
        taken_back = set[str]()
        for record in self._journal.records():
            if record.id in taken_back or not self._making.came_about(record):
                continue
            if record.undoes:
                taken_back.add(record.undoes)
            if bool(record.undoes) == undone:
                yield record
            elif undone:
                return

    def _folder(self, asked: str) -> Parts:
        """A folder that is there, or `uploads`, which may have to be made."""
        try:
            return self._paths.found(asked or UPLOADS)
        except WorkspaceError as error:
            if asked or error.code != "path:not_found":
                raise
            return (UPLOADS,)

    def _rewriting(self, parts: Parts, asked: str, rewrite: Rewrite, verb: Verb, seen: Seen) -> Plan:
        return Rewriting(self._making, parts, asked, rewrite, verb, verb == "overwritten", seen).plan()

    def _target(self, destination: str, source: Parts, leaving: Parts = ()) -> Parts:
        """Where something is to be put. A folder is no such place; the name that would work is in it."""
        if destination.rstrip().endswith("/"):
            inside = f"{destination.strip().rstrip('/')}/{source[-1]}"
            raise WorkspaceError(
                "path:not_a_file",
                f"{shown_name(destination)} names a folder. Name the file in it: {shown_name(inside)}.",
            )
        return self._paths.place(destination, leaving=leaving)


def _require_two(source: Parts, parts: Parts, asked: str) -> None:
    if source == parts:
        raise WorkspaceError(
            "args:allowed:destination_path",
            f"{shown_name(asked)} and the destination are the same, so nothing was done.",
        )
