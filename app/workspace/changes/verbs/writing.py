"""Writing, appending and editing: one file gets new content."""

import errno
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from app.events import Receipt, Verb
from app.workspace.changes.contents.edits import Mismatch
from app.workspace.changes.contents.rewriting import Rewrite, Rewritten
from app.workspace.changes.diffs import unified
from app.workspace.changes.disk.entries import Entry, file_entry
from app.workspace.changes.disk.placing import put
from app.workspace.changes.disk.spots import Spot, spot
from app.workspace.changes.disk.temporary import temporary
from app.workspace.changes.disk.untouched import untouched
from app.workspace.changes.making import Making, repeated
from app.workspace.changes.plan import Plan
from app.workspace.changes.refusals import changed, gone, is_there, require_writable
from app.workspace.changes.seen import Seen
from app.workspace.changes.undo.records import Record, new_id
from app.workspace.changes.verbs.targets import is_unseen
from app.workspace.changes.versions import Version, version_as
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts
from app.workspace.paths.opening import entry, open_file

MOST_BYTES = 32_000_000
"""The largest file that is changed as text; it is held in memory."""

_PRIVATE, _LIKE_NEW = 0o600, 0o666


@dataclass(frozen=True, slots=True)
class Held:
    """A file with its whole content."""

    entry: Entry
    content: bytes

    @property
    def version(self) -> Version:
        assert self.entry.version is not None
        return self.entry.version


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A change of one file's content.

    `rewrite` is done anew on what is there when the change is made. `whole` says that it
    takes nothing over from there, so that what is there must be what was looked at.
    `verb` is what it is called when the file exists.
    """

    making: Making
    parts: Parts
    asked: str
    rewrite: Rewrite
    verb: Verb
    whole: bool
    seen: Seen

    @property
    def path(self) -> str:
        return "/".join(self.parts)

    def plan(self) -> Plan:
        """Works out what the change would do. Raises WorkspaceError when it must not be made."""
        before = self._looked()
        if before and self.whole:
            self._require_seen(before)
        old = before.content if before else None
        new = self._rewritten(old)
        return Plan(
            verb=self.verb if before else "created",
            path=self.path,
            carry_out=partial(repeated, partial(self._carry_out, before, new.places)),
            sizes=(None if old is None else len(old), len(new.content)),
            diff=unified(old, new.content, self.path),
            touches=(self.path,) if before else (),
            unseen=is_unseen(self.seen, self.path, before.entry if before else None),
            undoable=self.making.journal.holds(before.entry if before else None),
        )

    def _looked(self) -> Held | None:
        try:
            with spot(self.making.paths, self.parts, self.asked) as there:
                return held(there)
        except WorkspaceError as error:
            if error.code == "path:not_found":
                return None
            raise

    def _require_seen(self, now: Held) -> None:
        known = self.seen.version(self.path)
        if known is not None and not known.same_content(now.version):
            raise changed(self.path, self.seen.content(self.path), now.content, "it was read")

    def _rewritten(self, now: bytes | None) -> Rewritten:
        try:
            return self.rewrite(now)
        except Mismatch:
            known = self.seen.content(self.path)
            if known is not None and known != now:
                raise changed(self.path, known, now, "it was read, and the edit does not fit it any more") from None
            raise

    def _carry_out(self, planned: Held | None, places: tuple[int, ...]) -> Receipt:
        paths = self.making.paths
        with self.making.turn(), spot(paths, self.parts, self.asked, create=True) as there:
            self.making.clear(there)
            before = held(there)
            self._require_planned(planned, before)
            old = before.content if before else None
            new = self._rewritten(old)
            if new.places != places:
                raise changed(
                    self.path, planned.content if planned else None, old, "the places of the edit were counted"
                )
            record = self._put(there, before, new.content)
            self._note(record, before, new.content)
        return self.making.receipt(record, unified(old, new.content, self.path))

    def _require_planned(self, planned: Held | None, now: Held | None) -> None:
        if planned is None and now is not None and self.verb != "appended":
            raise is_there(self.path, now.entry)
        if planned is not None and now is None:
            raise gone(self.path)
        if self.whole and planned and now and planned.content != now.content:
            raise changed(self.path, planned.content, now.content, "it was looked at")

    def _put(self, there: Spot, before: Held | None, new: bytes) -> Record:
        id, journal = new_id(), self.making.journal
        with temporary(there.folder, id, self.asked, _LIKE_NEW if before is None else _PRIVATE) as new_file:
            version = new_file.fill([new])
            if before:
                journal.keep_bytes(before.content, self.asked)
                _dress(new_file.dress, there, before.entry)
            journal.keep_left(new)
            old, after = before.entry if before else None, file_entry(new_file.fd, version)
            record = Record.begun(id, self.verb if before else "created", self.path, old, after, made=there.made)
            return self.making.make(record, lambda: put(there, new_file.name, old), (there,))

    def _note(self, record: Record, before: Held | None, new: bytes) -> None:
        """Takes in what the conversation knows of the file now, which is not what others changed beside its edit."""
        assert record.after and record.after.version
        known = self.seen.version(self.path)
        if self.whole or before is None:
            self.seen.note(self.path, record.after.version, new)
        elif known is not None and known.same_content(before.version):
            self.seen.note(self.path, record.after.version, new, self.seen.is_whole(self.path, known))
        elif known is not None and (content := self.seen.content(self.path)) is not None:
            self._note_as_believed(content, self.seen.is_whole(self.path, known))

    def _note_as_believed(self, content: bytes, whole: bool) -> None:
        try:
            believed = self.rewrite(content).content
        except WorkspaceError:
            return
        self.seen.note(self.path, version_as(believed), believed, whole)


def held(there: Spot) -> Held | None:
    """The file at a spot, whole. Raises WorkspaceError for what is none, is too big, or may not be replaced."""
    now = entry(there.folder, there.name)
    if now is None:
        return None
    if stat.S_ISLNK(now.st_mode):
        # Links were followed before; what is one still leads in a circle, or has just been made.
        raise untouched(OSError(errno.ELOOP, ""), there.asked)
    fd = open_file(there.folder, there.name, there.asked)
    with os.fdopen(fd, "rb") as file:
        require_writable(there, there.asked)
        content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise WorkspaceError(
                "file:too_big",
                f"{shown_name(there.asked)} has {os.fstat(fd).st_size:,} bytes; only files of up to {MOST_BYTES:,} are"
                " changed as text. Nothing was changed. Write a new file instead, or copy it first.",
            )
        status = os.fstat(fd)
        stamp = (status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
        return Held(file_entry(fd, replace(version_as(content), stamp=stamp)), content)


def _dress(dress: Callable[[Entry, int], None], there: Spot, old: Entry) -> None:
    fd = open_file(there.folder, there.name, there.asked)
    try:
        dress(old, fd)
    finally:
        os.close(fd)
