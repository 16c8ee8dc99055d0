"""What a conversation remembers of its calls, and when it forgets."""

import os
import time
from pathlib import Path

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, ended, finished, turn

from app.agent import Conversation
from app.assemble import agent_from

READ = ("read_file", {"file_path": "paper1.txt", "limit": 5})
READ_AGAIN = ("read_file", {"limit": 5, "file_path": "paper1.txt"})
LIST: tuple[str, object] = ("list_directory", {})
FIND = ("file_search", {"pattern": "*.txt"})
SEARCH = ("search_text", {"query": "museum"})
MISSING = ("read_file", {"file_path": "none.txt"})
EDIT = ("edit_file", {"file_path": "paper1.txt", "edits": [{"old_text": "1931", "new_text": "1932"}]})
APPEND = ("write_file", {"file_path": "log.txt", "text": "line\n", "append": True})


@pytest.fixture(autouse=True)
def settled(workdir: Path) -> None:
    """Nothing in the folder has changed just now, which would be too fresh to rely on."""
    for path in [*workdir.rglob("*"), workdir]:
        os.utime(path)
    time.sleep(0.06)


async def cached(conversation: Conversation) -> list[bool]:
    return [event.cached for event in finished(await turn(conversation, "Please change what is to be changed"))]


@pytest.mark.parametrize("call", [READ, LIST, FIND, SEARCH], ids=lambda call: call[0])
async def test_the_same_request_comes_from_memory_and_says_so(
    server: ScriptedServer, conversation: Conversation, call: tuple[str, object]
) -> None:
    server.play(calls(call), calls(call), say("ok"))
    events = await turn(conversation)
    first, second = finished(events)
    assert (first.cached, second.cached, first.text) == (False, True, second.text)
    assert ended(events).usage.cached_calls == 1


async def test_the_order_of_the_arguments_does_not_matter(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(READ), calls(READ_AGAIN), say("ok"))
    assert await cached(conversation) == [False, True]


async def test_a_later_turn_remembers_too(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(READ), say("ok"), calls(READ), say("ok"))
    assert (await cached(conversation), await cached(conversation)) == ([False], [True])


async def test_another_conversation_does_not(server: ScriptedServer, settings: SettingsMaker) -> None:
    agent = agent_from(settings())
    server.play(calls(READ), say("ok"), calls(READ), say("ok"))
    assert (await cached(Conversation(agent)), await cached(Conversation(agent))) == ([False], [False])


@pytest.mark.parametrize("call", [READ, LIST, SEARCH], ids=lambda call: call[0])
async def test_what_the_agent_changed_is_read_again(
    server: ScriptedServer, conversation: Conversation, call: tuple[str, object]
) -> None:
    server.play(calls(call), calls(EDIT), calls(call), say("ok"))
    assert await cached(conversation) == [False, False, False]


@pytest.mark.parametrize("call", [READ, LIST, FIND, SEARCH], ids=lambda call: call[0])
async def test_what_somebody_else_changed_is_read_again(
    server: ScriptedServer, conversation: Conversation, workdir: Path, call: tuple[str, object]
) -> None:
    server.play(calls(call), say("ok"), calls(call), say("ok"))
    await turn(conversation)
    before = (workdir / "paper1.txt").stat()
    (workdir / "paper1.txt").write_text("The museum wall\n\nIt was built in 1931\n")
    os.utime(workdir / "paper1.txt", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert await cached(conversation) == [False]


async def test_a_file_that_was_only_touched_still_comes_from_memory(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    server.play(calls(READ), say("ok"), calls(READ), say("ok"))
    await turn(conversation)
    os.utime(workdir / "paper1.txt")
    assert await cached(conversation) == [True]


async def test_a_failure_is_never_remembered(server: ScriptedServer, conversation: Conversation, workdir: Path) -> None:
    server.play(calls(MISSING), say("ok"), calls(MISSING), say("ok"))
    await turn(conversation)
    (workdir / "none.txt").write_text("now it is here")
    (found,) = finished(await turn(conversation))
    assert (found.ok, found.cached) == (True, False)


async def test_the_same_request_twice_in_one_reply_runs_once(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(READ, READ, READ_AGAIN), say("ok"))
    assert await cached(conversation) == [False, True, True]


async def test_a_change_asked_for_twice_in_one_reply_is_made_once(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    server.play(calls(APPEND, APPEND), say("ok"))
    assert await cached(conversation) == [False, True]
    assert (workdir / "log.txt").read_text() == "line\n"


async def test_a_read_after_a_change_in_the_same_reply_runs_again(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(READ, EDIT, READ), say("ok"))
    assert await cached(conversation) == [False, False, False]


async def test_a_file_that_is_as_it_was_before_somebody_elses_change_is_read_anew_to_be_known(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    whole, part = ("read_file", {"file_path": "paper1.txt"}), ("read_file", {"file_path": "paper1.txt", "limit": 1})
    write = ("write_file", {"file_path": "paper1.txt", "text": "New.\n"})
    paper = workdir / "paper1.txt"
    server.play(calls(whole), say("ok"), calls(part), say("ok"), calls(whole), calls(write), say("ok"))
    before = paper.read_text()
    await turn(conversation)
    paper.write_text("By the person.\n")
    await turn(conversation)
    paper.write_text(before)
    events = finished(await turn(conversation, "Please overwrite paper1.txt"))
    assert [(event.cached, event.code) for event in events] == [(False, ""), (False, "")]
