"""Turns that call tools: what runs, in which order, and what the model gets back."""

import time
from pathlib import Path

import pytest
from replies import Json, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import ended, finished, only, turn

from app.agent import Conversation
from app.events import RoundEnded, RoundStarted, TextDelta, ToolFinished, ToolStarted
from app.workspace import Page, Seen, Span, Workspace

READ_1 = ("read_file", {"file_path": "paper1.txt"})
READ_2 = ("read_file", {"file_path": "paper2.txt"})
NO_SUCH = ("read_file", {"file_path": "paper9.txt"})


def results(body: Json) -> list[str]:
    """The tool results in a request."""
    return [message["content"] for message in body["messages"] if message["role"] == "tool"]


@pytest.mark.parametrize("fragments", [1, 2, 5, 40])
async def test_arguments_in_any_number_of_fragments_make_one_call(
    server: ScriptedServer, conversation: Conversation, fragments: int
) -> None:
    server.play(calls(READ_1, fragments=fragments), say("1931."))
    events = await turn(conversation, "When was the wall built?")
    assert [(e.name, e.args, e.title) for e in only(ToolStarted, events)] == [(*READ_1, "read_file paper1.txt")]
    assert [e.ok for e in finished(events)] == [True]
    assert "It was built in 1931." in results(server.bodies[1])[0]


async def test_events_of_a_round_with_a_tool_come_in_order(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(READ_1, text="I look."), say("1931.", size=9))
    events = await turn(conversation)
    kinds = [type(event) for event in events[:-1]]
    assert kinds == [
        RoundStarted, TextDelta, RoundEnded, ToolStarted, ToolFinished, RoundStarted, TextDelta, RoundEnded,
    ]  # fmt: skip
    assert ended(events).text == "1931."


async def test_interleaved_calls_are_told_apart(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(READ_1, READ_2, fragments=4, interleaved=True), say("Both read."))
    events = await turn(conversation)
    assert [event.args for event in only(ToolStarted, events)] == [READ_1[1], READ_2[1]]
    wall, museum = results(server.bodies[1])
    assert ("1931" in wall, "two rooms" in museum) == (True, True)


