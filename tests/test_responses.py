"""The Responses API, from what is asked on the wire to finished turns."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr
from replies import Answer, Json, Mark, Reply, Stream, calls, chunk, chunks, say, stream_error
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, eventually, finished, only, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice, ThinkingDelta
from app.models import chosen_model
from app.models.chat import ToolCallingChat
from app.models.responses import request_for

READ: tuple[str, object] = ("read_file", {"file_path": "paper1.txt"})
READ_2: tuple[str, object] = ("read_file", {"file_path": "paper2.txt"})
NO_TOOLS_WITH_EFFORT = {
    "message": "Function tools with reasoning_effort are not supported for scripted in /v1/chat/completions."
    " To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    "param": "reasoning_effort",
}
OVERFLOW = {
    "message": "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "type": "invalid_request_error",
    "param": "input",
    "code": "context_length_exceeded",
}


@pytest.fixture
def thinking(settings: SettingsMaker) -> Conversation:
    """A conversation over the Responses API, with an effort."""
    return Conversation(agent_from(settings(openai_api="responses", reasoning_effort="high")))


def thoughtful(reply: Stream, thought: str = "Let me see.") -> Stream:
    return Stream((chunk({"reasoning_content": thought}), *reply.pieces))


def paths(server: ScriptedServer) -> list[str]:
    return [request.path.removeprefix("/v1/") for request in server.requests]


def event(kind: str, **more: Any) -> Json:
    return {"type": f"response.{kind}", **more}


def refused(message: str, param: str | None = None, code: str | None = None) -> Answer:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return Answer(400, {"error": error})


# What is asked


@pytest.mark.parametrize(
    ("given", "spoken"),
    [
        ({}, False),
        ({"reasoning_effort": "low"}, True),
        ({"reasoning_effort": "low", "openai_api": "chat"}, False),
        ({"openai_api": "responses"}, True),
        ({"reasoning_effort": "low", "openai_base_url": "http://localhost:11434/v1"}, False),
        ({"openai_api": "responses", "openai_base_url": "http://localhost:11434/v1"}, True),
    ],
    ids=str,
)
def test_the_api_is_chosen_by_the_endpoint_and_the_effort(settings: SettingsMaker, given: Json, spoken: bool) -> None:
    chat = chosen_model(settings(**{"openai_base_url": None, "model": "gpt-6-luna", **given})).chat
    assert isinstance(chat, ToolCallingChat)
    assert chat._lessons.speaks_responses is spoken


async def test_nothing_is_kept_on_the_server_and_thinking_is_asked_for(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    agent = agent_from(settings(openai_api="responses", reasoning_effort="high", max_answer_tokens=500))
    server.play(say("Yes."))
    assert (await end_of(Conversation(agent))).text == "Yes."
    body = server.bodies[0]
    names = {"model", "input", "tools", "stream", "store", "include", "reasoning", "max_output_tokens"}
    assert (paths(server), set(body)) == (["responses"], names)
    assert (body["store"], body["include"]) == (False, ["reasoning.encrypted_content"])
    assert (body["reasoning"], body["max_output_tokens"]) == ({"effort": "high", "summary": "auto"}, 500)
    assert {tool["strict"] for tool in body["tools"]} == {False}


async def test_a_compatible_server_is_told_the_effort_over_chat_completions(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    await end_of(Conversation(agent_from(settings(reasoning_effort="low"))))
    assert (paths(server), server.bodies[0]["reasoning_effort"]) == (["chat/completions"], "low")


def test_a_conversation_is_sent_as_the_library_sends_it(settings: SettingsMaker) -> None:
    call = {"name": "read_file", "args": {"file_path": "a.txt"}, "id": "call_1", "type": "tool_call"}
    messages: list[BaseMessage] = [
        SystemMessage("Be brief."),
        HumanMessage("Read a.txt。"),
        AIMessage("", tool_calls=[call, {**call, "id": "call_2"}]),
        ToolMessage("one", tool_call_id="call_1"),
        ToolMessage("two", tool_call_id="call_2"),
    ]
    ours = chosen_model(settings(openai_api="responses")).chat
    library = ChatOpenAI(model="scripted", api_key=SecretStr("none"), use_responses_api=True)
    assert isinstance(ours, ToolCallingChat)
    sent = request_for(ours._get_request_payload(messages))
    assert sent["input"] == library._get_request_payload(messages)["input"]


# What is read


async def test_parallel_calls_and_their_thinking_come_back_in_order(
    server: ScriptedServer, thinking: Conversation
) -> None:
    server.play(thoughtful(calls(READ, READ_2, text="I read both.", ids=["c1", "c2"])), say("Read."))
    events = await turn(thinking)
    assert {(done.call_id, done.ok) for done in finished(events)} == {("c1", True), ("c2", True)}
    assert (streamed(events), "".join(piece.text for piece in only(ThinkingDelta, events))) == (
        "I read both.Read.",
        "Let me see.",
    )
    kinds = [item["type"] for item in server.bodies[1]["input"]]
    replayed = ["reasoning", "message", "function_call", "function_call"]
    assert kinds == ["message", "message", *replayed, "function_call_output", "function_call_output"]
    record = server.bodies[1]["input"][2]
    assert (record["encrypted_content"], record["summary"][0]["text"]) == ("sealed:0", "Let me see.")


async def test_a_summary_in_parts_is_in_paragraphs(server: ScriptedServer, thinking: Conversation) -> None:
    parts = [event("reasoning_summary_text.delta", output_index=0, summary_index=i, delta=f"{i}") for i in (0, 1)]
    server.play(chunks(*parts, chunk({"content": "Yes."})))
    events = await turn(thinking)
    assert "".join(piece.text for piece in only(ThinkingDelta, events)) == "0\n\n1"
    assert streamed(events) == "Yes."


async def test_what_comes_with_the_end_only_is_read(server: ScriptedServer, thinking: Conversation) -> None:
    call = {"type": "function_call", "call_id": "c1", "name": "read_file", "arguments": '{"file_path": "paper1.txt"}'}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Read."}]}
    server.play(
        chunks(event("output_item.done", output_index=0, item=call), event("completed", response={}), done=False),
        chunks(event("completed", response={"status": "completed", "output": [said]}), done=False),
    )
    events = await turn(thinking)
    assert ([done.ok for done in finished(events)], streamed(events)) == ([True], "Read.")


CALL = {"type": "function_call", "call_id": "c1", "name": "read_file", "arguments": '{"file_path": "paper1.txt"}'}


@pytest.mark.parametrize("pieces", [[], ["{"], ['{"file', '_path": '], ['{"file_path": ', '"paper1.txt"}']], ids=len)
async def test_a_call_of_which_not_every_piece_came_is_read_from_its_end(
    server: ScriptedServer, thinking: Conversation, pieces: list[str]
) -> None:
    begun = event("output_item.added", output_index=0, item={**CALL, "arguments": ""})
    told = [event("function_call_arguments.delta", output_index=0, delta=piece) for piece in pieces]
    done = event("output_item.done", output_index=0, item=CALL)
    server.play(chunks(begun, *told, done, event("completed", response={}), done=False), say("Read."))
    events = await turn(thinking)
    assert ([done.ok for done in finished(events)], streamed(events)) == ([True], "Read.")


async def test_a_call_whose_end_says_something_else_is_not_run(server: ScriptedServer, thinking: Conversation) -> None:
    begun = event("output_item.added", output_index=0, item={**CALL, "arguments": ""})
    other = event("function_call_arguments.delta", output_index=0, delta='{"file_path": "paper2.txt"}')
    done = event("output_item.done", output_index=0, item=CALL)
    server.play(chunks(begun, other, done, event("completed", response={}), done=False), say("Read."))
    assert [done.code for done in finished(await turn(thinking))] == ["args:json"]


@pytest.mark.parametrize("line", ['{"type": "response.output_te', '{"choices": [{'], ids=["an event", "a chunk"])
async def test_a_broken_event_is_told(server: ScriptedServer, thinking: Conversation, line: str) -> None:
    server.play(chunks(chunk({"content": "Yes."}), f"data: {line}\n\n", chunk({"content": " No."})))
    events = await turn(thinking)
    assert (streamed(events), [told.code for told in only(Notice, events)]) == ("Yes. No.", ["reply_damaged"])


async def test_usage_is_read_with_its_details(server: ScriptedServer, thinking: Conversation) -> None:
    usage = {
        "input_tokens": 1000,
        "input_tokens_details": {"cached_tokens": 768},
        "output_tokens": 50,
        "output_tokens_details": {"reasoning_tokens": 32},
    }
    server.play(chunks(chunk({"content": "Yes."}), event("completed", response={"usage": usage}), done=False))
    used = (await end_of(thinking)).usage
    assert (used.input_tokens, used.output_tokens, used.estimated) == (1000, 50, False)
    assert (used.reasoning_tokens, used.prompt_cached_tokens) == (32, 768)


# What goes wrong


@pytest.mark.parametrize("finish", ["length", "content_filter"])
async def test_a_cut_call_is_not_run_and_the_history_holds(
    server: ScriptedServer, thinking: Conversation, finish: str
) -> None:
    cut = calls(("write_file", '{"file_path": "new.txt", "te'), finish=finish)
    server.play(thoughtful(cut), say("I could not."), say("Yes."))
    assert [done.ok for done in finished(await turn(thinking))] == [False]
    assert (await end_of(thinking)).text == "Yes."


async def test_a_refusal_is_said(server: ScriptedServer, thinking: Conversation) -> None:
    server.play(chunks(chunk({"refusal": "I cannot "}), chunk({"refusal": "do that."})))
    assert "I cannot do that." in (await end_of(thinking)).text


OVERFLOWS: dict[str, Reply] = {
    "as 400": Answer(400, {"error": OVERFLOW}),
    "as 400 without its code": refused(OVERFLOW["message"]),
    "as an event": chunks(stream_error(OVERFLOW), done=False),
    "as an event around it": chunks({"type": "error", "error": OVERFLOW}, done=False),
    "as a failed response": chunks(event("failed", response={"status": "failed", "error": OVERFLOW}), done=False),
}


@pytest.mark.parametrize("overflow", OVERFLOWS.values(), ids=OVERFLOWS.keys())
async def test_an_overflow_in_every_shape_is_explained(
    server: ScriptedServer, thinking: Conversation, overflow: Reply
) -> None:
    server.play(overflow, say("It was too long."), say("Yes."))
    assert (await end_of(thinking)).reason == "context_overflow"
    assert (await end_of(thinking)).text == "Yes."


FAILURES: dict[str, Reply] = {
    "a failed response": chunks(
        event("failed", response={"error": {"code": "invalid_prompt", "message": "Not so."}}), done=False
    ),
    "an error event": chunks(stream_error({"code": "invalid_prompt", "message": "Not so."}), done=False),
    "an error event in mid-answer": chunks(
        chunk({"content": "Well"}), stream_error({"code": "invalid_prompt", "message": "Not so."}), done=False
    ),
    "HTTP 400": refused("Not so."),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES.keys())
async def test_a_failure_is_told_and_the_history_holds(
    server: ScriptedServer, thinking: Conversation, failure: Reply
) -> None:
    server.play(failure, say("Yes."))
    end = await end_of(thinking)
    assert (end.reason, "Not so." in end.text) == ("model_error", True)
    assert (await end_of(thinking)).text == "Yes."


@pytest.mark.parametrize(
    "passing",
    [
        chunks(chunk({"content": "We"}), Mark.DROP),
        chunks(event("failed", response={"error": {"code": "server_error", "message": "Sorry."}}), done=False),
    ],
    ids=["dropped", "server error"],
)
async def test_what_fails_in_passing_is_asked_again(
    server: ScriptedServer, thinking: Conversation, monkeypatch: pytest.MonkeyPatch, passing: Reply
) -> None:
    monkeypatch.setattr("app.model_errors._PAUSES", (0.01, 0.01))
    server.play(passing, say("Well."))
    assert (streamed(await turn(thinking)), len(server.requests)) == ("Well.", 2)


async def test_stop_closes_the_request(server: ScriptedServer, thinking: Conversation) -> None:
    server.play(say("a long answer", between=30))
    events = thinking.ask("Go on.")
    async for shown in events:
        if getattr(shown, "text", "") == "a long":
            break
    await events.aclose()
    assert await eventually(lambda: server.closed_early == 1)


# What is learnt


REFUSALS: dict[str, tuple[Answer, str]] = {
    "summaries without verification": (
        refused("Your organization must be verified to generate reasoning summaries.", "reasoning.summary"),
        '"summary": "auto"',
    ),
    "encrypted content": (refused("Encrypted content is not supported with this model.", "include"), '"include"'),
    "an effort": (
        refused("Unsupported value: 'high' is not supported with this model.", "reasoning.effort", "unsupported_value"),
        '"reasoning": {',
    ),
    "an unknown parameter": (refused("Unknown parameter: 'store'.", "store"), '"store"'),
}


@pytest.mark.parametrize(("refusal", "mark"), REFUSALS.values(), ids=REFUSALS.keys())
async def test_what_is_refused_is_learnt_once(
    server: ScriptedServer, thinking: Conversation, refusal: Answer, mark: str
) -> None:
    server.play(lambda _: refusal if mark in server.requests[-1].text else say("Yes."))
    assert (await end_of(thinking)).text == "Yes."
    assert (await end_of(thinking)).text == "Yes."
    assert [mark in request.text for request in server.requests] == [True, False, False]


async def test_thinking_that_cannot_be_read_any_more_is_left_out(
    server: ScriptedServer, thinking: Conversation
) -> None:
    broken = refused("The encrypted content could not be verified.", None, "invalid_encrypted_content")
    server.play(thoughtful(calls(READ)), broken, say("Read."))
    assert (await end_of(thinking)).text == "Read."
    assert ["sealed" in request.text for request in server.requests] == [False, True, False]


async def test_a_server_without_responses_is_asked_over_chat_completions(
    server: ScriptedServer, thinking: Conversation
) -> None:
    missing = Answer(404, {"detail": "Not Found"})
    server.play(lambda body: missing if "input" in body else say("Yes."))
    assert (await end_of(thinking)).text == "Yes."
    assert (await end_of(thinking)).text == "Yes."
    assert paths(server) == ["responses", "chat/completions", "chat/completions"]


async def test_a_model_that_is_unknown_there_is_no_missing_api(server: ScriptedServer, thinking: Conversation) -> None:
    server.play(Answer(404, {"error": {"message": "The model 'scripted' does not exist", "code": "model_not_found"}}))
    assert "scripted" in (await end_of(thinking)).text
    assert paths(server) == ["responses"]


@pytest.mark.parametrize(("api", "path", "effort"), [("auto", "responses", None), ("chat", "chat/completions", "none")])
async def test_an_effort_that_chat_completions_refuse_with_tools(
    server: ScriptedServer, settings: SettingsMaker, api: str, path: str, effort: str | None
) -> None:
    no = Answer(400, {"error": NO_TOOLS_WITH_EFFORT})
    server.play(lambda body: no if body.get("reasoning_effort") == "high" else say("Yes."))
    conversation = Conversation(agent_from(settings(openai_api=api, reasoning_effort="high")))
    assert (await end_of(conversation)).text == "Yes."
    assert (await end_of(conversation)).text == "Yes."
    assert paths(server) == ["chat/completions", path, path]
    assert server.bodies[-1].get("reasoning_effort") == effort


# What the checker of the tests finds


async def test_a_history_that_the_api_refuses_is_found(server: ScriptedServer, thinking: Conversation) -> None:
    server.play(thoughtful(calls(READ)), say("Read."))
    await end_of(thinking)
    request, body = server.requests[1], server.bodies[1]
    whole = list(body["input"])
    assert request.problems == []
    for lacking in range(2, len(whole)):
        body["input"] = whole[:lacking] + whole[lacking + 1 :]
        assert bool(request.problems) is (whole[lacking]["type"] != "reasoning")
    body["input"] = whole
