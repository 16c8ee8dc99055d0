"""A process that changes a folder until it is killed, and one that kills it again and again and looks.

Run as `python crashing.py FOLDER KILLS SEED`; prints one JSON object about what was found.
"""

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from changing import Folder

from app.workspace.errors import WorkspaceError

ROWS = 6_000
CHANGES_A_LIFE = 6


def whole(number: int) -> str:
    """The content of w.txt after `number` writes."""
    return f"{number}\n" * (ROWS + number % 7)


def with_state(number: int) -> str:
    """The content of e.txt after `number` edits."""
    return "above\n" * ROWS + f"state {number};\n" + "below\n" * ROWS


def change(folder: Folder, what: str, number: int) -> None:
    """Change `number` of its kind."""
    if what == "write":
        folder.write("w.txt", whole(number))
    elif what == "edit":
        folder.edit("e.txt", f"state {number - 1};", f"state {number};")
    elif what == "move":
        folder.move(*(("m/1.txt", "n/2.txt") if number % 2 else ("n/2.txt", "m/1.txt")))
    elif what == "copy":
        folder.copy("e.txt" if number % 2 else "w.txt", "c.txt")
    elif number % 2:
        folder.delete("d.txt")
    else:
        folder.write("d.txt", "d\n" * ROWS)


PLACES = {
    "write": ["w.txt"],
    "edit": ["e.txt"],
    "move": ["m/1.txt", "n/2.txt"],
    "copy": ["c.txt"],
    "delete": ["d.txt"],
}
KINDS = tuple(PLACES)


def changing_until_killed(around: Path, done: Counter[str], told: int, chance: random.Random) -> None:
    """Says what it is about to do, and does it, until the end."""
    folder = Folder(around)
    while True:
        what = chance.choice(KINDS)
        done[what] += 1
        os.write(told, f"{what}\n".encode())
        change(folder, what, done[what])


def state(root: Path, what: str) -> str:
    """What is there of a kind of change, as one text."""
    places = {
        "write": ["w.txt"],
        "edit": ["e.txt"],
        "move": ["m/1.txt", "n/2.txt"],
        "copy": ["c.txt"],
        "delete": ["d.txt"],
    }
    there = [(root / place).read_text() if (root / place).exists() else "-" for place in places[what]]
    return "|".join(there)


def meant(what: str, number: int, around: list[str]) -> list[str]:
    """What may be there after `number` changes of a kind; `around` are the contents that may have been copied."""
    states = {
        "write": [whole(number)],
        "edit": [with_state(number)],
        "move": ["-|m\n" if number % 2 else "m\n|-"],
        "copy": around,
        "delete": ["-" if number % 2 else "d\n" * ROWS],
    }
    return states[what]


def one_life(around: Path, done: Counter[str], chance: random.Random, longest: float) -> str:
    """Lets a child live for a random time; gives what it was about to do last, after adding up what it did."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            changing_until_killed(around, done, writing, chance)
        finally:
            os._exit(3)
    os.close(writing)
    time.sleep(chance.random() * longest)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(reading) as said:
        steps = said.read().split()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child failed before it was killed"
    done.update(steps)
    return steps[-1] if steps else ""


def checked(folder: Folder, done: Counter[str], last: str) -> bool:
    """Whether the last change came to be; everything must be whole. `done` is set right."""
    root = folder.root
    copies = [whole(done["write"] - n) for n in (0, 1)] + [with_state(done["edit"] - n) for n in (0, 1)]
    arrived = True
    for what in KINDS:
        now = state(root, what)
        if what == "copy":
            rows = now.splitlines()
            whole_file = len(set(rows)) == 1 and now == whole(int(rows[0])) if rows[0].isdigit() else False
            edited_file = rows[0] == "above" and now == with_state(int(rows[ROWS].split()[1].rstrip(";")))
            assert whole_file or edited_file, "a copy is torn"
        elif now not in meant(what, done[what], copies):
            assert what == last, f"{what} is lost, or torn"
            assert now in meant(what, done[what] - 1, copies), f"{what} is torn"
            done[what] -= 1
            arrived = False
    return arrived


def files(folder: Folder) -> dict[str, object]:
    """Everything but temporary files."""
    return {name: there for name, there in folder.picture().items() if ".folio-" not in name}


def undone_and_redone(folder: Folder) -> str:
    """Takes the newest change back and makes it again, by its record alone; says how it went."""
    newest = max((folder.around / "data" / "undo").glob("*.json"), default=None)
    if newest is None:
        return "none"
    record = json.loads(newest.read_text())
    before = files(folder)
    try:
        receipt = folder.changes.undo(newest.stem, folder.seen)
    except WorkspaceError as error:
        assert error.code == "tool:failed" and files(folder) == before, error.text
        return "not made"
    assert files(folder) != before or receipt.digest_before == receipt.digest_after
    folder.undo(receipt)
    assert files(folder) == before
    return "made" if record["done"] else "made, not recorded as done"


def main(around: Path, kills: int, seed: int) -> dict[str, int]:
    chance = random.Random(seed)
    folder = Folder(around)
    folder.write("w.txt", whole(0))
    folder.write("e.txt", with_state(0))
    folder.write("m/1.txt", "m\n")
    folder.write("c.txt", whole(0))
    folder.write("d.txt", "d\n" * ROWS)
    (folder.root / "n").mkdir()
    began = time.monotonic()
    for _ in range(10):
        folder.delete("d.txt")
        folder.write("d.txt", "d\n" * ROWS)
    longest = CHANGES_A_LIFE * (time.monotonic() - began) / 20
    done, found = Counter[str](), Counter[str]()
    for kill in range(kills):
        last = one_life(around, done, chance, longest)
        left = list(folder.root.rglob(".folio-*"))
        found["temporary files left"] += len(left)
        found["arrived" if checked(folder, done, last) else "did not arrive"] += 1
        if left or kill % 5 == 0:
            found[undone_and_redone(folder)] += 1
        for place in {path.parent for path in left}:
            name = (place / "swept.txt").relative_to(folder.root).as_posix()
            folder.undo(folder.write(name, "x"))
        assert not list(folder.root.rglob(".folio-*")), "temporary files were not cleared away"
        checked(folder, done, "")
    return {**found, **{f"changes: {what}": done[what] for what in KINDS}}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))  # noqa: T201
