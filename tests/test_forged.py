"""Whatever a page can send, sent by somebody else, forged, repeated, of odd types, or huge: nothing comes of it."""

import asyncio
import json
import uuid
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import httpx2
import pytest
from page import running_app
from replies import calls, say
from scripted_server import ScriptedServer
from socketio.exceptions import ConnectionError
from visitors import PASSWORD, Visitor, cookie_of, visitor

from app.accounts import Accounts

pytestmark = pytest.mark.slow

_WRITE = ("write_file", {"file_path": "notes.md", "text": "new"})
_ODD: list[Any] = [
    None,
    1,
    True,
    10**40,
    "",
    "\0",
    "\ud800",
    "../../x",
    "x" * 100_000,
    [],
    [1],
    {},
    {"id": {}},
    {"id": "x"},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forged")


@pytest.fixture(scope="module")
def team(folder: Path, model: ScriptedServer) -> Iterator[str]:
    """The app of a team: ann and bob, and one who only knows the address."""
    accounts = Accounts(folder / "data" / "accounts.json")
    for name in ("ann", "bob"):
        accounts.set(name, PASSWORD)
    (folder / "work" / "ann").mkdir(parents=True)
    (folder / "work" / "ann" / "notes.md").write_text("old")
    own = {"AUTH": "password", "DATA_DIR": str(folder / "data"), "ALLOWED_HOSTS": "127.0.0.1"}
    served = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "sk-test", "MODEL": "scripted"}
    with running_app(folder / "work", folder / "log", **own, **served) as url:
        yield url


@pytest.fixture(autouse=True)
def calm(folder: Path, team: str) -> Iterator[None]:
    """After each test the app still answers, and its log has no trace of an error."""
    before = len((folder / "log").read_text())
    yield
    assert httpx2.get(f"{team}/health").status_code == 200
    log = (folder / "log").read_text()[before:]
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :][:4000]


def _lost(page: Visitor) -> bool:
    return ("resume_thread_error", "Thread not found.") in page.told


async def asking(page: Visitor, model: ScriptedServer) -> str:
    """Has `page` ask for a change that waits for a word; gives the id of the question."""
    model.play(calls(_WRITE), say("Done."))
    await page.send("write it")
    asked = await page.until(lambda: page.elements("Question"))
    return str(
        json.loads(asked[-1]["props"])["id"] if isinstance(asked[-1]["props"], str) else asked[-1]["props"]["id"]
    )


async def test_only_what_the_page_uses_is_served(team: str) -> None:
    closed = [
        *[("GET", path) for path in ("/docs", "/redoc", "/openapi.json", "/copilot/index.js", "/project/share/x")],
        *[("PUT", path) for path in ("/project/element", "/project/thread/share")],
        *[("POST", path) for path in ("/mcp", "/project/file?session_id=x", "/auth/jwt")],
        *[("DELETE", path) for path in ("/mcp", "/project/element")],
        ("GET", "/project/file/x?session_id=x"),
    ]
    async with httpx2.AsyncClient(base_url=team, headers={"cookie": await cookie_of(team, "ann")}) as ann:
        got = {path: await ann.request(method, path) for method, path in closed}
        assert {path: (answer.status_code, answer.text) for path, answer in got.items()} == dict.fromkeys(
            got, (404, "Not served here.\n")
        )
        assert (await ann.post("/set-session-cookie", json={"session_id": "x"})).headers.get("set-cookie") is None
        for path in ("/public/%2e%2e/README.md", "/avatars/..%2f..%2fREADME.md", "/assets/../../x", "/public/..%5cx"):
            answer = await ann.get(path)
            assert "Folio" not in answer.text or "<html" in answer.text


