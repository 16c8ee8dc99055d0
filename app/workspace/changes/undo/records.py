"""What a change did, so that it can be undone: one JSON object each."""

import json
import secrets
import time
from dataclasses import asdict, dataclass
from typing import Any

from app.events import Verb
from app.workspace.changes.disk.entries import Entry
from app.workspace.changes.permit import current_call, current_turn
from app.workspace.changes.versions import Version


@dataclass(frozen=True, slots=True)
class Record:
    """What stood at `path` before a change and after it; None is nothing.

    Of a move, what stands at `path` afterwards stood at `source`, where `left` stands now.
    `made` are the folders that were made for it, the outermost first. `done` is false
    until the change was looked at: a record that stays so tells of a change that was
    cut short, and which of the two it came to is seen by looking. `turn` and `call` are the turn and the
    call that it was made in, "" outside of one; `undoes` is the id of the change that it takes back.
    """

    id: str
    time: float
    verb: Verb
    path: str
    before: Entry | None
    after: Entry | None
    source: str = ""
    left: Entry | None = None
    made: tuple[str, ...] = ()
    done: bool = False
    turn: str = ""
    undoes: str = ""
    call: str = ""

    @staticmethod
    def begun(
        id: str,
        verb: Verb,
        path: str,
        before: Entry | None,
        after: Entry | None,
        source: str = "",
        made: tuple[str, ...] = (),
    ) -> "Record":
        """The record of a change that is made now."""
        turn, call = current_turn.get(), current_call.get()
        return Record(id, time.time(), verb, path, before, after, source, None, made, turn=turn, call=call)

    @property
    def is_move(self) -> bool:
        return self.verb == "moved"

    def inverse(self, id: str) -> "Record":
        """The change `id` that takes this one back, not begun."""
        now, back = time.time(), self.id
        if self.is_move:
            return Record(id, now, "moved", self.source, self.left, self.after, self.path, self.before, undoes=back)
        return Record(id, now, _inverse_verb(self), self.path, self.after, self.before, undoes=back)

    def json(self) -> bytes:
        """The record as it is kept."""
        return json.dumps(asdict(self)).encode()


def new_id() -> str:
    """An id that nobody can guess; later ones sort after earlier ones."""
    return f"{time.time_ns():016x}-{secrets.token_hex(8)}"


def record_of(content: bytes) -> Record:
    """The record that was kept as `content`. Raises ValueError, KeyError or TypeError for anything else."""
    fields = json.loads(content)
    entries = {key: _entry(fields.pop(key)) for key in ("before", "after", "left")}
    return Record(**fields | entries | {"made": tuple(fields["made"])})


def _inverse_verb(record: Record) -> Verb:
    if record.before is None:
        return "deleted"
    if record.after is not None:
        return "overwritten"
    return "folder_made" if record.before.kind == "folder" else "created"


def _entry(fields: dict[str, Any] | None) -> Entry | None:
    if fields is None:
        return None
    version = fields.pop("version")
    if version is not None:
        version = Version(version["size"], version["digest"], tuple(version["stamp"]))
    return Entry(**fields | {"owner": tuple(fields["owner"]), "version": version})
