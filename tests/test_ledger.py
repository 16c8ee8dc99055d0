"""What is spent in a day: kept in a file, by several processes at once, and counted also where there is no file."""

import asyncio
import sqlite3
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from app.ledger import Ledger, Spent
from app.settings import PROJECT

NOON = datetime(2026, 11, 30, 12, 0)
MORNING = datetime(2026, 12, 1, 6, 30)


async def test_what_was_spent_is_known_to_the_next_process_by_person_and_day(tmp_path: Path) -> None:
    first = Ledger(tmp_path / "spent.db", lambda: NOON)
    first.add("jo", Spent(100, 0.25))
    first.add("jo", Spent(20, 0.5, more_tokens=1))
    first.add("mo", Spent(3))
    assert await first.spent("jo") == Spent(120, 0.75, 1)
    again, next_day = Ledger(tmp_path / "spent.db", lambda: NOON), Ledger(tmp_path / "spent.db", lambda: MORNING)
    assert [await again.spent(person) for person in ("jo", "mo", "no one")] == [Spent(120, 0.75, 1), Spent(3), Spent()]
    assert await next_day.spent("jo") == Spent()


async def test_old_days_are_dropped(tmp_path: Path) -> None:
    now = NOON
    ledger = Ledger(tmp_path / "spent.db", lambda: now)
    ledger.add("jo", Spent(1))
    await ledger.spent("jo")
    now = datetime(2027, 3, 1)
    ledger.add("jo", Spent(1))
    await ledger.spent("jo")
    now = NOON
    assert await ledger.spent("jo") == Spent()


def test_the_next_day_begins_at_midnight(tmp_path: Path) -> None:
    noon, morning = Ledger(tmp_path / "x", lambda: NOON), Ledger(tmp_path / "x", lambda: MORNING)
    hours = [ledger.of("jo").until_midnight().total_seconds() / 3600 for ledger in (noon, morning)]
    assert hours == [12, 17.5]


@pytest.mark.slow
def test_several_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    work = """
import sys
from pathlib import Path
from app.ledger import Ledger, Spent
ledger = Ledger(Path(sys.argv[1]))
for _ in range(100):
    ledger.add("jo", Spent(1, 0.5))
"""
    command = [sys.executable, "-c", work, str(tmp_path / "spent.db")]
    running = [subprocess.Popen(command, cwd=PROJECT) for _ in range(3)]
    assert [each.wait(120) for each in running] == [0, 0, 0]
    assert asyncio.run(Ledger(tmp_path / "spent.db").spent("jo")) == Spent(300, 150.0)


async def test_a_damaged_file_is_set_aside_and_counting_goes_on_in_a_new_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "not there yet" / "spent.db"
    ledger = Ledger(path)
    ledger.add("jo", Spent(1))
    assert await ledger.spent("jo") == Spent(1)
    path.write_bytes(b"no database " * 100)
    ledger.add("jo", Spent(5))
    assert (await ledger.spent("jo"), ledger.is_sound) == (Spent(5), False)
    assert await Ledger(path).spent("jo") == Spent(5)
    assert [other.read_bytes() for other in path.parent.glob("spent.damaged-*")] == [b"no database " * 100]
    assert "is damaged" in caplog.text


async def test_without_a_usable_file_this_process_counts_on_and_writes_it_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "spent.db"
    path.mkdir()
    ledger = Ledger(path)
    for _ in range(2):
        ledger.add("jo", Spent(5))
    assert (await ledger.spent("jo"), ledger.is_sound) == (Spent(10), False)
    assert len([record for record in caplog.records if "cannot be kept" in record.message]) == 1
    path.rmdir()
    ledger.add("jo", Spent(1))
    assert (await ledger.spent("jo"), ledger.is_sound) == (Spent(11), True)
    assert await Ledger(path).spent("jo") == Spent(11)


async def test_the_loop_is_not_held_up_by_another_process_that_writes(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "spent.db")
    ledger.add("jo", Spent(1))
    await ledger.spent("jo")
    other = sqlite3.connect(tmp_path / "spent.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    ledger.add("jo", Spent(1))
    reading = asyncio.ensure_future(ledger.spent("jo"))
    for _ in range(3):
        await asyncio.sleep(0.01)
    assert not reading.done()
    other.execute("COMMIT")
    other.close()
    assert await reading == Spent(2)