async def test_without_a_cookie_nothing_is_told_and_nothing_done(team: str) -> None:
    asked = [
        ("GET", "/user", None),
        ("POST", "/project/threads", {"pagination": {"first": 5}, "filter": {}}),
        ("GET", "/project/thread/x", None),
        ("GET", "/project/settings", None),
        ("PUT", "/project/thread", {"threadId": "x", "name": "y"}),
        ("DELETE", "/project/thread", {"threadId": "x"}),
        ("POST", "/project/action", {"sessionId": "x", "action": {"name": "undo", "payload": {}}}),
        ("PUT", "/feedback", {"feedback": {"forId": "x", "value": 1}, "sessionId": "x"}),
        ("DELETE", "/feedback", {"feedbackId": "x"}),
        *[("GET", f"/folio/files/{what}?path=&text=", None) for what in ("list", "find", "view", "raw", "changes")],
        ("PUT", "/folio/files/upload?name=x", None),
        ("DELETE", "/folio/files/upload?id=x", None),
        ("GET", "/folio/files/upload", None),
        ("GET", "/folio/export/x.md", None),
        ("GET", "/folio/element/x/y", None),
    ]
    async with httpx2.AsyncClient(base_url=team) as nobody:
        got = {(method, path): await nobody.request(method, path, json=body) for method, path, body in asked}
        forged = {**nobody.headers, "authorization": "Bearer x", "cookie": "access_token=x"}
        got["forged", "/user"] = await nobody.get("/user", headers=forged)
    assert {asked: answer.status_code for asked, answer in got.items()} == dict.fromkeys(got, 401)
    with pytest.raises(ConnectionError):
        await Visitor(team, "", str(uuid.uuid4())).open()


async def test_a_question_is_answered_by_its_own_person_alone_and_once(
    team: str, folder: Path, model: ScriptedServer
) -> None:
    yes = {"allowed": True, "always": False, "reason": ""}
    async with visitor(team, "ann") as ann, visitor(team, "bob") as bob:
        id = await asking(ann, model)
        foreign = await bob.press("decide", {"id": id, **yes}, ann.session)
        unknown = await bob.press("decide", {"id": id, **yes}, str(uuid.uuid4()))
        assert (
            (foreign.status_code, foreign.text) == (unknown.status_code, unknown.text) == (404, '{"detail":"not here"}')
        )
        model.play(say("Hello."))
        assert "Hello." in await bob.say("hello")
        assert (await bob.press("decide", {"id": id, **yes})).json()["response"] == {"state": "gone", "said": ""}
        for odd in _ODD:
            await ann.press("decide", odd)
            assert (await ann.press("decide", {"id": odd, **yes})).status_code in (200, 422)
            assert (
                await ann.press("decide", {"id": id, **yes, "allowed": odd if odd is not True else 1})
            ).status_code == 200
        assert (folder / "work" / "ann" / "notes.md").read_text() == "old"
        model.play(say("Done."))
        told = [(await ann.press("decide", {"id": id, **yes})).json()["response"]["state"] for _ in range(2)]
        assert told == ["allowed", "gone"]
        await ann.until(lambda: ann.elements("Undo"))
        assert (folder / "work" / "ann" / "notes.md").read_text() == "new"


async def test_a_change_is_undone_by_its_own_person_alone_and_once(
    team: str, folder: Path, model: ScriptedServer
) -> None:
    async with visitor(team, "ann") as ann, visitor(team, "bob") as bob:
        model.play(calls(("write_file", {"file_path": "undo.md", "text": "mine"})), say("Done."))
        await ann.say("write it")
        model.play(say("Hello."))
        await bob.say("hello")
        props = ann.elements("Undo")[0]["props"]
        id = (json.loads(props) if isinstance(props, str) else props)["id"]
        assert (await bob.press("undo", {"id": id}, ann.session)).status_code == 404
        assert (await bob.press("undo", {"id": id})).json()["response"]["state"] == "gone"
        for odd in _ODD:
            for name in ("undo", "sight", "decide"):
                assert (await ann.press(name, {"id": odd, "wish": odd})).status_code == 200
                assert (await ann.press(name, odd)).status_code in (200, 422)
            assert (await ann.press(odd, {"id": id})).status_code in (404, 422)
            assert (await ann.press("undo", {"id": id}, odd)).status_code in (200, 404, 422) if odd else True
        assert (folder / "work" / "ann" / "undo.md").exists()
        states = await asyncio.gather(*(ann.press("undo", {"id": id}) for _ in range(5)))
        assert sorted(answer.json()["response"]["state"] for answer in states) == [*["gone"] * 4, "undone"]
        assert not (folder / "work" / "ann" / "undo.md").exists()


