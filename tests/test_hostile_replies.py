"""Replies and questions at the edges of what can be sent: the turn ends well and the next one works."""

import json

import pytest
from replies import Answer, Json, Reply, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, finished, turn

from app.agent import Conversation
from app.assemble import agent_from


def nested(levels: int) -> str:
    return '{"file_path": ' + "[" * levels + "]" * levels + "}"


@pytest.mark.parametrize("levels", [40, 900, 5_000])
async def test_arguments_nested_deeper_than_anybody_means_are_not_run(
    server: ScriptedServer, conversation: Conversation, levels: int
) -> None:
    server.play(calls(("read_file", nested(levels)), fragments=1), say("I could not."))
    events = await turn(conversation)
    assert [event.code for event in finished(events)] == ["args:json"]
    assert (await end_of(conversation)).reason == "answered"


async def test_a_call_id_that_cannot_be_sent_is_replaced(server: ScriptedServer, conversation: Conversation) -> None:
    # As text of the protocol: the server's own JSON cannot carry it either, unless it is escaped.
    pieces = calls(("list_directory", {}), ids=["x\ud800"]).pieces
    server.play(chunks(*(f"data: {json.dumps(piece)}\n\n" for piece in pieces)), say("Done."))
    assert (await end_of(conversation)).text == "Done."
    assert (await end_of(conversation)).text == "Done."


async def test_a_question_that_cannot_be_sent_survives_the_limit(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(calls(("list_directory", {})), say("What I know."))
    end = await end_of(Conversation(agent_from(settings(max_rounds=1))), "\udcff hello")
    assert end.reason == "round_limit"
    assert end.text.startswith("What I know.")


@pytest.mark.parametrize("offset", [10**4299, -1, True, "5", 1.5, None])
async def test_a_title_is_made_of_any_arguments(
    server: ScriptedServer, conversation: Conversation, offset: object
) -> None:
    wanted = json.dumps({"file_path": "paper1.txt", "offset": 7, "limit": 2}).replace("7", json.dumps(offset))
    server.play(calls(("read_file", wanted)), say("No."))
    events = await turn(conversation)
    assert [event.ok for event in finished(events)] == [False]
    assert (await end_of(conversation)).text == "No."


async def test_a_very_long_unbroken_question_is_asked(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("はい。"))
    assert (await end_of(conversation, "あ" * 1_000_000)).text == "はい。"


async def test_a_window_that_is_told_by_the_finish_reason_is_an_overflow(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks(chunk({"content": "Half"}), chunk({}, "model_context_window_exceeded")), say("Too long."))
    assert (await end_of(conversation)).reason == "context_overflow"


async def test_an_error_that_is_told_by_the_finish_reason_is_said(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("Half of it", finish="error"))
    end = await end_of(conversation)
    assert (end.reason, end.text.startswith("Half of it\n\n")) == ("model_error", True)


async def test_an_overflow_by_a_list_names_the_folder(
    server: ScriptedServer, settings: SettingsMaker, conversation: Conversation
) -> None:
    folder = settings().work_dir / "many"
    folder.mkdir()
    for number in range(200):
        (folder / f"a rather long name of a file {number}.txt").touch()

    def reply(body: Json) -> Reply:
        if "a rather long name" in json.dumps(body["messages"]) or "tools" not in body:
            return Answer(400, {"error": {"message": "prompt is too long"}})
        return calls(("list_directory", {"dir_path": "many"}))

    server.play(reply)
    end = await end_of(conversation, "What is in many?")
    assert end.reason == "context_overflow"
    assert "the list of the folder `many`" in end.text


async def test_after_an_overflow_by_many_small_results_the_next_question_fits(
    server: ScriptedServer, settings: SettingsMaker, conversation: Conversation
) -> None:
    for number in range(60):
        (settings().work_dir / f"{number}.txt").write_text("x" * 450, encoding="utf-8")

    def reply(body: Json) -> Reply:
        if len(json.dumps(body["messages"])) > 25_000:
            return Answer(400, {"error": {"message": "prompt is too long"}})
        if "tools" in body and body["messages"][-1]["content"] == "Read all.":
            return calls(*(("read_file", {"file_path": f"{number}.txt"}) for number in range(60)))
        return say("Yes.")

    server.play(reply)
    assert (await end_of(conversation, "Read all.")).reason == "context_overflow"
    assert (await end_of(conversation, "And now?")).reason == "answered"
