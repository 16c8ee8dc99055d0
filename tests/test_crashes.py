"""Killed at any moment, the process leaves every file old or new, whole, and records that are true."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from changing import Folder

KILLS = 200


@pytest.mark.slow
def test_a_killed_process_leaves_whole_files(tmp_path: Path) -> None:
    here = Path(__file__).resolve().parent
    seed = time.time_ns() % 1_000_000
    run = subprocess.run(
        [sys.executable, str(here / "crashing.py"), str(tmp_path), str(KILLS), str(seed)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{here}:{here.parent}"},
    )
    assert run.returncode == 0, f"seed {seed}: {run.stderr}"
    found = json.loads(run.stdout)
    assert found["arrived"] + found["did not arrive"] == KILLS
    # The kills did hit changes that were under way.
    assert found["temporary files left"] > 0
    assert found["did not arrive"] > 0


def killed_while_writing(folder: Folder, content: bytes, of_the_change: str = "") -> Path:
    """A temporary file whose writer is gone."""
    name = of_the_change or "0" * 16 + "-" + "1" * 16
    left = folder.root / f".folio-{name}.tmp"
    left.write_bytes(content)
    return left


def test_what_a_killed_writer_left_is_cleared_away_by_the_next_change(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    left = killed_while_writing(folder, b"half of a te")
    folder.write("a.txt", "a")
    assert (left.exists(), folder.names()) == (False, ["a.txt"])


def test_a_file_that_somebody_is_writing_is_left_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    left = killed_while_writing(folder, b"half of a te")
    code = "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, 2); print(); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(left)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout
        writer.stdout.readline()
        folder.write("a.txt", "a")
        assert left.exists()
        writer.communicate()
    folder.write("a.txt", "b")
    assert not left.exists()


@pytest.mark.parametrize("taken", [False, True])
def test_a_file_put_aside_by_a_killed_process_that_nobody_else_holds_is_given_back(tmp_path: Path, taken: bool) -> None:
    """A save by another program, taken out in exchange, and then the process was killed before it looked."""
    folder = Folder(tmp_path)
    (folder.root / "a.txt").write_text("old")
    receipt = folder.write("a.txt", "new")
    record = folder.around / "data" / "undo" / f"{receipt.id}.json"
    record.write_text(json.dumps(json.loads(record.read_text()) | {"done": False}))
    killed_while_writing(folder, b"by another program", receipt.id)
    if not taken:
        (folder.root / "a.txt").unlink()
    folder.write("b.txt", "b")
    names = ["a (recovered 1).txt", "a.txt", "b.txt"] if taken else ["a.txt", "b.txt"]
    assert (folder.names(), folder.picture()[names[0]][1]) == (names, b"by another program")


@pytest.mark.parametrize("content", [b"old", b"new"])
def test_a_file_put_aside_that_is_kept_or_was_never_seen_is_cleared_away(tmp_path: Path, content: bytes) -> None:
    folder = Folder(tmp_path)
    (folder.root / "a.txt").write_text("old")
    receipt = folder.write("a.txt", "new")
    record = folder.around / "data" / "undo" / f"{receipt.id}.json"
    record.write_text(json.dumps(json.loads(record.read_text()) | {"done": False}))
    killed_while_writing(folder, content, receipt.id)
    folder.write("b.txt", "b")
    assert folder.names() == ["a.txt", "b.txt"]


@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_what_was_put_there_while_a_killed_writer_replaced_it_comes_back(tmp_path: Path, kind: str) -> None:
    folder = Folder(tmp_path)
    receipt = folder.write("a.txt", "new")
    record = tmp_path / "data" / "undo" / f"{receipt.id}.json"
    record.write_text(json.dumps(json.loads(record.read_text()) | {"done": False}))
    left = folder.root / f".folio-{receipt.id}.tmp"
    if kind == "pipe":
        os.mkfifo(left)
    else:
        left.write_text("the user's")
    folder.write("b.txt", "b")
    assert folder.names() == ["a (recovered 1).txt", "a.txt", "b.txt"]
