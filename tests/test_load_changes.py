"""Fifty conversations on twenty files at once: nothing is lost or mixed, and nobody waits for ever."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from changing import Folder
from loading import CONVERSATIONS, FILES, begun

SECONDS = 30
SECONDS_OF_TWO_PROCESSES = 10


@pytest.mark.slow
@pytest.mark.parametrize(("processes", "seconds"), [(1, SECONDS), (2, SECONDS_OF_TWO_PROCESSES)])
def test_fifty_conversations_on_twenty_files_lose_nothing(tmp_path: Path, processes: int, seconds: int) -> None:
    folder = Folder(tmp_path)
    for name in FILES:
        (folder.root / name).write_text(begun())
    share = CONVERSATIONS // processes
    running = [started(tmp_path, number * share, share, seconds) for number in range(processes)]
    reports = [json.loads(process.communicate()[0]) for process in running]
    assert [(report["stuck"], report["failed"]) for report in reports] == [(0, [])] * processes
    assert [count for report in reports for count in lost(folder.root, report)] == []
    done: Counter[str] = sum((Counter(report["done"]) for report in reports), Counter())
    assert min(done[act] for act in ("edited", "written", "appended", "looked")) > 0
    assert not [path for path in folder.root.iterdir() if path.name not in FILES]


def started(around: Path, first: int, count: int, seconds: float) -> subprocess.Popen[str]:
    here = Path(__file__).resolve().parent
    command = [sys.executable, str(here / "loading.py"), str(around), str(first), str(count), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": f"{here}:{here.parent}"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def lost(root: Path, report: dict[str, dict[str, dict[str, int]]]) -> list[str]:
    """What a conversation did and is not there, or is there more than once."""
    wrong = list[str]()
    for name in FILES:
        text = (root / name).read_text()
        for number, slots in report["slots"].items():
            found = re.findall(rf"^slot {number}: (\d+)$", text, re.MULTILINE)
            if found != [str(slots.get(name, 0))]:
                wrong.append(f"{name}: slot {number} is {found} and not {slots.get(name, 0)}")
        for number, lines in report["lines"].items():
            found = re.findall(rf"^line (\d+) of {number}$", text, re.MULTILINE)
            if found != [str(line) for line in range(lines.get(name, 0))]:
                wrong.append(f"{name}: the lines of {number} are {found}")
    return wrong
