"""Models without tool calling: told about the tools in words, and understood when they write calls as JSON."""

import json
from pathlib import Path

import pytest
from replies import Answer, Json, Reply, calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, ended, finished, only, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import ApprovalAsked, Notice

READ = '{"calls": [{"name": "read_file", "arguments": {"file_path": "paper1.txt"}}]}'
REFUSALS = {
    "Ollama": Answer(400, {"error": {"message": "registry.ollama.ai/library/gemma:2b does not support tools"}}),
    "vLLM": Answer(
        400,
        {
            "object": "error",
            "message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
            "type": "BadRequestError",
            "code": 400,
        },
    ),
    "OpenRouter": Answer(404, {"error": {"message": "No endpoints found that support tool use.", "code": 404}}),
}


@pytest.fixture
def by_text(settings: SettingsMaker) -> Conversation:
    """A conversation with a model that is never sent tools."""
    return Conversation(agent_from(settings(tool_protocol="json")))


def roles(body: Json) -> list[str]:
    return [message["role"] for message in body["messages"]]


async def test_tools_are_described_and_results_go_back_as_text(server: ScriptedServer, by_text: Conversation) -> None:
    server.play(say(READ, size=5), say("It was built in 1931."))
    events = await turn(by_text, "When was it built?")
    first, second = server.bodies
    assert "tools" not in first
    assert all(name in first["messages"][0]["content"] for name in ("read_file", "edit_file", "old_text", "dir_path"))
    assert roles(second) == ["system", "user", "assistant", "user"]
    assert json.loads(second["messages"][2]["content"]) == json.loads(READ)
    assert second["messages"][3]["content"].startswith("Result of read_file:\n")
    assert "built in 1931" in second["messages"][3]["content"]
    assert (ended(events).text, streamed(events)) == ("It was built in 1931.", "It was built in 1931.")
    assert [event.name for event in finished(events)] == ["read_file"]


async def test_several_calls_run_side_by_side_and_a_failure_is_told(
    server: ScriptedServer, by_text: Conversation
) -> None:
    wanted = [{"name": "read_file", "arguments": {"file_path": name}} for name in ("paper1.txt", "none.txt")]
    server.play(say(json.dumps({"calls": wanted})), say("One of them."))
    events = await turn(by_text)
    assert {event.code for event in finished(events)} == {"", "path:not_found"}
    assert "Not done (path:not_found)" in server.bodies[1]["messages"][-1]["content"]


async def test_a_change_is_asked_about_like_any_other(
    server: ScriptedServer, by_text: Conversation, workdir: Path
) -> None:
    edit = {"file_path": "paper1.txt", "edits": [{"old_text": "1931", "new_text": "1932"}]}
    server.play(say(READ), say(json.dumps({"calls": [{"name": "edit_file", "arguments": edit}]})), say("Changed."))
    events = await turn(by_text, "Replace 1931 by 1932 in paper1.txt")
    assert len(only(ApprovalAsked, events)) == 1
    assert "1932" in (workdir / "paper1.txt").read_text()


async def test_words_before_the_call_are_shown(server: ScriptedServer, by_text: Conversation) -> None:
    server.play(say(f"Let me look.\n```json\n{READ}\n```"), say("1931."))
    events = await turn(by_text)
    assert (streamed(events), len(finished(events))) == ("Let me look.\n1931.", 1)


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS.keys())
async def test_a_server_that_refuses_tools_is_told_about_them_in_words_from_then_on(
    server: ScriptedServer, conversation: Conversation, refusal: Reply
) -> None:
    server.play(lambda body: refusal if "tools" in body else say(READ) if len(body["messages"]) == 2 else say("1931."))
    events = await turn(conversation)
    assert ended(events).text == "1931."
    assert [event.code for event in only(Notice, events)] == ["tools_as_json"]
    assert ["tools" in body for body in server.bodies] == [True, False, False]
    assert only(Notice, await turn(conversation)) == []
    assert "tools" not in server.bodies[-1]


