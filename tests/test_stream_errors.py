"""Errors that come in the middle of a stream, or in place of one, in whichever form."""

from typing import Any

import pytest
from replies import Answer, Reply, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.settings import SettingsError, settings_from

BEGUN = chunk({"content": "The wall "})
IN_A_STREAM: dict[str, str] = {
    "flat": 'event: error\ndata: {"message": "Engine died."}\n\n',
    "flat with an object": 'data: {"object": "error", "message": "Engine died.", "code": 500}\n\n',
    "detail": 'data: {"detail": "Engine died."}\n\n',
    "in words": 'data: {"error": "Engine died."}\n\n',
    "an object": 'event: error\ndata: {"error": {"message": "Engine died."}}\n\n',
    "a list": 'data: [{"error": {"message": "Engine died.", "code": 500}}]\n\n',
    "with choices": 'data: {"error": {"message": "Engine died."}, "choices": []}\n\n',
}


@pytest.mark.parametrize("error", IN_A_STREAM.values(), ids=IN_A_STREAM.keys())
@pytest.mark.parametrize("begun", [[], [BEGUN]], ids=["at once", "after some text"])
async def test_an_error_in_a_stream_is_told_and_what_came_before_it_is_kept(
    server: ScriptedServer, conversation: Conversation, error: str, begun: list[Any]
) -> None:
    server.play(chunks(*begun, error))
    events = await turn(conversation)
    assert (ended(events).reason, streamed(events)) == ("model_error", "The wall " if begun else "")
    assert ended(events).text.startswith("The wall\n\n" if begun else "The model server")
    assert "Engine died." in ended(events).text


async def test_broken_json_in_a_stream_keeps_what_came_before_it(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks(BEGUN, 'data: {"choices": [{"delta"\n\n'))
    end = await end_of(conversation)
    assert end.text.startswith("The wall\n\nThe model server's reply could not be understood")


ODD: dict[str, Reply] = {
    "choices null at first": chunks({**BEGUN, "choices": None}, *say("Yes.").pieces),
    "no choices": chunks({"id": "1"}, *say("Yes.").pieces),
    "null in place of a chunk": chunks("data: null\n\n", *say("Yes.").pieces),
    "no delta": chunks({"choices": [{"index": 0}]}, *say("Yes.").pieces),
    "a message for a delta": chunks({"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}]}),
    "nulls": chunks(
        chunk({"role": None, "content": "Yes.", "reasoning_content": None, "tool_calls": None, "refusal": None}, "stop")
    ),
    "a finish of its own": say("Yes.", finish="eos"),
    "calls announced, none made": say("Yes.", finish="tool_calls"),
    "blocks": chunks(chunk({"content": [{"type": "text", "text": "Yes."}]}, "stop")),
}


@pytest.mark.parametrize("reply", ODD.values(), ids=ODD.keys())
async def test_an_answer_in_an_odd_form_is_an_answer(
    server: ScriptedServer, conversation: Conversation, reply: Reply
) -> None:
    server.play(reply)
    end = await end_of(conversation)
    assert (end.reason, end.text) == ("answered", "Yes.")


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("http://localhost:1234/v1/chat/completions", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/responses/", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/completions", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/models", "http://localhost:1234/v1"),
        ("  http://localhost:1234/v1/  ", "http://localhost:1234/v1"),
    ],
)
def test_what_is_copied_with_a_base_url_is_taken_off(given: str, used: str) -> None:
    assert settings_from({"OPENAI_BASE_URL": given}).openai_base_url == used


@pytest.mark.parametrize(
    ("given", "better"),
    [
        ("localhost:1234/v1", "http://localhost:1234/v1"),
        ("192.168.0.7/v1", "http://192.168.0.7/v1"),
        ("openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
    ],
)
def test_a_base_url_without_its_scheme_is_told_with_one(given: str, better: str) -> None:
    with pytest.raises(SettingsError, match=f"OPENAI_BASE_URL: .* such as {better}"):
        settings_from({"OPENAI_BASE_URL": given})


async def test_a_base_url_without_its_version_is_told_with_it(server: ScriptedServer, settings: SettingsMaker) -> None:
    url = server.url.removesuffix("/v1")
    end = await end_of(Conversation(agent_from(settings(openai_base_url=url))))
    assert end.text.endswith(f"Try {url}/v1")


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Answer(200, "<html>Sign in</html>"), "but a web page"),
        (Answer(404, {"detail": "Not Found"}), "no chat service"),
        (Answer(200, {"error": "Unexpected endpoint or method. (POST /chat/completions)"}), "no chat service"),
        (Answer(405, {"detail": "Method Not Allowed"}), "no chat service"),
    ],
    ids=["a page", "404", "LM Studio's", "405"],
)
async def test_an_address_without_a_chat_service_is_told_at_once(
    server: ScriptedServer, conversation: Conversation, reply: Reply, words: str
) -> None:
    server.play(reply)
    end = await end_of(conversation)
    assert (words in end.text, server.url in end.text, "OPENAI_BASE_URL" in end.text) == (True, True, True)
    assert len(server.requests) == 1
