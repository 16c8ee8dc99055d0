"""Many conversations that change the same files at once, and what each of them knows it did.

Run as `python loading.py FOLDER FIRST COUNT SECONDS` for conversations FIRST to FIRST + COUNT;
prints one JSON object: how often each conversation's changes of each file went through.
"""

import json
import random
import re
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from changing import Folder

from app.workspace.changes.plan import Edit
from app.workspace.changes.seen import Seen
from app.workspace.changes.versions import version_as
from app.workspace.errors import WorkspaceError

FILES = [f"file{number:02}.txt" for number in range(20)]
CONVERSATIONS = 50
# What may be refused when others are faster.
OVERTAKEN = ("file:changed", "args:allowed:edits")


def begun() -> str:
    """A file with one slot for each conversation."""
    return "".join(f"slot {number:02}: 0\n" for number in range(CONVERSATIONS))


class Talk(threading.Thread):
    """One conversation: reads, edits its slot, appends lines of its own, writes whole files."""

    def __init__(self, folder: Folder, number: int, seconds: float) -> None:
        super().__init__()
        self.folder, self.number, self.until = folder, number, time.monotonic() + seconds
        self.seen, self.chance = Seen(), random.Random(number)
        self.slots, self.lines, self.done = Counter[str](), Counter[str](), Counter[str]()
        self.failed = ""

    def run(self) -> None:
        acts = [self.edited, self.edited, self.appended, self.written, self.looked]
        while time.monotonic() < self.until and not self.failed:
            act, name = self.chance.choice(acts), self.chance.choice(FILES)
            try:
                act(name)
                self.done[act.__name__] += 1
            except WorkspaceError as error:
                self.done[error.code] += 1
                self.failed = "" if error.code in OVERTAKEN else f"{error.code} {error.text}"
            except Exception as error:  # noqa: BLE001
                self.failed = repr(error)

    def looked(self, name: str) -> str:
        """Reads the file as a conversation would: whole, or the test ends."""
        content = (self.folder.root / name).read_bytes()
        self.seen.note(name, version_as(content), content)
        text = content.decode()
        slots = re.findall(r"^slot \d\d: \d+$", text, re.MULTILINE)
        assert len(slots) == CONVERSATIONS, "a read was torn"
        return text

    def edited(self, name: str) -> None:
        old, new = self._slot(self.looked(name))
        self.folder.changes.edit(name, [Edit(old, new)], self.seen).carry_out()
        self.slots[name] += 1

    def written(self, name: str) -> None:
        text = self.looked(name)
        old, new = self._slot(text)
        self.folder.changes.write(name, text.replace(old, new), False, self.seen).carry_out()
        self.slots[name] += 1

    def appended(self, name: str) -> None:
        line = f"line {self.lines[name]} of {self.number:02}\n"
        self.folder.changes.write(name, line, True, self.seen).carry_out()
        self.lines[name] += 1

    def _slot(self, text: str) -> tuple[str, str]:
        found = re.search(rf"slot {self.number:02}: (\d+)\n", text)
        assert found
        return found[0], f"slot {self.number:02}: {int(found[1]) + 1}\n"


def main(around: Path, first: int, count: int, seconds: float) -> dict[str, object]:
    folder = Folder(around)
    talks = [Talk(folder, number, seconds) for number in range(first, first + count)]
    for talk in talks:
        talk.start()
    for talk in talks:
        talk.join(seconds + 60)
    total: Counter[str] = sum((talk.done for talk in talks), Counter())
    return {
        "stuck": sum(talk.is_alive() for talk in talks),
        "failed": sorted({talk.failed for talk in talks if talk.failed}),
        "done": total,
        "slots": {f"{talk.number:02}": talk.slots for talk in talks},
        "lines": {f"{talk.number:02}": talk.lines for talk in talks},
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))))  # noqa: T201
