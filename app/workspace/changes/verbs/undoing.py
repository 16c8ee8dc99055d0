"""Taking a change back, which is a change of its own."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace

from app.events import Receipt
from app.workspace.changes.diffs import unified
from app.workspace.changes.disk.entries import Entry, look
from app.workspace.changes.disk.placing import carry, link, make_folder, put, take
from app.workspace.changes.disk.spots import Spot, spot
from app.workspace.changes.disk.temporary import Temporary, name_for, pieces_of, temporary
from app.workspace.changes.making import Making
from app.workspace.changes.refusals import changed, gone, require_writable
from app.workspace.changes.seen import Seen
from app.workspace.changes.undo.journal import SHOWN_BYTES
from app.workspace.changes.undo.records import Record, new_id
from app.workspace.changes.verbs.targets import small_content
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts


@dataclass(frozen=True, slots=True)
class Undoing:
    """The change that takes `record` back."""

    making: Making
    record: Record
    seen: Seen

    def carry_out(self) -> Receipt:
        """Takes the change back. Raises WorkspaceError when something else stands there by now, with a diff."""
        inverse = self.record.inverse(new_id())
        self._require_kept(inverse)
        done, diff = self._moved_back(inverse) if inverse.is_move else self._put_back(inverse)
        return self.making.receipt(done, diff)

    def _require_kept(self, inverse: Record) -> None:
        needed = inverse.left if inverse.is_move else inverse.after
        if needed is not None and needed.kind == "file" and self.making.journal.path(needed) is None:
            raise not_kept(self.record.path)

    def _put_back(self, inverse: Record) -> tuple[Record, str]:
        parts = _parts(inverse.path)
        now = self._standing(parts, inverse.before, self.record.before)
        with ExitStack() as stack:
            there = stack.enter_context(spot(self.making.paths, parts, inverse.path, create=inverse.before is None))
            new = stack.enter_context(self._filled(there, inverse.id, inverse.after, now))
            before = self.making.kept(there, now)
            stack.enter_context(self.making.turn())
            self.making.clear(there)
            self._standing(parts, now, self.record.before)
            begun = replace(inverse, before=before, made=there.made)
            diff = self._diff(parts, inverse.after)
            done = self.making.make(begun, _effect(there, new, before, begun), (there,))
            self._take_folders_back()
        self._note(done, now, bool(diff))
        return done, diff

    def _note(self, done: Record, before: Entry | None, is_shown: bool) -> None:
        """Takes in what the conversation knows of the file now: what it knew before, if the difference is shown."""
        path, known = done.path, self.seen.version(done.path)
        if done.after is None or done.after.version is None:
            self.seen.forget(path)
        elif is_shown and known and before and before.version and known.same_content(before.version):
            is_whole = self.seen.is_whole(path, known)
            self.seen.note(path, done.after.version, self.making.journal.content(done.after), is_whole)

    def _moved_back(self, inverse: Record) -> tuple[Record, str]:
        parts, source_parts = _parts(inverse.path), _parts(inverse.source)
        with ExitStack() as stack:
            moved = self._standing(source_parts, inverse.after, None)
            now = self._standing(parts, inverse.before, inverse.after)
            source = stack.enter_context(spot(self.making.paths, source_parts, inverse.source))
            there = stack.enter_context(spot(self.making.paths, parts, inverse.path, create=True))
            left = stack.enter_context(self._filled(source, inverse.id, inverse.left, None))
            before = self.making.kept(there, now)
            stack.enter_context(self.making.turn())
            self.making.clear(source, there)
            moved, now = self._standing(source_parts, moved, None), self._standing(parts, now, None)
            assert moved
            begun = replace(inverse, before=before, after=moved, made=there.made)
            done = self.making.make(begun, _return(source, there, left, begun), (source, there))
            self._take_folders_back()
        self.seen.moved(inverse.source, inverse.path, moved.version, done.after.version if done.after else None)
        return done, ""

    def _standing(self, parts: Parts, meant: Entry | None, undone: Entry | None) -> Entry | None:
        """What stands at `parts`, which must be `meant`; `undone` is what stands there when nothing is to be undone."""
        now = self._looked(parts, meant)
        if (now is None and meant is None) or (now is not None and now.same_content(meant)):
            return now
        path = "/".join(parts)
        if (now is None and undone is None) or (now is not None and now.same_content(undone)):
            raise WorkspaceError(
                "tool:failed",
                f"{shown_name(path)} is as it was before the change: it was undone already, or cut short.",
            )
        if now is None:
            raise gone(path)
        raise changed(path, self.making.journal.content(meant), small_content(self.making, parts), "that change")

    def _looked(self, parts: Parts, meant: Entry | None) -> Entry | None:
        now = self.making.standing(parts, "/".join(parts))
        if now is None or meant is None or not meant.digest or now.digest or now.same_content(meant):
            return now
        # Too large to be hashed for nothing, but its digest is known.
        with spot(self.making.paths, parts, "/".join(parts)) as there:
            return look(there.folder, there.name, there.asked, most=meant.size or 0)

    @contextmanager
    def _filled(self, there: Spot, id: str, entry: Entry | None, now: Entry | None) -> Iterator[Temporary | None]:
        """A temporary file with the kept content of `entry`; none is needed for anything but a file."""
        if entry is None or entry.kind != "file":
            yield None
            return
        if now is not None:
            require_writable(there, there.asked)
        with temporary(there.folder, id, there.asked) as new:
            path = self.making.journal.path(entry)
            try:
                fd = os.open(path or "", os.O_RDONLY | os.O_CLOEXEC)
            except OSError:
                raise not_kept(there.path) from None
            try:
                version = new.fill(pieces_of(fd))
            finally:
                os.close(fd)
            if version.digest != entry.digest:
                raise WorkspaceError("tool:failed", f"The kept copy of {shown_name(there.path)} is damaged.")
            new.dress(now or entry)
            yield new

    def _diff(self, parts: Parts, after: Entry | None) -> str:
        now, then = small_content(self.making, parts), self.making.journal.content(after)
        if max(len(now or b""), len(then or b"")) > SHOWN_BYTES or (after and after.kind == "file" and then is None):
            return ""
        return unified(now, then, "/".join(parts))

    def _take_folders_back(self) -> None:
        """Removes the folders that were made for the change, where they are empty now."""
        for path in reversed(self.record.made):
            with suppress(OSError, WorkspaceError), spot(self.making.paths, _parts(path), path) as there:
                os.rmdir(there.name, dir_fd=there.folder)


def not_kept(path: str) -> WorkspaceError:
    """The refusal to undo what is no longer kept."""
    return WorkspaceError(
        "tool:failed",
        f"What {shown_name(path)} was before is not kept any more: it is too long ago, or was too large. It was left"
        " as it is.",
    )


def _parts(path: str) -> Parts:
    return tuple(path.split("/"))


def _effect(there: Spot, new: Temporary | None, before: Entry | None, record: Record) -> Callable[[], None]:
    after = record.after
    if after is None:
        assert before
        return lambda: take(there, name_for(record.id), before)
    if new is not None:
        return lambda: put(there, new.name, before)
    return lambda: link(there, after) if after.kind == "link" else make_folder(there, after)


def _return(source: Spot, there: Spot, left: Temporary | None, record: Record) -> Callable[[], None]:
    """Moves back, and puts back what the move had replaced."""
    moved, kept = record.after, record.left
    assert moved

    def act() -> None:
        carry(source, there, moved, record.before)
        try:
            if left is not None:
                put(source, left.name, None)
            elif kept is not None:
                link(source, kept)
        except BaseException:
            carry(there, source, moved, None)
            raise

    return act