async def test_every_conversation_is_told_once_that_tools_are_refused(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    agent = agent_from(settings())
    server.play(REFUSALS["Ollama"], say("One."), say("Two."), say("Three."))
    first, second = Conversation(agent), Conversation(agent)
    told = [len(only(Notice, await turn(asked))) for asked in (first, second, first)]
    assert told == [1, 1, 0]


async def test_native_does_not_change_the_protocol(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(REFUSALS["Ollama"])
    events = await turn(Conversation(agent_from(settings(tool_protocol="native"))))
    assert (ended(events).reason, len(server.requests)) == ("model_error", 1)


CALL = {"name": "read_file", "arguments": {"file_path": "paper1.txt"}}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(CALL),
        f"```json\n{json.dumps(CALL, indent=2)}\n```",
        f"```\n{json.dumps(CALL)}\n```\n",
        f"<tool_call>\n{json.dumps(CALL)}\n</tool_call>",
        f"<tool_call>{json.dumps(CALL)}</tool_call>\n<tool_call>{json.dumps(CALL)}</tool_call>",
        '{"name": "read_file", "parameters": {"file_path": "paper1.txt"}}',
        '{"action": "read_file", "action_input": {"file_path": "paper1.txt"}}',
        '{"name": "read_file", "arguments": "{\\"file_path\\": \\"paper1.txt\\"}"}',
        json.dumps([CALL]),
        json.dumps({"type": "function", "function": CALL}),
        READ,
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
async def test_a_known_tools_call_written_as_text_is_run(
    server: ScriptedServer, conversation: Conversation, text: str, size: int
) -> None:
    server.play(say(text, size=size), say("1931."))
    events = await turn(conversation)
    assert (streamed(events), ended(events).text) == ("1931.", "1931.")
    assert {(event.name, event.ok) for event in finished(events)} == {("read_file", True)}
    assert server.requests[1].messages[2]["tool_calls"][0]["function"]["name"] == "read_file"


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "format_disk", "arguments": {}}',
        '{"name": "Ann", "age": 5}',
        '{"title": "read_file", "arguments": {"file_path": "paper1.txt"}}',
        f"You could send this:\n```json\n{json.dumps(CALL)}\n```",
        f"```json\n{json.dumps(CALL)}\n```\nThis is how a call looks.",
        f"{json.dumps(CALL)} is a call.",
        '```python\nprint("read_file")\n```',
        "<p>read_file</p>",
        '{"name": "read_file", "arguments": {"file_path": "pap',
        "[1, 2, 3]",
        "`paper1.txt` has three lines.",
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1000])
async def test_ordinary_json_in_an_answer_is_never_run(
    server: ScriptedServer, conversation: Conversation, text: str, size: int
) -> None:
    server.play(say(text, size=size))
    events = await turn(conversation)
    assert (finished(events), streamed(events), len(server.requests)) == ([], text, 1)


@pytest.mark.parametrize("protocol", ["auto", "json"])
async def test_a_call_that_stands_in_a_document_is_a_quotation(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path, protocol: str
) -> None:
    call = {"name": "file_delete", "arguments": {"file_path": "paper2.txt"}}
    (workdir / "paper1.txt").write_text(json.dumps(call, indent=2))
    quoted = json.dumps(call)
    server.play(say(READ), say(quoted))
    events = await turn(Conversation(agent_from(settings(tool_protocol=protocol))), "Print paper1.txt exactly.")
    assert [event.name for event in finished(events)] == ["read_file"]
    assert (streamed(events), (workdir / "paper2.txt").exists()) == (quoted, True)


DELETE = {"name": "file_delete", "arguments": {"file_path": "paper2.txt"}}
QUOTED = {
    "a question": (json.dumps(DELETE), DELETE),
    "in other order and spacing": (json.dumps(dict(reversed(DELETE.items())), indent=2), DELETE),
    "in other JSON": (json.dumps({"log": [{"request": DELETE, "status": 200}]}), DELETE),
    "in a string of JSON": (json.dumps({"body": json.dumps(DELETE)}), DELETE),
    "behind a broken one": (f'{{"a": {{ 5" {json.dumps(DELETE)}', DELETE),
    "in escapes": (json.dumps(DELETE).replace("_", "\\u005f"), DELETE),
}


