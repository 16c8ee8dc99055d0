"""Calls that arrive cut or broken: never run, told to the model, and harmless to the history."""

from pathlib import Path

import pytest
from replies import Stream, calls, say
from scripted_server import ScriptedServer
from turns import ended, finished, turn

from app.agent import Conversation

HALF = '{"file_path": "a.txt", "text": "abc'
CUT = {
    "finish length": calls(("write_file", HALF), finish="length"),
    "no finish": calls(("write_file", HALF), finish=None),
    "no finish and no end": calls(("write_file", HALF), finish=None, done=False),
    "finish tool_calls": calls(("write_file", HALF)),
    "finish stop": calls(("write_file", HALF), finish="stop"),
    "finish content_filter": calls(("write_file", HALF), finish="content_filter"),
    "whole but finish length": calls(("write_file", HALF + '"}'), finish="length"),
    "whole but finish content_filter": calls(("write_file", HALF + '"}'), finish="content_filter"),
}
NO_OBJECT = {
    "no JSON": "file_path=a.txt",
    "unclosed": "{",
    "trailing": '{"file_path": "paper1.txt"} and more',
    "list": '["paper1.txt"]',
    "string": '"paper1.txt"',
    "number": "5",
    "null": "null",
    "two": '{"file_path": "paper1.txt"}{"file_path": "paper2.txt"}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT.keys())
async def test_a_cut_call_is_not_run_and_the_model_may_send_it_again(
    server: ScriptedServer, conversation: Conversation, workdir: Path, cut: Stream
) -> None:
    whole = calls(("write_file", {"file_path": "a.txt", "text": "abcdef"}))
    server.play(cut, whole, say("Written."))
    events = await turn(conversation, "Write a.txt")
    first, second = finished(events)
    assert (first.ok, first.code, second.ok) == (False, "args:json", True)
    assert (ended(events).reason, (workdir / "a.txt").read_text()) == ("answered", "abcdef")


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT.keys())
async def test_after_the_second_cut_call_the_person_is_told(
    server: ScriptedServer, conversation: Conversation, workdir: Path, cut: Stream
) -> None:
    server.play(cut)
    end = ended(await turn(conversation, "Write a.txt"))
    assert (end.reason, len(server.requests)) == ("model_error", 2)
    assert "write_file arrived incomplete twice" in end.text
    assert not (workdir / "a.txt").exists()


async def test_the_person_is_told_in_japanese(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(CUT["finish length"])
    end = ended(await turn(conversation, "a.txt に書いて"))
    assert "write_file の呼び出しが2回続けて途中で切れた" in end.text


async def test_cut_calls_with_a_good_reply_between_them_go_on(
    server: ScriptedServer, conversation: Conversation
) -> None:
    cut = CUT["finish length"]
    server.play(cut, calls(("list_directory", {})), cut, say("Done."))
    assert ended(await turn(conversation)).text == "Done."


async def test_a_whole_call_beside_a_cut_one_still_runs(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(("list_directory", {}), ("write_file", HALF)), say("Done."))
    assert [(e.name, e.code) for e in finished(await turn(conversation))] == [
        ("list_directory", ""),
        ("write_file", "args:json"),
    ]


@pytest.mark.parametrize("raw", NO_OBJECT.values(), ids=NO_OBJECT.keys())
async def test_arguments_that_are_no_object_are_told_to_the_model(
    server: ScriptedServer, conversation: Conversation, raw: str
) -> None:
    server.play(calls(("read_file", raw)), say("Sorry."))
    events = await turn(conversation)
    assert ([e.code for e in finished(events)], ended(events).text) == (["args:json"], "Sorry.")
    sent = [call["function"] for message in server.requests[1].messages for call in message.get("tool_calls") or ()]
    assert sent == [{"name": "read_file", "arguments": "{}"}]


async def test_a_conversation_goes_on_after_broken_calls_of_every_kind(
    server: ScriptedServer, conversation: Conversation
) -> None:
    for broken in [*CUT.values(), *(calls(("read_file", raw)) for raw in NO_OBJECT.values())]:
        server.play(broken, say("Sorry."))
        await turn(conversation)
    server.play(say("Still here."))
    assert ended(await turn(conversation)).text == "Still here."


async def test_half_a_character_in_arguments_does_not_break_the_next_request(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(("read_file", '{"file_path": "caf\\udce9.txt"}')), say("Sorry."))
    events = await turn(conversation)
    assert ([e.ok for e in finished(events)], ended(events).text) == ([False], "Sorry.")


async def test_a_cut_call_of_a_tool_that_is_not_there_is_told_as_cut(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(("delete_all", '{"a')), say("Sorry."))
    assert [e.code for e in finished(await turn(conversation))] == ["args:json"]


@pytest.mark.parametrize("raw", ["[1]", "null", '"a"', "5"])
async def test_whole_arguments_that_are_no_object_are_told_as_that_and_the_turn_goes_on(
    server: ScriptedServer, conversation: Conversation, raw: str
) -> None:
    server.play(calls(("read_file", raw)), calls(("read_file", raw)), say("ok"))
    events = await turn(conversation)
    assert [event.code for event in finished(events)] == ["args:json"] * 2
    assert ("not a JSON object" in finished(events)[0].text, ended(events).text) == (True, "ok")