async def test_a_conversation_is_there_for_nobody_else(team: str, folder: Path, model: ScriptedServer) -> None:
    async with visitor(team, "ann") as ann, visitor(team, "bob") as bob:
        model.play(say("The secret is 4711."))
        await ann.say("tell me")
        model.play(say("Hello."))
        await bob.say("hello")
        there = (await ann.http.get(f"/project/thread/{ann.thread}")).json()
        answer_id = next(step["id"] for step in there["steps"] if step["type"] == "assistant_message")
        for path in (
            "/project/thread/%s",
            "/project/thread/%s/element/x",
            "/folio/export/%s.md",
            "/folio/export/%s.json",
        ):
            foreign, missing = [await bob.http.get(path % id) for id in (ann.thread, str(uuid.uuid4()))]
            assert (foreign.status_code, foreign.text) == (missing.status_code, missing.text), path
            assert foreign.status_code == 404
        for id in (ann.thread, *_ODD):
            renamed = await bob.send_json("PUT", "/project/thread", {"threadId": id, "name": "mine"})
            removed = await bob.send_json("DELETE", "/project/thread", {"threadId": id})
            assert {renamed.status_code, removed.status_code} <= {404, 422}
        for odd in _ODD:
            listed = {"pagination": {"first": odd, "cursor": odd}, "filter": {"search": odd, "userId": odd}}
            for body in (
                listed,
                {**listed, "pagination": {"first": 5}},
                {"pagination": {"first": -1, "cursor": odd}, "filter": {"search": odd}},
                odd,
            ):
                answer = await bob.send_json("POST", "/project/threads", body)
                assert answer.status_code in (200, 422)
                assert ann.thread not in answer.text
        found = await bob.send_json(
            "POST", "/project/threads", {"pagination": {"first": 50}, "filter": {"search": "4711"}}
        )
        assert found.json()["data"] == []
        # Neither a thumb on an answer of hers, nor one of hers.
        word = {"forId": answer_id, "value": 1, "comment": "fine"}
        mine = (await ann.send_json("PUT", "/feedback", {"feedback": word, "sessionId": "x"})).json()["feedbackId"]
        for body in (
            word,
            {**word, "id": mine},
            *({**word, "forId": odd} for odd in _ODD),
            *({**word, "id": odd} for odd in _ODD),
        ):
            assert (
                await bob.send_json("PUT", "/feedback", {"feedback": body, "sessionId": ann.session})
            ).status_code in (404, 422)
        for id in (mine, str(uuid.uuid4()), *_ODD):
            assert (await bob.send_json("DELETE", "/feedback", {"feedbackId": id})).status_code in (404, 422)
        assert (await ann.http.get(f"/project/thread/{ann.thread}")).json()["steps"] == [
            {
                **step,
                **(
                    {"feedback": {"id": mine, "forId": answer_id, "value": 1, "comment": "fine"}}
                    if step["id"] == answer_id
                    else {}
                ),
            }
            for step in there["steps"]
        ]
        assert [(await ann.send_json("DELETE", "/feedback", {"feedbackId": mine})).status_code for _ in range(2)] == [
            200,
            404,
        ]


async def test_a_page_goes_on_with_its_own_persons_conversations_alone(team: str, model: ScriptedServer) -> None:
    async with visitor(team, "ann") as ann:
        model.play(say("The secret is 4711."))
        await ann.say("tell me")
        async with visitor(team, "bob", ann.thread) as bob, visitor(team, "bob", str(uuid.uuid4())) as other:
            for page in (bob, other):
                await page.until(partial(_lost, page))
            await bob.socket.emit("window_message", {"type": "folio-shows", "id": ann.thread})
            for odd in _ODD:
                for kind in (
                    "folio-shows",
                    "folio-uploaded",
                    "folio-panel",
                    "folio-add",
                    "folio-sent",
                    "folio-stop",
                    odd,
                ):
                    await bob.socket.emit("window_message", {"type": kind, "id": odd, "text": odd})
                await bob.socket.emit("window_message", odd)
            model.play(say("Hello."))
            assert "Hello." in await bob.say("hello")
            assert "4711" not in str(bob.told) + str(model.requests[-1].body)
            assert bob.thread not in ("", ann.thread)
        # The same session: another person's page does not become hers.
        stolen = Visitor(team, await cookie_of(team, "bob"), ann.session)
        with pytest.raises(ConnectionError):
            await stolen.open()
        model.play(say("Still here."))
        assert "Still here." in await ann.say("are you there?")