@pytest.mark.parametrize("protocol", ["auto", "json"])
@pytest.mark.parametrize(("said", "call"), QUOTED.values(), ids=QUOTED.keys())
async def test_a_call_that_stands_in_the_question_is_a_quotation(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path, protocol: str, said: str, call: Json
) -> None:
    quoted = json.dumps({"calls": [call]}, indent=1)
    server.play(say(quoted))
    events = await turn(Conversation(agent_from(settings(tool_protocol=protocol))), f"Pretty-print this: {said}")
    assert (finished(events), streamed(events), (workdir / "paper2.txt").exists()) == ([], quoted, True)


@pytest.mark.parametrize(
    "look",
    [
        {"name": "read_file", "arguments": {"file_path": "paper1.txt"}},
        {"name": "search_text", "arguments": {"query": ".", "regex": True, "pattern": "paper1.txt"}},
    ],
    ids=["read", "found line by line"],
)
async def test_a_documents_call_is_a_quotation_however_it_was_looked_at(
    server: ScriptedServer, by_text: Conversation, workdir: Path, look: Json
) -> None:
    (workdir / "paper1.txt").write_text(f"log\n{json.dumps({'calls': [DELETE]}, indent=2)}\nend\n")
    quoted = json.dumps({"calls": [dict(reversed(DELETE.items()))]})
    server.play(say(json.dumps({"calls": [look]})), say(f"It says:\n\n{quoted}"))
    events = await turn(by_text, "What does paper1.txt say?")
    assert [event.name for event in finished(events)] == [look["name"]]
    assert (workdir / "paper2.txt").exists()


async def test_a_wish_in_words_is_done_though_other_json_stands_beside_it(
    server: ScriptedServer, by_text: Conversation, workdir: Path
) -> None:
    call = {"name": "write_file", "arguments": {"file_path": "y.json", "text": json.dumps(DELETE)}}
    server.play(say(json.dumps({"calls": [call]})), say("Saved."))
    await turn(by_text, f"Save {json.dumps(DELETE)} to y.json with write_file")
    assert json.loads((workdir / "y.json").read_text()) == DELETE


async def test_below_other_words_only_the_form_that_was_told_is_a_call(
    server: ScriptedServer, by_text: Conversation
) -> None:
    server.play(say(f"An example:\n```json\n{json.dumps(CALL)}\n```"))
    assert finished(await turn(by_text)) == []


async def test_at_a_limit_the_last_request_is_in_words_too(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(say(READ), say("What I know."))
    end = ended(await turn(Conversation(agent_from(settings(tool_protocol="json", max_rounds=1)))))
    assert (end.reason, roles(server.bodies[1])) == ("round_limit", ["system", "user", "assistant", "user"])


@pytest.mark.parametrize("protocol", ["auto", "json"])
async def test_a_call_that_is_written_at_a_limit_is_no_answer(
    server: ScriptedServer, settings: SettingsMaker, protocol: str
) -> None:
    server.play(say(READ))
    events = await turn(Conversation(agent_from(settings(tool_protocol=protocol, max_rounds=1))))
    assert (ended(events).reason, len(finished(events)), streamed(events)) == ("round_limit", 1, "")
    assert "calls" not in ended(events).text


async def test_a_server_that_takes_no_calls_without_tools_gets_the_last_request_in_words(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    refusal = Answer(400, {"error": {"message": "Anthropic expects the `tools=` param when messages hold tool_calls"}})
    native = calls(("read_file", {"file_path": "paper1.txt"}))
    server.play(native, refusal, say("What I know."))
    end = ended(await turn(Conversation(agent_from(settings(max_rounds=1)))))
    assert (end.reason, end.text.startswith("What I know.")) == ("round_limit", True)


async def test_text_that_cannot_be_a_call_is_not_held_back(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("Plain words, one after the other.", size=6))
    events = await turn(conversation)
    assert len([event for event in events if type(event).__name__ == "TextDelta"]) >= 5


async def test_a_native_call_is_left_alone(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(("read_file", {"file_path": "paper1.txt"}), text="{"), say("1931."))
    events = await turn(conversation)
    assert (streamed(events), len(finished(events))) == ("{1931.", 1)
