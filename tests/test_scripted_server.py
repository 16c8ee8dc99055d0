"""The tests' own tools: the scripted server and the strict checker do what they say."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from replies import calls, say, sent, whole
from scripted_server import ScriptedServer
from strict_history import problems
from turns import SettingsMaker, eventually

from app.models import chosen_model

READ: tuple[str, object] = ("read_file", {"file_path": "a.txt"})
ASKED = [SystemMessage("Be brief."), HumanMessage("hi")]


async def test_without_streaming_a_text_is_one_object(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(say("Hello, 世界!", usage=(7, 3)))
    answer = await chosen_model(settings()).chat.ainvoke(ASKED)
    assert isinstance(answer, AIMessage)
    assert (answer.text, bool(server.bodies[0].get("stream"))) == ("Hello, 世界!", False)
    assert answer.usage_metadata and answer.usage_metadata["input_tokens"] == 7


async def test_without_streaming_calls_are_one_object(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(calls(READ, READ, fragments=5, interleaved=True, ids=["c1", "c2"]))
    answer = await chosen_model(settings()).chat.ainvoke(ASKED)
    assert isinstance(answer, AIMessage)
    assert [(call["id"], call["args"]) for call in answer.tool_calls] == [("c1", READ[1]), ("c2", READ[1])]


async def test_a_client_that_goes_away_is_counted_at_once(server: ScriptedServer, settings: SettingsMaker) -> None:
    server.play(say("late", between=30))
    stream = chosen_model(settings()).chat.astream(ASKED)
    await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]
    assert await eventually(lambda: server.closed_early == 1)


async def test_a_reply_read_to_its_end_is_not_counted(server: ScriptedServer, settings: SettingsMaker) -> None:
    async for _ in chosen_model(settings()).chat.astream(ASKED):
        pass
    assert (server.closed_early, server.requests[0].headers["authorization"]) == (0, "Bearer sk-test")


def test_fragments_are_pieces_of_the_same_arguments() -> None:
    arguments = {"file_path": "a.txt", "text": "りんご" * 9}
    for fragments in (1, 2, 7, 500):
        made = whole(calls(("write_file", arguments), fragments=fragments))
        assert json.loads(made["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]) == arguments


def test_usage_is_sent_when_it_is_asked_for() -> None:
    assert [len(list(sent(say("x"), wanted))) for wanted in (True, False)] == [5, 4]


SYSTEM, USER = {"role": "system", "content": "s"}, {"role": "user", "content": "u"}
SAID, CALL = {"role": "assistant", "content": "a"}, {"name": "read_file", "arguments": "{}"}


def calling(*ids: str, **function: str) -> dict[str, Any]:
    made = [{"id": call_id, "type": "function", "function": {**CALL, **function}} for call_id in ids]
    return {"role": "assistant", "content": None, "tool_calls": made}


def result(call_id: str) -> dict[str, Any]:
    return {"role": "tool", "content": "r", "tool_call_id": call_id}


@pytest.mark.parametrize(
    "messages",
    [
        [SYSTEM, USER],
        [SYSTEM, USER, SAID, USER],
        [SYSTEM, USER, calling("a", "b"), result("a"), result("b")],
        [SYSTEM, USER, calling("a"), result("a"), calling("b"), result("b"), SAID, USER],
        [SYSTEM, USER, calling("a"), result("a"), USER],
    ],
)
def test_the_strict_checker_passes_what_is_in_order(messages: list[dict[str, Any]]) -> None:
    assert problems(messages) == []


@pytest.mark.parametrize(
    "messages",
    [
        [USER],
        [SYSTEM, USER, SAID],
        [SYSTEM, USER, USER],
        [SYSTEM, USER, SAID, SAID, USER],
        [SYSTEM, USER, calling("a"), USER],
        [SYSTEM, USER, calling("a", "b"), result("a")],
        [SYSTEM, USER, calling("a", "b"), result("b"), result("a")],
        [SYSTEM, USER, calling("a"), result("a"), result("a")],
        [SYSTEM, USER, calling("a"), result("a"), calling("a"), result("a")],
        [SYSTEM, USER, SAID, result("a")],
        [SYSTEM, USER, calling("a", arguments="{bad"), result("a")],
        [SYSTEM, USER, calling("a", arguments="[]"), result("a")],
        [SYSTEM, USER, calling("a", name="read file"), result("a")],
        [SYSTEM, USER, calling("a", name="x" * 65), result("a")],
        [SYSTEM, USER, calling(""), result("")],
        [SYSTEM, {"role": "user", "content": ""}],
    ],
)
def test_the_strict_checker_finds_what_is_not(messages: list[dict[str, Any]]) -> None:
    assert problems(messages) != []
