"""Reading a reply from its chunks."""

from typing import Any

import pytest
from langchain_core.messages import AIMessageChunk, ToolCallChunk
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk

from app.agent.model.reply import Call, reply_of, sendable


def piece(args: str | None, name: str | None = None, call_id: str | None = None, index: int = 0) -> ToolCallChunk:
    return tool_call_chunk(name=name, args=args, id=call_id, index=index)


def said(text: str = "", *calls: ToolCallChunk, **more: Any) -> AIMessageChunk:
    return AIMessageChunk(content=text, tool_call_chunks=list(calls), **more)


def finished(reason: str) -> AIMessageChunk:
    return said(response_metadata={"finish_reason": reason})


def test_pieces_make_one_reply() -> None:
    usage = UsageMetadata(input_tokens=7, output_tokens=3, total_tokens=10)
    chunks = [said("Hel"), said("lo", piece('{"a"', "read_file", "c1")), said("", piece(": 1}"), usage_metadata=usage)]
    reply = reply_of([*chunks, finished("tool_calls")], frozenset())
    assert (reply.text, reply.finish, reply.input_tokens, reply.output_tokens) == ("Hello", "tool_calls", 7, 3)
    assert reply.calls == (Call("c1", "read_file", '{"a": 1}', cut=False),)


def test_without_figures_they_are_unknown() -> None:
    reply = reply_of([said("Hello")], frozenset())
    assert (reply.input_tokens, reply.output_tokens, reply.calls) == (None, None, ())


@pytest.mark.parametrize(
    ("args", "reason", "cut"),
    [
        ('{"a": 1}', "tool_calls", False),
        ('{"a": 1}', "stop", False),
        ('{"a": 1}', "length", True),
        ('{"a": 1}', "content_filter", True),
        ('{"a": "x', "tool_calls", True),
        ("[1]", "tool_calls", False),
        ("", "tool_calls", False),
        (None, "tool_calls", False),
    ],
)
def test_a_call_is_cut_when_its_end_or_its_arguments_say_so(args: str | None, reason: str, cut: bool) -> None:
    reply = reply_of([said("", piece(args, "read_file", "c1")), finished(reason)], frozenset())
    assert [call.cut for call in reply.calls] == [cut]


def test_cut_arguments_are_never_completed() -> None:
    reply = reply_of([said("", piece('{"text": "abc', "write_file", "c1")), finished("length")], frozenset())
    assert (reply.calls[0].args, reply.message.tool_calls[0]["args"]) == ({}, {})


def test_ids_are_ones_own() -> None:
    calls = [
        piece("{}", "a", "used", 0),
        piece("{}", "b", "same", 1),
        piece("{}", "c", "same", 2),
        piece("{}", "d", None, 3),
    ]
    ids = [call.id for call in reply_of([said("", *calls)], frozenset({"used"})).calls]
    assert (len(set(ids)), "used" in ids, ids[1]) == (4, False, "same")
    assert all(ids)


def test_the_message_is_one_that_every_server_takes_back() -> None:
    call = Call("c1", "functions.read file", '{"a": 1}', cut=False)
    made = reply_of([said("x", piece(call.arguments, call.name, "c1"))], frozenset()).message
    assert made.tool_calls == [{"name": "functions_read_file", "args": {"a": 1}, "id": "c1", "type": "tool_call"}]
    assert made.invalid_tool_calls == []


def test_a_refusal_is_kept_apart() -> None:
    assert reply_of([said(additional_kwargs={"refusal": "I will not."})], frozenset()).refusal == "I will not."


def test_content_in_blocks_is_read_as_text() -> None:
    blocks: list[str | dict[str, Any]] = [{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo"}]
    assert reply_of([AIMessageChunk(content=blocks)], frozenset()).text == "Hello"


def test_half_a_character_is_replaced() -> None:
    assert sendable("caf\udce9 りんご") == "caf\N{REPLACEMENT CHARACTER} りんご"
