"""Errors that come in the middle of a stream, or in place of one, in whichever form."""

import json
from typing import Any

import pytest
from replies import Answer, Json, Reply, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, eventually, finished, only, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice
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
    mark = "The wall\n\nThe reply broke off before it was complete. " if begun else ""
    assert ended(events).text.startswith(f"{mark}The model server")
    assert "Engine died." in ended(events).text


UNREAD = 'data: {"choices": [{"delta"\n\n'
READ = calls(("read_file", {"file_path": "paper1.txt"}), fragments=3).pieces


async def test_a_broken_line_in_an_answer_takes_nothing_else_with_it_and_is_told(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks(BEGUN, UNREAD, chunk({"content": "is old."}, "stop")))
    events = await turn(conversation)
    assert (ended(events).reason, ended(events).text) == ("answered", "The wall is old.")
    assert [event.code for event in only(Notice, events)] == ["reply_damaged"]


@pytest.mark.parametrize("at", range(1, len(READ) + 1))
async def test_a_call_of_which_a_piece_may_be_missing_is_asked_for_again(
    server: ScriptedServer, conversation: Conversation, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.model_errors._PAUSES", (0.01, 0.01))
    server.play(chunks(*READ[:at], UNREAD, *READ[at:]), chunks(*READ), say("1931."))
    events = await turn(conversation)
    assert ([event.ok for event in finished(events)], ended(events).text) == ([True], "1931.")
    assert [event.code for event in only(Notice, events)] == ["retry"]


async def test_a_call_that_is_damaged_every_time_is_never_run_and_told(
    server: ScriptedServer, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.model_errors._PAUSES", (0.01, 0.01))
    server.play(chunks(*READ[:3], UNREAD, *READ[3:]))
    events = await turn(conversation)
    assert (finished(events), "could not be understood" in ended(events).text) == ([], True)


async def test_words_between_the_pieces_of_a_call_are_no_damage(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks(*READ[:2], "data: ping\n\n", "event: ping\ndata:\n\n", *READ[2:]), say("1931."))
    events = await turn(conversation)
    assert ([event.ok for event in finished(events)], only(Notice, events)) == ([True], [])


def lines(*pieces: Json) -> str:
    """A stream's text, to be sent under a wrong label."""
    return "".join(f"data: {json.dumps(piece, ensure_ascii=False)}\n\n" for piece in pieces)


YES = (chunk({"content": "Yes."}), chunk({}, "stop"))
LABELLED_AS_A_PAGE: dict[str, tuple[str, str, str]] = {
    "a stream": (lines(*YES), "answered", "Yes."),
    "a stream after empty lines": (f"\ufeff\n\n: hello\n\n{lines(*YES)}", "answered", "Yes."),
    "an error": (json.dumps({"error": {"message": "Engine died.", "code": 400}}), "model_error", "Engine died."),
    "a page": ("\n <!doctype html>\n<html>Sign in</html>", "model_error", "but a web page"),
    "nothing": ("", "model_error", "but a web page"),
}


@pytest.mark.parametrize(("body", "reason", "words"), LABELLED_AS_A_PAGE.values(), ids=LABELLED_AS_A_PAGE.keys())
async def test_a_reply_is_what_it_holds_whatever_its_label_says(
    server: ScriptedServer, conversation: Conversation, body: str, reason: str, words: str
) -> None:
    server.play(Answer(200, body))
    end = await end_of(conversation)
    assert (end.reason, words in end.text, len(server.requests)) == (reason, True, 1)


async def test_a_byte_that_is_no_character_takes_nothing_else_with_it_and_is_told(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(Answer(200, lines(BEGUN, chunk({"content": "is \udcffold."}), chunk({"content": " 壁"}, "stop"))))
    events = await turn(conversation)
    assert (ended(events).reason, ended(events).text) == ("answered", "The wall is \ufffdold. 壁")
    assert [event.code for event in only(Notice, events)] == ["reply_damaged"]


async def test_a_call_with_a_byte_that_is_no_character_is_asked_for_again(
    server: ScriptedServer, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.model_errors._PAUSES", (0.01, 0.01))
    damaged = calls(("read_file", '{"file_path": "pa\udcffper1.txt"}')).pieces
    server.play(
        Answer(200, lines(*(piece for piece in damaged if isinstance(piece, dict)))), chunks(*READ), say("1931.")
    )
    events = await turn(conversation)
    assert ([event.ok for event in finished(events)], ended(events).text) == ([True], "1931.")


CALL = {"tool_calls": [{"index": 0, "function": {"name": "write_file", "arguments": "no end "}}]}
# What comes without an end, and what is said then.
ENDLESS: dict[str, tuple[Json, str]] = {
    "text": ({"content": "no end "}, "length limit"),
    "thinking": ({"reasoning_content": "no end "}, "empty answer"),
    "a call": (CALL, "Yes."),
    "nothing": ({"content": ""}, "empty answer"),
}


@pytest.mark.parametrize(("piece", "words"), ENDLESS.values(), ids=ENDLESS.keys())
async def test_a_reply_without_an_end_is_cut_and_its_call_is_not_run(
    server: ScriptedServer,
    conversation: Conversation,
    piece: Json,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.models.deltas._LONGEST", 2_000)
    server.play(chunks(*[chunk(piece)] * 3_000, between=0.001), say("Yes."))
    events = await turn(conversation)
    assert await eventually(lambda: server.closed_early == 1)
    assert words in ended(events).text
    assert [event.code for event in finished(events)] == (["args:json"] if piece is CALL else [])


async def test_a_refusal_after_some_text_keeps_the_text(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(chunks(BEGUN, chunk({"refusal": "I cannot go on."}, "stop")))
    end = await end_of(conversation)
    assert (end.reason, end.text) == ("model_error", "The wall\n\nThe model refused: I cannot go on.")


ODD: dict[str, Reply] = {
    "choices null at first": chunks({**BEGUN, "choices": None}, *say("Yes.").pieces),
    "no choices": chunks({"id": "1"}, *say("Yes.").pieces),
    "null in place of a chunk": chunks("data: null\n\n", *say("Yes.").pieces),
    "no delta": chunks({"choices": [{"index": 0}]}, *say("Yes.").pieces),
    "a message for a delta": chunks({"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}]}),
    "null for a choice": chunks({"choices": [None]}, *say("Yes.").pieces, {"choices": [None]}),
    "a choice in words": chunks({"choices": ["?"]}, *say("Yes.").pieces),
    "choices that are no list": chunks({"choices": {"0": 1}}, *say("Yes.").pieces),
    "a delta in words": chunks({"choices": [{"delta": "Yes.", "finish_reason": "stop"}]}),
    "a delta that is a number": chunks({"choices": [{"delta": 7}]}, *say("Yes.").pieces),
    "a keepalive in words": chunks({"choices": [], "message": "still working"}, *say("Yes.").pieces),
    "a keepalive that is no JSON": chunks("data: ping\n\n", *say("Yes.").pieces),
    "an event without data": chunks("event: ping\ndata:\n\n", *say("Yes.").pieces),
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


def whole(**message: Any) -> Answer:
    return Answer(200, {"id": "1", "choices": [{"message": {"role": "assistant", **message}, "finish_reason": "stop"}]})


# Replies without a text, each with what is said of it.
WITHOUT_TEXT: dict[str, tuple[Reply, str]] = {
    "filtered": (chunks(chunk({"content": None}, "content_filter")), "content filter"),
    "filtered, in Gemini's word": (chunks(chunk({"content": ""}, "SAFETY")), "content filter"),
    "refused, as a whole": (whole(content=None, refusal="I cannot."), "I cannot."),
    "whole, without a text": (whole(content=None), "empty answer"),
    "whole, without a choice": (Answer(200, {"id": "1", "choices": []}), "empty answer"),
    "whole, null for choices": (Answer(200, {"id": "1", "choices": None}), "empty answer"),
    "whole, null for the choice": (Answer(200, {"id": "1", "choices": [None]}), "empty answer"),
    "whole, null for the message": (Answer(200, {"id": "1", "choices": [{"message": None}]}), "empty answer"),
    "calls announced, none made": (chunks(chunk({}, "tool_calls")), "empty answer"),
}


@pytest.mark.parametrize(("reply", "words"), WITHOUT_TEXT.values(), ids=WITHOUT_TEXT.keys())
async def test_a_reply_without_a_text_is_never_a_blank_answer(
    server: ScriptedServer, conversation: Conversation, reply: Reply, words: str
) -> None:
    server.play(reply)
    end = await end_of(conversation)
    assert (end.reason, words in end.text) == ("model_error", True)
    server.play(say("Yes."))
    assert (await end_of(conversation)).text == "Yes."


async def test_half_a_character_in_a_reply_does_not_stop_the_next_request(
    server: ScriptedServer, conversation: Conversation
) -> None:
    half = 'data: {"choices": [{"delta": {"content": "So \\ud83d"}, "finish_reason": "stop"}]}\n\n'
    called = json.dumps({"file_path": "\ud83d.txt"})
    server.play(calls(("read_file", called)), chunks(half), say("Yes."))
    assert (await end_of(conversation)).text.startswith("So ")
    assert (await end_of(conversation)).text == "Yes."


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("https://name.openai.azure.com/openai/v1/", "https://name.openai.azure.com/openai/v1"),
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
        ("http:/localhost:1234/v1", "http://localhost:1234/v1"),
        ("http:localhost:1234/v1", "http://localhost:1234/v1"),
        ("//localhost:1234/v1", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1?x=1", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/#top", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/chat/completions?x=1#y", "http://localhost:1234/v1"),
        ("http://localhost:1234 /v1", "http://localhost:1234/v1"),
        ("http://local\thost:1234/v1/ models", "http://localhost:1234/v1"),
    ],
)
def test_a_base_url_that_cannot_be_one_is_told_as_it_is_probably_meant(given: str, better: str) -> None:
    with pytest.raises(SettingsError, match=rf"OPENAI_BASE_URL: .* (such as|probably) {better} \(it is"):
        settings_from({"OPENAI_BASE_URL": given})


async def test_a_base_url_without_its_version_is_told_with_it(server: ScriptedServer, settings: SettingsMaker) -> None:
    url = server.url.removesuffix("/v1")
    end = await end_of(Conversation(agent_from(settings(openai_base_url=url))))
    assert end.text.endswith(f"Try {url}/v1")


@pytest.mark.parametrize("more", ["/v1", "/v1/v1"])
async def test_a_base_url_with_its_version_twice_is_told_with_it_once(
    server: ScriptedServer, settings: SettingsMaker, more: str
) -> None:
    end = await end_of(Conversation(agent_from(settings(openai_base_url=f"{server.url}{more}"))))
    assert ("twice" in end.text, end.text.endswith(f"Try {server.url}")) == (True, True)


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
