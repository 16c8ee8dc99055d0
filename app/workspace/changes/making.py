"""How every change is made: in its turn, with a record before and after it, looked at in between."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from app.events import Receipt
from app.workspace.changes.disk.entries import Entry, look
from app.workspace.changes.disk.lock import ChangeLock
from app.workspace.changes.disk.placing import Overtaken
from app.workspace.changes.disk.spots import Spot, spot
from app.workspace.changes.disk.untouched import untouched
from app.workspace.changes.permit import commit
from app.workspace.changes.undo.journal import Journal
from app.workspace.changes.undo.records import Record
from app.workspace.changes.undo.sweeping import sweep
from app.workspace.changes.versions import version_of
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts
from app.workspace.paths.opening import entry, open_file
from app.workspace.paths.resolving import Paths

_TRIES = 5
_HASHED_AT_MOST = 1_000_000_000


class Making:
    """What all changes of one folder share."""

    def __init__(self, paths: Paths, journal: Journal, lock: ChangeLock) -> None:
        self.paths = paths
        self.journal = journal
        self._lock = lock

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Everybody else waits. Raises WorkspaceError when it does not come in time."""
        with self._lock.held():
            yield

    def standing(self, parts: Parts, asked: str) -> Entry | None:
        """What stands at `parts` now, walked to from the root."""
        try:
            with spot(self.paths, parts, asked) as there:
                return look(there.folder, there.name, asked)
        except WorkspaceError as error:
            if error.code in ("path:not_found", "path:not_a_directory"):
                return None
            raise

    def kept(self, there: Spot, before: Entry | None) -> Entry | None:
        """Keeps the file `before` for undo, and gives it with its whole digest.

        One that is gone, or is none any more, is for the look under the lock to find.
        """
        now = entry(there.folder, there.name)
        if before is None or before.kind != "file" or now is None or not stat.S_ISREG(now.st_mode):
            return before
        fd = open_file(there.folder, there.name, there.asked)
        try:
            return self.journal.kept_file(fd, before, there.asked)
        finally:
            os.close(fd)

    def hashed(self, parts: Parts, there: Entry, asked: str) -> Entry:
        """`there` with its digest, when it is a file of up to 1 GB that had none yet."""
        if there.version is None or there.digest or there.version.size > _HASHED_AT_MOST:
            return there
        with self.paths.file(parts, asked) as fd:
            version = version_of(fd, _HASHED_AT_MOST)
        return replace(there, version=version) if there.version.same_file(version) else there

    def clear(self, *spots: Spot) -> None:
        """Clears away what killed writers left in the spots' folders."""
        for there in spots:
            sweep(there.folder, self.journal)

    def make(self, record: Record, act: Callable[[], None], spots: tuple[Spot, ...]) -> Record:
        """Makes the change by `act` under the call's permit, and gives the record of what was found after.

        Raises WorkspaceError when the system refuses, Overtaken, and Withdrawn, all with
        nothing changed; and `result:unverified` when the change cannot be seen.
        """
        for there in spots:
            self._require_in_place(there)
        self.journal.begin(record)
        try:
            commit(act)
        except BaseException as error:
            self.journal.drop(record)
            if isinstance(error, OSError):
                raise untouched(error, record.path) from None
            raise
        for there in spots:
            there.synced()
        found = self._found(record)
        self.journal.complete(found)
        return found

    def receipt(self, record: Record, diff: str = "") -> Receipt:
        """The receipt of a change that was made and found."""
        before, after = record.before, record.after
        return Receipt(
            id=record.id if self.can_undo(record) else "",
            verb=record.verb,
            path=record.path,
            source=record.source,
            size_before=before.size if before else None,
            size_after=after.size if after else None,
            digest_before=before.digest if before else "",
            digest_after=after.digest if after else "",
            diff=diff,
        )

    def can_undo(self, record: Record) -> bool:
        """Whether what is needed to take the change back is kept."""
        before = record.before
        if before is None or before.kind != "file":
            return self.journal.holds(None)
        return self.journal.path(before) is not None

    def came_about(self, record: Record) -> bool:
        """Whether the change was made; of one that was cut short, whether what it was to leave stands there."""
        if record.done:
            return True
        try:
            return _as_meant(record.after, self.standing(tuple(record.path.split("/")), record.path))
        except (WorkspaceError, OSError):
            return False

    def _require_in_place(self, there: Spot) -> None:
        """A folder that is held open stays open wherever it is moved to, or when it is removed."""
        try:
            with self.paths.folder(there.parts[:-1], there.asked) as now:
                in_place = os.path.samestat(os.fstat(now), os.fstat(there.folder))
        except WorkspaceError:
            in_place = False
        if not in_place:
            raise WorkspaceError(
                "file:changed:folder",
                f"The folder of {shown_name(there.path)} was moved or removed meanwhile, so nothing was changed."
                " list_directory shows what is there.",
            )

    def _found(self, record: Record) -> Record:
        after = self._seen_after(record.path)
        if not _as_meant(record.after, after):
            raise _unseen(record.path)
        if record.is_move and not _as_meant(record.left, self._seen_after(record.source)):
            raise _unseen(record.source)
        return replace(record, after=_with_digest(after, record.after))

    def _seen_after(self, path: str) -> Entry | None:
        try:
            return self.standing(tuple(path.split("/")), path)
        except (WorkspaceError, OSError):
            raise _unseen(path) from None


def repeated(act: Callable[[], Receipt]) -> Receipt:
    """Does `act` again when somebody else was faster: it looks anew each time, and says what is in its way."""
    for _ in range(_TRIES - 1):
        try:
            return act()
        except Overtaken:
            continue
    try:
        return act()
    except Overtaken:
        raise WorkspaceError(
            "file:changed", "The file is being changed by somebody else all the time, so nothing was done."
        ) from None


def _as_meant(meant: Entry | None, found: Entry | None) -> bool:
    return found is None if meant is None else meant.same_file(found)


def _with_digest(found: Entry | None, known: Entry | None) -> Entry | None:
    """What was found, with the digest that is known of a file too large to be hashed again."""
    if found is None or found.version is None or found.digest or known is None:
        return found
    return replace(found, version=replace(found.version, digest=known.digest))


def _unseen(path: str) -> WorkspaceError:
    return WorkspaceError(
        "result:unverified",
        f"{shown_name(path)} was changed, but what stands there now is not what was meant."
        " Look with list_directory before you say that it was done.",
    )