async def test_reads_of_one_reply_overlap_and_results_keep_the_order_of_the_calls(
    server: ScriptedServer, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    spans: list[tuple[float, float]] = []
    read = Workspace.read

    def slowly(self: Workspace, asked: str, span: Span, raw: bool, seen: Seen) -> Page:
        began = time.monotonic()
        time.sleep(0.6 if asked == "paper1.txt" else 0.3)
        spans.append((began, time.monotonic()))
        return read(self, asked, span, raw, seen)

    monkeypatch.setattr(Workspace, "read", slowly)
    server.play(calls(READ_1, READ_2), say("Both read."))
    events = await turn(conversation)
    first, second = [event.call_id for event in only(ToolStarted, events)]
    assert max(began for began, _ in spans) < min(done for _, done in spans)
    assert [event.call_id for event in finished(events)] == [second, first]
    answered = [m["tool_call_id"] for m in server.requests[1].messages if m["role"] == "tool"]
    assert answered == [first, second]


async def test_a_write_between_reads_sees_the_order_of_the_calls(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    write = ("write_file", {"file_path": "paper1.txt", "text": "New.\n"})
    server.play(calls(READ_1, write, READ_1), say("Done."))
    await turn(conversation, "Replace paper1.txt")
    before, written, after = results(server.bodies[1])
    assert ("1931" in before, written.startswith("Overwrote paper1.txt")) == (True, True)
    assert ("New." in after, "1931" in after) == (True, False)
    assert (workdir / "paper1.txt").read_text() == "New.\n"


async def test_two_writes_of_one_reply_run_in_order(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    lines = [("write_file", {"file_path": "log.txt", "text": f"{n}\n", "append": True}) for n in range(8)]
    server.play(calls(*lines), say("Done."))
    await turn(conversation)
    assert (workdir / "log.txt").read_text() == "".join(f"{n}\n" for n in range(8))


async def test_a_failing_call_is_told_to_the_model_and_hides_no_other(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(READ_1, NO_SUCH, READ_2), say("Two of three."))
    events = await turn(conversation)
    codes = {event.args["file_path"]: "" for event in only(ToolStarted, events)}
    codes |= {
        e.args["file_path"]: f.code
        for e in only(ToolStarted, events)
        for f in finished(events)
        if e.call_id == f.call_id
    }
    assert codes == {"paper1.txt": "", "paper9.txt": "path:not_found", "paper2.txt": ""}
    refused = results(server.bodies[1])[1]
    assert refused.startswith("Not done (path:not_found)")
    assert "paper1.txt" in refused


@pytest.mark.parametrize("finish", ["stop", "tool_calls", "function_call", "eos", None])
async def test_calls_run_whatever_the_finish_reason_calls_them(
    server: ScriptedServer, conversation: Conversation, finish: str | None
) -> None:
    server.play(calls(READ_1, finish=finish), say("1931."))
    events = await turn(conversation)
    assert ([event.ok for event in finished(events)], ended(events).text) == ([True], "1931.")


async def test_a_finish_reason_of_calls_without_any_call_is_an_answer(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(say("Nothing to do.", finish="tool_calls"))
    assert ended(await turn(conversation)).text == "Nothing to do."


async def test_raw_line_breaks_in_arguments_pass(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    server.play(calls(("write_file", '{"file_path": "a.txt", "text": "one\ntwo"}')), say("Done."))
    await turn(conversation)
    assert (workdir / "a.txt").read_text() == "one\ntwo"


async def test_a_call_without_arguments_uses_the_defaults(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(("list_directory", "")), say("Three things."))
    events = await turn(conversation)
    assert [(event.ok, "paper1.txt" in event.text) for event in finished(events)] == [(True, True)]


async def test_an_unknown_tool_is_answered_with_those_that_there_are(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(("read_files", {"file_path": "paper1.txt"})), say("Sorry."))
    events = await turn(conversation)
    assert [event.code for event in finished(events)] == ["tool:unknown"]
    said = results(server.bodies[1])[0]
    assert "Nearest: read_file." in said
    assert all(name in said for name in ("list_directory", "read_file", "write_file"))


@pytest.mark.parametrize("name", ["", "read file!", "日本語", "x" * 200, "functions.read_file"])
async def test_a_name_that_no_server_takes_back_is_made_plain(
    server: ScriptedServer, conversation: Conversation, name: str
) -> None:
    server.play(calls((name, {})), say("Sorry."))
    events = await turn(conversation)
    assert ([event.code for event in finished(events)], ended(events).text) == (["tool:unknown"], "Sorry.")


@pytest.mark.parametrize("ids", [[None, None], ["", ""], ["same", "same"]], ids=["none", "empty", "the same"])
async def test_calls_without_ids_of_their_own_get_some(
    server: ScriptedServer, conversation: Conversation, ids: list[str | None]
) -> None:
    server.play(calls(READ_1, READ_2, ids=ids), say("Both read."))
    events = await turn(conversation)
    assert [event.ok for event in finished(events)] == [True, True]
    wall, museum = results(server.bodies[1])
    assert ("1931" in wall, "two rooms" in museum) == (True, True)


async def test_calls_without_the_field_for_ids_get_some(server: ScriptedServer, conversation: Conversation) -> None:
    part = {"index": 0, "type": "function", "function": {"name": "list_directory", "arguments": "{}"}}
    server.play(chunks(chunk({"tool_calls": [part]}), chunk({}, "tool_calls")), say("Three things."))
    assert [event.ok for event in finished(await turn(conversation))] == [True]


async def test_the_same_id_in_every_round_is_made_unique(server: ScriptedServer, conversation: Conversation) -> None:
    again = calls(READ_1, ids=["call_0"])
    server.play(again, again, again, say("Read thrice."), again, say("Once more."))
    await turn(conversation, "first")
    await turn(conversation, "second")
    assert len(results(server.bodies[5])) == 4


async def test_whole_calls_without_an_index_are_understood(server: ScriptedServer, conversation: Conversation) -> None:
    parts = [
        {"id": f"c{n}", "type": "function", "function": {"name": "list_directory", "arguments": "{}"}} for n in "ab"
    ]
    server.play(chunks(chunk({"tool_calls": parts}), chunk({}, "tool_calls")), say("Seen."))
    assert [event.ok for event in finished(await turn(conversation))] == [True, True]


async def test_a_follow_up_question_is_shown_the_earlier_result(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(calls(READ_1), say("1931."), say("A wall."))
    await turn(conversation, "When?")
    await turn(conversation, "What?")
    assert "It was built in 1931." in results(server.bodies[2])[0]