async def test_a_session_is_named_by_nothing_but_a_name(team: str, folder: Path) -> None:
    precious = folder / "precious"
    precious.mkdir()
    cookie = await cookie_of(team, "bob")
    for id in (str(precious), f"../../../../../../../..{precious}", "..", ".", *_ODD):
        page = Visitor(team, cookie, id)
        if id != "x":
            with pytest.raises(ConnectionError):
                await page.open()
    broken: tuple[Any, ...] = (
        {},
        {"sessionId": "x", "clientType": []},
        {"sessionId": "y", "chatProfile": {}},
        {"sessionId": "z", "threadId": []},
        [],
        "x",
    )
    for auth in broken:
        page = Visitor(team, cookie, "")
        with pytest.raises(ConnectionError):
            await page.socket.connect(
                team, {"cookie": cookie}, auth=auth, transports=["websocket"], socketio_path="/ws/socket.io"
            )
    assert precious.is_dir()


async def test_what_is_no_signal_of_the_page_is_not_heard(team: str, model: ScriptedServer) -> None:
    model.play(say("Hello."))
    async with visitor(team, "bob") as bob:
        await bob.say("hello")
        asked = len(model.requests)
        kinds = (
            "client_message",
            "chat_settings_change",
            "edit_message",
            "message_favorite",
            "fetch_favorites",
            "audio_start",
        )
        more = (
            "audio_chunk",
            "audio_end",
            "chat_settings_edit",
            "stop",
            "connect",
            "connection_successful",
            "no_such",
            "*",
        )
        for kind in (*kinds, *more):
            for odd in (
                *_ODD,
                {"message": {}},
                {"message": {"id": "x", "output": "x"}},
                {"message": {"id": str(uuid.uuid4()), "output": 1}},
            ):
                await bob.socket.emit(kind, odd)
                await bob.socket.emit(kind, (odd, odd))
            await bob.socket.emit(kind)
        settings = {
            "approval": "x",
            "max_rounds": 10**12,
            "model": "\ud800",
            "temperature": "x",
            "steps": [],
            "nobody": 1,
        }
        await bob.socket.emit("chat_settings_change", settings)
        assert "Hello." in await bob.say("still there?")
        assert len(model.requests) == asked + 1


async def test_frames_that_are_none_end_nothing_but_their_own_line(team: str) -> None:
    frames = [
        '42["client_message"',
        "42",
        "4",
        "9",
        "",
        "42[]",
        "42[1]",
        '42["stop"',
        '451-["stop",{"_placeholder":true,"num":9}]',
        "40{",
        "42/x,[]",
        '43["x"]',
        "43999[]",
        "x" * 100_000,
    ]
    async with aiohttp.ClientSession(headers={"cookie": await cookie_of(team, "bob")}) as session:
        for frame in frames:
            async with session.ws_connect(f"{team}/ws/socket.io/?EIO=4&transport=websocket") as line:
                await line.receive_str()
                await line.send_str('40{"sessionId":"' + uuid.uuid4().hex + '"}')
                await line.receive_str()
                await line.send_str(frame)
                await line.send_bytes(b"x")
                await line.send_str('42["stop"]')


async def test_a_request_that_brings_too_much_is_not_read(team: str) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 100_000

    async with httpx2.AsyncClient(base_url=team) as nobody:
        for path in ("/login", "/project/action", "/project/threads", "/feedback", "/auth/header"):
            method = "PUT" if path == "/feedback" else "POST"
            assert (await nobody.request(method, path, content=b"x" * 2_000_000)).status_code == 413
            assert (await nobody.request(method, path, content=endless())).status_code in (400, 413, 422)


async def test_a_foreign_name_or_page_is_refused_for_a_team_too(team: str) -> None:
    async with httpx2.AsyncClient(base_url=team, headers={"cookie": await cookie_of(team, "ann")}) as ann:
        for path in ("/", "/user", "/folio/files/list", "/project/settings", "/ws/socket.io/?EIO=4&transport=polling"):
            for foreign in ({"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": "null"}):
                assert (await ann.get(path, headers=foreign)).status_code == 403
        assert (await ann.get("/user", headers={"origin": team})).status_code == 200


async def test_guesses_at_once_are_counted_like_guesses_in_turn(team: str) -> None:
    async with httpx2.AsyncClient(base_url=team, timeout=60) as nobody:
        tries = [nobody.post("/login", data={"username": " Eve ", "password": f"guess {n}"}) for n in range(20)]
        got = [answer.status_code for answer in await asyncio.gather(*tries)]
    assert sorted(got) == [401] * 5 + [429] * 15
