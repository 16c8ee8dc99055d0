"""Two people at once on one app: neither sees anything of the other, unless the folder is meant for both."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from page import running_app
from replies import Json, Reply, calls, say
from scripted_server import ScriptedServer
from visitors import PASSWORD, visitor

from app.accounts import Accounts

pytestmark = pytest.mark.slow

_FOREIGN = ("../ann/diary.md", "../ann", "../../data", "/etc/passwd", "..")
_ROUTES = ("list?path=", "view?path=", "raw?path=")


@contextmanager
def app_of(folder: Path, model: ScriptedServer, **settings: str) -> Iterator[str]:
    accounts = Accounts(folder / "data" / "accounts.json")
    for name in ("ann", "bob"):
        accounts.set(name, PASSWORD)
    served = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "sk-test", "MODEL": "scripted", "APPROVAL": "auto"}
    own = {"AUTH": "password", "DATA_DIR": str(folder / "data")}
    with running_app(folder / "work", folder / "log", **own, **served, **settings) as url:
        yield url
    assert "Traceback" not in (folder / "log").read_text()


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[tuple[str, Path]]:
    """The app with a folder for each, and something in ann's."""
    folder = tmp_path_factory.mktemp("apart")
    (folder / "work" / "ann").mkdir(parents=True)
    (folder / "work" / "ann" / "diary.md").write_text("ann's secret")
    with app_of(folder, model) as url:
        yield url, folder / "work"


async def test_what_one_is_told_the_other_is_not(apart: tuple[str, Path], model: ScriptedServer) -> None:
    url, _ = apart
    async with visitor(url, "ann") as ann, visitor(url, "bob") as bob:
        model.play(calls(("read_file", {"file_path": "diary.md"})), say("It says: ann's secret."))
        assert "ann's secret" in await ann.say("read my diary")
        assert "diary" not in str(bob.told) + str(bob.elements("Sight"))
        model.play(say("Nothing."))
        assert "secret" not in await bob.say("what did I just read?")
        assert "secret" not in model.requests[-1].text
        listed = await bob.send_json("POST", "/project/threads", {"pagination": {"first": 50}, "filter": {}})
        assert [thread["id"] for thread in listed.json()["data"]] == [bob.thread]


@pytest.mark.parametrize("name", _FOREIGN)
async def test_ones_folder_is_out_of_the_others_reach(
    apart: tuple[str, Path], model: ScriptedServer, name: str
) -> None:
    url, work = apart
    (work / "bob").mkdir(exist_ok=True)
    (work / "bob" / "way.md").unlink(missing_ok=True)
    (work / "bob" / "way.md").symlink_to(work / "ann" / "diary.md")
    async with visitor(url, "bob") as bob:
        for path in (name, "way.md"):
            for route in _ROUTES:
                answer = await bob.http.get(f"/folio/files/{route}{path}")
                assert answer.status_code in (403, 404), (route, path)
                assert "secret" not in answer.text
        tries = [("read_file", {"file_path": name}), ("read_file", {"file_path": "way.md"})]
        tries += [("write_file", {"file_path": f"{name}/new.md", "text": "x"}), ("file_delete", {"file_path": name})]
        tries += [("copy_file", {"source_path": name, "destination_path": "mine.md"})]
        tries += [("search_text", {"query": "secret", "dir_path": name})]
        model.play(calls(*tries), say("Done."))
        await bob.say("try")
        results = [m["content"] for m in model.requests[-1].messages if m["role"] == "tool"]
        assert len(results) == len(tries)
        assert [result for result in results if "ann's secret" in result or not result.startswith("Not done")] == []
        assert (
            await bob.http.put(f"/folio/files/upload?name=x&session={bob.session}&folder={name}")
        ).status_code == 409
    assert [path.name for path in (work / "ann").iterdir()] == ["diary.md"]
    assert (work / "ann" / "diary.md").read_text() == "ann's secret"


async def test_an_upload_is_a_change_of_its_own_persons_session_and_as_free_as_others_there(
    apart: tuple[str, Path], model: ScriptedServer
) -> None:
    url, work = apart
    async with (
        visitor(url, "ann", profile="read_only") as reading,
        visitor(url, "ann") as ann,
        visitor(url, "bob") as bob,
    ):
        refused = [
            await reading.upload("a.txt", b"x"),
            await bob.upload("a.txt", b"x", ann.session),
            await bob.upload("a.txt", b"x", ""),
        ]
        assert [answer.status_code for answer in refused] == [403] * 3
        opened = [
            (await page.http.get(f"/folio/files/upload?session={page.session}")).json()["open"]
            for page in (reading, ann)
        ]
        assert opened == [False, True]
        there = (await bob.upload("a.txt", b"bob's")).json()
        assert (work / "bob" / "uploads" / "a.txt").read_bytes() == b"bob's"
        assert (await ann.http.delete(f"/folio/files/upload?id={there['id']}")).status_code == 404
        await ann.socket.emit("window_message", {"type": "folio-uploaded", "id": there["id"]})
        model.play(say("Nothing."))
        await ann.say("what have I uploaded?")
        assert "uploaded files" not in model.requests[-1].text
        await ann.socket.emit("chat_settings_change", {"approval": "read_only"})
        await ann.until(lambda: "read" in str([data for event, data in ann.told if event == "new_message"][-1]).lower())
        assert (await ann.upload("b.txt", b"x")).status_code == 403
        await ann.socket.emit("chat_settings_change", {"approval": "auto"})
        assert [(await bob.http.delete(f"/folio/files/upload?id={there['id']}")).status_code for _ in range(2)] == [
            200,
            404,
        ]
    assert not (work / "ann" / "uploads").exists()


async def test_two_work_in_one_folder_at_once_and_nothing_is_lost(tmp_path: Path, model: ScriptedServer) -> None:
    folder = tmp_path
    (folder / "work").mkdir()
    (folder / "work" / "log.md").write_text("")

    def reply(body: Json) -> Reply:
        if body["messages"][-1]["role"] == "tool":
            return say("Done.")
        who = "ann" if "I am ann" in json.dumps(body) else "bob"
        lines = [("write_file", {"file_path": "log.md", "text": f"{who} {n}\n", "append": True}) for n in range(5)]
        return calls(*lines, ("write_file", {"file_path": f"{who}.md", "text": who}))

    with app_of(folder, model, FOLDERS="shared") as url:
        async with visitor(url, "ann") as ann, visitor(url, "bob") as bob:
            model.play(*[reply] * 40)
            await asyncio.gather(
                *(
                    page.say(f"I am {name}. Append my lines to log.md and create {name}.md.")
                    for page, name in ((ann, "ann"), (bob, "bob"))
                )
            )
            lines = (folder / "work" / "log.md").read_text().splitlines()
            assert sorted(lines) == sorted(f"{name} {n}" for name in ("ann", "bob") for n in range(5))
            assert {path.name for path in (folder / "work").iterdir()} == {"log.md", "ann.md", "bob.md"}
            # The folder is for both, a conversation is not.
            undo = next(told for told in ann.elements("Undo"))["props"]
            id = (json.loads(undo) if isinstance(undo, str) else undo)["id"]
            assert (await bob.press("undo", {"id": id})).json()["response"]["state"] == "gone"
            assert (await bob.http.get(f"/project/thread/{ann.thread}")).status_code == 404
            together = await asyncio.gather(*(page.upload("same.txt", page.session.encode()) for page in (ann, bob)))
            assert sorted(answer.json()["name"] for answer in together) == ["same (2).txt", "same.txt"]
            assert {path.read_text() for path in (folder / "work" / "uploads").iterdir()} == {ann.session, bob.session}
