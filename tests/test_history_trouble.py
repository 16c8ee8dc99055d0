"""A database that is locked, full, away or removed while people talk: what can be kept is kept, and they know."""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import chainlit as cl
import pytest
from broken_line import Line
from chainlit.types import Feedback
from histories import begin, emptied, history_at, listed, step, steps_of, translated, user_of
from postgres import running_postgres
from sqlalchemy import event

from app.ui.history import writer
from app.ui.history.layer import HistoryLayer
from app.ui.history.writer import State


class Pages:
    """What the pages are told."""

    def __init__(self) -> None:
        self.shown: list[State] = []
        self._news = asyncio.Event()

    async def show(self, state: State) -> None:
        self.shown.append(state)
        self._news.set()

    async def until(self, state: State) -> None:
        async with asyncio.timeout(60):
            while state not in self.shown:
                self._news.clear()
                await self._news.wait()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "history.db"


@contextmanager
def locked(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other
        other.execute("COMMIT")


def sqlite_at(file: Path) -> str:
    return translated(f"sqlite:///{file}")


def remove(file: Path, gone: str) -> None:
    """Takes the database's file away, the whole folder with it, or puts another in its place."""
    if gone == "folder":
        shutil.rmtree(file.parent)
        return
    file.unlink()
    if gone == "replaced":
        with closing(sqlite3.connect(file)) as other:
            other.execute("PRAGMA user_version = 1")


async def talk(layer: HistoryLayer, name: str) -> None:
    """A step with its bytes and what the agent knows then."""
    await layer.create_step(step("t", name))
    await layer.update_step(step("t", name, output=f"said {name}"))
    await layer.create_element(cl.File(thread_id="t", id=f"{name}-file", name="a.txt", content=b"x", for_id=name))
    await layer.save_memory("t", {"knows": name})


@pytest.mark.slow
async def test_what_is_said_while_another_program_locks_the_file_is_kept_and_nobody_waits(file: Path) -> None:
    pages = Pages()
    async with history_at(sqlite_at(file), file.parent, show=pages.show) as layer:
        jo = await user_of(layer, "jo")
        await begin(layer, "t", "a turn", jo)
        await talk(layer, "before")
        with locked(file):
            await talk(layer, "meanwhile")
            await layer.update_thread("t", name="renamed")
            await layer.upsert_feedback(Feedback(forId="before", value=1))
            await pages.until("waiting")
            await talk(layer, "later")
            await user_of(layer, "al")
            assert (await user_of(layer, "jo"), await listed(layer, jo)) == (jo, ["t"])
            assert list(await steps_of(layer, "t")) == ["before"]
            assert layer.trouble == "waiting"
        await pages.until("back")
        kept = await steps_of(layer, "t")
        assert {name: one["output"] for name, one in kept.items()} == {
            name: f"said {name}" for name in ("before", "meanwhile", "later")
        }
        assert (await layer.memory_of("t"), kept["before"]["feedback"]["value"]) == ({"knows": "later"}, 1)
        assert await listed(layer, jo, search="renamed") == ["t"]
        assert (pages.shown, layer.trouble) == (["waiting", "back"], "")


@pytest.mark.slow
async def test_what_is_said_while_the_server_is_away_is_kept_when_it_is_back(tmp_path: Path) -> None:
    pages = Pages()
    with running_postgres() as url, Line(urlsplit(url).port or 0) as line:
        through = await emptied(translated(url.replace(str(urlsplit(url).port), str(urlsplit(line.address).port))))
        async with history_at(through, tmp_path, show=pages.show) as layer:
            jo = await user_of(layer, "jo")
            await begin(layer, "t", "a turn", jo)
            await talk(layer, "before")
            await asyncio.to_thread(line.cut)
            await talk(layer, "meanwhile")
            await pages.until("waiting")
            # The page can still be opened by whom it knows, and by a newcomer.
            assert await user_of(layer, "jo") == jo
            assert await user_of(layer, "al") == await user_of(layer, "al")
            await asyncio.to_thread(line.mend)
            await pages.until("back")
            assert list(await steps_of(layer, "t")) == ["before", "meanwhile"]
            assert await layer.memory_of("t") == {"knows": "meanwhile"}
            assert pages.shown == ["waiting", "back"]


@pytest.mark.parametrize("gone", ["file", "folder", "replaced"])
async def test_a_removed_file_is_noticed_and_what_follows_is_kept_in_a_new_one(file: Path, gone: str) -> None:
    async with history_at(sqlite_at(file), file.parent / "elements") as layer:
        jo = await user_of(layer, "jo")
        await begin(layer, "t", "a turn", jo)
        await talk(layer, "before")
        remove(file, gone)
        await talk(layer, "after")
        await talk(layer, "later")
    async with history_at(sqlite_at(file), file.parent / "elements") as again:
        jo = await user_of(again, "jo")
        assert await listed(again, jo, search="a turn") == ["t"]
        assert list(await steps_of(again, "t")) == ["after", "later"]
        assert await again.memory_of("t") == {"knows": "later"}


async def test_with_a_full_disk_the_conversation_goes_on_and_is_kept_when_there_is_room(file: Path) -> None:
    pages, full = Pages(), True

    def limit(connection: Any) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={1 if full else 1_000_000}")

    async with history_at(sqlite_at(file), file.parent, show=pages.show) as layer:
        jo = await user_of(layer, "jo")
        await begin(layer, "t", "a turn", jo)
        event.listen(layer._engine.sync_engine, "begin", limit)
        long = "x" * 100_000
        await layer.update_step(step("t", "s", output=long))
        await layer.save_memory("t", {"knows": long})
        assert await listed(layer, jo) == ["t"]
        await pages.until("waiting")
        full = False
        await pages.until("back")
        assert (await steps_of(layer, "t"))["s"]["output"] == long
        assert await layer.memory_of("t") == {"knows": long}
        assert pages.shown == ["waiting", "back"]


@pytest.mark.slow
async def test_when_no_more_can_be_held_back_what_comes_last_is_refused_and_that_is_said(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, told = Pages(), list[str]()

    async def tell(thread_id: str) -> None:
        told.append(thread_id)

    monkeypatch.setattr(writer, "_MOST_BYTES", 1_000)
    async with history_at(sqlite_at(file), file.parent, tell, pages.show) as layer:
        await begin(layer, "t", "a turn", await user_of(layer, "jo"))
        with locked(file):
            await layer.update_step(step("t", "held", output="x" * 500))
            await pages.until("waiting")
            await layer.update_step(step("t", "refused", output="x" * 500))
            await pages.until("full")
        await pages.until("gaps")
        await layer.update_step(step("t", "kept", output="x" * 500))
        assert list(await steps_of(layer, "t")) == ["held", "kept"]
    assert (pages.shown, told) == (["waiting", "full", "gaps"], [])


@pytest.mark.slow
async def test_at_the_end_what_could_not_be_written_is_said_and_the_end_comes(
    file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = Pages()
    monkeypatch.setattr(writer, "_LAST_SECONDS", 0.5)
    with caplog.at_level(logging.WARNING):
        async with history_at(sqlite_at(file), file.parent, show=pages.show) as layer:
            await begin(layer, "t", "a turn", await user_of(layer, "jo"))
            blocking = locked(file)
            blocking.__enter__()
            await layer.update_step(step("t", "lost"))
            await pages.until("waiting")
        blocking.__exit__(None, None, None)
    assert "could not be written before the end: 1 parts of conversations are lost" in caplog.text
    assert caplog.text.count("cannot be written") == 1


async def test_a_part_that_the_database_will_never_take_is_told_once_and_holds_up_nothing(file: Path) -> None:
    told: list[str] = []

    async def tell(thread_id: str) -> None:
        told.append(thread_id)

    async with history_at(sqlite_at(file), file.parent, tell) as layer:
        await begin(layer, "t", "a turn", await user_of(layer, "jo"))
        gone = cl.File(thread_id="t", id="e", name="a.txt", path=str(file.parent / "gone"))
        await layer.create_element(gone)
        await layer.create_element(gone)
        await layer.update_step(step("t", "kept", output="x"))
        assert list(await steps_of(layer, "t")) == ["kept"]
    assert told == ["t"]


async def test_a_history_that_cannot_be_written_can_still_be_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = Pages()
    monkeypatch.setattr(writer, "_LAST_SECONDS", 0.5)
    async with history_at(sqlite_at(file), file.parent) as layer:
        jo = await user_of(layer, "jo")
        await begin(layer, "t", "a turn", jo)
        await layer.update_step(step("t", "s", output="x"))
    read_only = f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true"
    async with history_at(read_only, file.parent, show=pages.show) as layer:
        await layer.update_step(step("t", "s2", output="y"))
        await layer.update_thread("t", metadata={"a": 1})
        assert list(await steps_of(layer, "t")) == ["s"]
        assert await listed(layer, jo) == ["t"]
    assert pages.shown == ["waiting"]
