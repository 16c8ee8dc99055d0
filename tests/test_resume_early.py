"""What a page sends before its past conversation has been taken up: it waits for it, and costs it nothing."""

import asyncio
import json
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from page import running_app
from replies import calls, held, say
from scripted_server import ScriptedServer
from visitors import Visitor, cookie_of, visitor

pytestmark = pytest.mark.slow


async def _reading(url: str) -> str:
    async with visitor(url, "") as page:
        await page.say("read a.txt")
        return page.thread


async def _going_on(url: str, thread: str) -> None:
    """Says everything at once, as soon as there is a connection."""
    page = Visitor(url, await cookie_of(url, ""), str(uuid.uuid4()))
    await page.connect(thread)
    for early in ({"type": "folio-uploaded", "id": "x"}, {"type": "folio-add", "id": "y", "text": "z"}):
        await page.socket.emit("window_message", early)
    await page.socket.emit("window_message", {"type": "folio-stop", "id": "x"})
    await page.say("go on")
    await page.close()


async def _stopped_at_once(url: str, model: ScriptedServer) -> None:
    """A new page that asks as soon as there is a connection, and stops that."""
    page = Visitor(url, await cookie_of(url, ""), str(uuid.uuid4()))
    gate, reply = held(say("Hello."), 0)
    model.play(reply)
    await page.connect()
    sent = await page.send("hello")
    assert await asyncio.to_thread(gate.reached.wait, 60)
    await page.until(lambda: "chat_settings" in [event for event, _ in page.told])
    assert page.window("folio-here").get("turn") == sent
    heard = [event for event, _ in page.told]
    assert "task_end" not in heard[heard.index("task_start") :]
    await page.socket.emit("window_message", {"type": "folio-stop", "id": sent})
    await page.until(lambda: page.told[-1][0] == "task_end")
    gate.open()
    await page.close()


async def _in_any_way(url: str, thread: str) -> None:
    async with visitor(url, "") as new:
        # As a page does that was open when the app was ended, which a new chat is made for first.
        await new.socket.emit("window_message", {"type": "folio-shows", "id": thread})
        await new.say("and on")


def test_the_agent_knows_what_it_knew_however_early_the_page_speaks(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "a.txt").write_text("alpha beta gamma\n")
    with ScriptedServer(calls(("read_file", {"file_path": "a.txt"})), say("It says alpha.")) as model:
        settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted"}
        with running_app(work, tmp_path / "log", **settings) as url:
            thread = asyncio.run(_reading(url))
        for go_on in (_going_on, _in_any_way):
            model.play(say("I go on."))
            with running_app(work, tmp_path / "log", **settings) as url:
                asyncio.run(go_on(url, thread))
            assert "alpha beta gamma" in model.requests[-1].text


async def _kept_when_the_model_is_asked(url: str, database: Path, model: ScriptedServer) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()
    async with visitor(url, "") as page:
        for _ in range(2):
            gate, reply = held(say("Hello."), 0)
            model.play(reply)
            await page.send("hello")
            assert await asyncio.to_thread(gate.reached.wait, 60)
            with closing(sqlite3.connect(database)) as history:
                found += [json.loads(body) for (body,) in history.execute("SELECT body FROM memories")]
            gate.open()
            await page.until(lambda: page.told[-1][0] == "task_end")
    return found


@contextmanager
def _app_and_model(folder: Path) -> Iterator[tuple[str, ScriptedServer]]:
    """The app on `folder`/work, by its address, and the model that it asks."""
    (folder / "work").mkdir()
    with (
        ScriptedServer() as model,
        running_app(folder / "work", folder / "log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url,
    ):
        yield url, model


def test_before_a_turn_does_anything_it_is_kept_that_it_runs_and_under_which_name(tmp_path: Path) -> None:
    """However soon the app is ended, the changes that were made are found again by that name."""
    with _app_and_model(tmp_path) as (url, model):
        kept = asyncio.run(_kept_when_the_model_is_asked(url, tmp_path / "work-data" / "history.db", model))
    assert [body["runs"] for body in kept] == [True, True]
    assert len({body["agent"]["turn"] for body in kept} - {""}) == 2


def test_a_message_that_is_faster_than_the_greeting_runs_until_it_is_stopped(tmp_path: Path) -> None:
    with _app_and_model(tmp_path) as (url, model):
        for _ in range(5):
            asyncio.run(_stopped_at_once(url, model))
