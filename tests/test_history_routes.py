"""What is kept of conversations, over the app's own addresses: for its owner alone, and as it was."""

import asyncio
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import chainlit as cl
import httpx2
import pytest
import socketio
from chainlit.types import Feedback
from histories import begin, history_at, listed, step, steps_of, translated, user_of
from page import running_app

from app.accounts import Accounts

_PASSWORD = "correct horse"
_JAPAN = timezone(timedelta(hours=9))
_NAME = "../Ｐａｐｅｒ 1: “要約” / <b>\u202e?*"
_PNG = b"\x89PNG\r\n\x1a\n rest"


def turn(thread_id: str) -> list[Any]:
    """A turn as the page keeps it: a question, two steps, an answer with its figures."""
    at = [f"2026-01-01T00:00:0{n}Z" for n in range(6)]
    return [
        step(thread_id, "run", type="run", name="on_message", createdAt=at[0], output="hidden"),
        step(thread_id, "q", type="user_message", name="jo", output="要約して ![x](http://evil/x)", createdAt=at[0]),
        step(
            thread_id, "read", parentId="run", name="Read a.txt, lines 1–2 · 5 ms", createdAt=at[1], start=at[1],
            end=at[3], showInput="json", input='{"file_path": "a```.txt"}', output="````text\n```\nfenced\n````",
        ),
        step(
            thread_id, "fail", parentId="read", name="✗ Read b.txt · not found · 3 ms", createdAt=at[2], start=at[2],
            end=at[2], isError=True, showInput="json", input="{}", output="-a\n+```", language="diff",
        ),
        step(thread_id, "a", parentId="run", type="assistant_message", name="helper", createdAt=at[4],
             output="Done.\n\n_*2 requests · 10 tokens in*_"),
    ]  # fmt: skip


async def fill(data: Path) -> None:
    """A conversation of jo's and one of al's."""
    async with history_at(translated(f"sqlite:///{data / 'history.db'}"), data / "elements") as layer:
        for name in ("al", "jo"):
            await begin(layer, f"{name}s", _NAME, await user_of(layer, name))
            for told in turn(f"{name}s") if name == "jo" else [step("als", "s", output="al's secret")]:
                await layer.create_step(told)
        await layer.upsert_feedback(Feedback(forId="a", value=1, comment="nice"))
        for id, content, mime in (("p", _PNG, "image/png"), ("h", b"<script>", "text/html"), ("t", b"t", "text/plain")):
            await layer.create_element(
                cl.File(thread_id="jos", id=id, name=f"{id}: 図.x", content=content, mime=mime, for_id="read")
            )


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app's data folder, with two accounts and their conversations."""
    folder = tmp_path_factory.mktemp("history")
    accounts = Accounts(folder / "data" / "accounts.json")
    for name in ("jo", "al"):
        accounts.set(name, _PASSWORD)
    asyncio.run(fill(folder / "data"))
    return folder / "data"


@pytest.fixture(scope="module")
def app(data: Path) -> Iterator[str]:
    work = data.parent / "work"
    work.mkdir()
    with running_app(work, data.parent / "app.log", AUTH="password", DATA_DIR=str(data), TZ="JST-9") as url:
        yield url


@contextmanager
def visitor(app: str, name: str) -> Iterator[httpx2.Client]:
    """Somebody with the cookie of a signed-in person."""
    with httpx2.Client(base_url=app) as client:
        answer = client.post("/login", data={"username": name, "password": _PASSWORD})
        assert answer.status_code == 200, answer.text
        yield client


@pytest.mark.slow
def test_a_conversation_is_exported_with_its_steps_and_only_for_its_owner(app: str, data: Path) -> None:
    with visitor(app, "jo") as jo, visitor(app, "al") as al, httpx2.Client(base_url=app) as nobody:
        for address in ("/folio/export/jos.md", "/folio/export/jos.json", "/folio/element/jos/p"):
            assert jo.get(address).status_code == 200
            foreign, missing = al.get(address), al.get(address.replace("jos", "no-such"))
            assert (foreign.status_code, foreign.content) == (404, missing.content) == (404, foreign.content)
            assert nobody.get(address).status_code in (401, 404)
            assert "fenced" not in nobody.get(address).text
        written = jo.get("/folio/export/jos.md", headers={"accept-language": "en"})
        japanese = jo.get("/folio/export/jos.md", headers={"accept-language": "ja"})
        whole = jo.get("/folio/export/jos.json")
        kept = jo.get("/project/thread/jos").json()
    begun = f"{datetime.fromisoformat(kept['createdAt']).astimezone(_JAPAN):%Y-%m-%d %H:%M:%S}"
    assert _told(written.text) == _MARKDOWN.format(begun=begun).strip().split("\n")
    assert "## あなた · 2026-01-01 09:00:00" in japanese.text
    assert "· 2.0 秒" in japanese.text
    for answer, ending in ((written, "md"), (whole, "json")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-disposition"].startswith("attachment; filename*=UTF-8''")
        name = unquote(answer.headers["content-disposition"].partition("''")[2])
        assert name == f"Ｐａｐｅｒ 1 “要約” b.{ending}"
    exported = json.loads(whole.text)
    assert (exported.pop("format"), exported.pop("version")) == ("folio-conversation", 1)
    assert exported.pop("exportedAt")
    assert exported == kept
    assert [part["id"] for part in kept["steps"]] == ["q", "run", "read", "fail", "a"]


def _told(text: str) -> list[str]:
    """The lines that say something, without the time of the export."""
    return [line.partition(" · exported")[0].rstrip() for line in text.split("\n") if line]


_MARKDOWN = """
# ../Ｐａｐｅｒ 1: “要約” / \\<b>\u202e?*
Begun {begun}
Times are those of the app's machine (UTC+0900).
## You · 2026-01-01 09:00:00
要約して \\!\\[x](http://evil/x)
### Read a.txt, lines 1–2 · 5 ms
2026-01-01 09:00:01 · 2.0 s
Arguments
````json
{{"file_path": "a```.txt"}}
````
````text
```
fenced
````
- File: p: 図.x (not part of this export)
- File: h: 図.x (not part of this export)
- File: t: 図.x (not part of this export)
#### ✗ Read b.txt · not found · 3 ms
2026-01-01 09:00:02 · 1 ms · **failed**
Arguments
```json
{{}}
```
````diff
-a
+```
````
## helper · 2026-01-01 09:00:04
Done.
_*2 requests · 10 tokens in*_
_Marked as good_: nice
"""


@pytest.mark.slow
def test_an_element_is_only_shown_where_a_browser_runs_nothing_of_it(app: str) -> None:
    with visitor(app, "jo") as jo:
        got = {id: jo.get(f"/folio/element/jos/{id}") for id in ("p", "h", "t")}
        assert jo.get("/folio/element/als/p").status_code == 404
    kinds = {id: answer.headers["content-type"].partition(";")[0] for id, answer in got.items()}
    assert kinds == {"p": "image/png", "h": "application/octet-stream", "t": "text/plain"}
    shown = {id: answer.headers["content-disposition"].partition(";")[0] for id, answer in got.items()}
    assert shown == {"p": "inline", "h": "attachment", "t": "inline"}
    assert {answer.headers["x-content-type-options"] for answer in got.values()} == {"nosniff"}
    assert (got["p"].content, got["h"].content) == (_PNG, b"<script>")


async def hear_of_an_answer(app: str, cookie: str) -> None:
    """Asks a question as the page does; returns as soon as it is told of the answer."""
    client, answering, answered = socketio.AsyncClient(), asyncio.Event(), asyncio.Event()

    async def hear(event: str, told: Any = None) -> None:
        if isinstance(told, dict) and told.get("type") == "assistant_message":
            answering.set()
        if event == "task_end" and answering.is_set():
            answered.set()

    client.on("*", hear)
    who = {"sessionId": str(uuid.uuid4()), "clientType": "webapp", "userEnv": "{}", "chatProfile": "", "threadId": ""}
    path = {"transports": ["websocket"], "socketio_path": "/ws/socket.io"}
    await client.connect(app, {"cookie": cookie}, auth=who, **path)
    asked = {"id": str(uuid.uuid4()), "name": "you", "type": "user_message", "output": "What is in the work folder?"}
    await client.emit("connection_successful")
    await client.emit("client_message", {"message": {**asked, "createdAt": "", "metadata": {}}, "fileReferences": []})
    async with asyncio.timeout(60):
        await answered.wait()
    await client.disconnect()


@pytest.mark.slow
async def test_an_app_that_is_ended_right_after_an_answer_has_kept_all_of_it(tmp_path: Path) -> None:
    work, data = tmp_path / "work", tmp_path / "work-data"
    work.mkdir()
    (work / "a.txt").write_text("x")
    with running_app(work, tmp_path / "app.log") as app:
        page = httpx2.get(app, headers={"accept": "text/html"})
        await hear_of_an_answer(app, page.headers["set-cookie"].partition(";")[0])
    async with history_at(translated(f"sqlite:///{data / 'history.db'}"), data / "elements") as layer:
        you = await user_of(layer, "you")
        (thread_id,) = await listed(layer, you, search="a.txt")
        kept = list((await steps_of(layer, thread_id)).values())
    assert [part["type"] for part in kept if part["type"] != "run"] == ["user_message", "tool", "assistant_message"]
    assert all(part["output"] for part in kept if part["type"] != "run")
