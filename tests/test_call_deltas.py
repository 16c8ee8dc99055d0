"""Tool calls as servers send them, broken in every known way: each runs as it was meant."""

import json
from typing import Any

import pytest
from replies import Answer, Json, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import ended, finished, only, turn

from app.agent import Conversation
from app.events import Notice, ToolStarted
from app.models.call_deltas import CallDeltas

ONE = {"file_path": "paper1.txt"}
TWO = {"file_path": "paper2.txt"}
FIRST, SECOND = json.dumps(ONE), json.dumps(TWO)


def part(arguments: Any = None, name: str | None = None, **more: Any) -> Json:
    """A piece of a call; what is None is left out."""
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    return {**more, "function": function}


def streamed(*parts: Json) -> Any:
    """A streamed reply whose chunks hold one piece of a call each."""
    return chunks(*(chunk({"tool_calls": [one]}) for one in parts), chunk({}, "tool_calls"))


BROKEN: dict[str, tuple[Any, list[Json]]] = {
    "no index, split": (
        streamed(part(FIRST[:9], "read_file", id="a"), part(FIRST[9:15]), part(FIRST[15:])),
        [ONE],
    ),
    "no index, two split": (
        streamed(
            part(FIRST[:9], "read_file", id="a"),
            part(FIRST[9:]),
            part(SECOND[:9], "read_file", id="b"),
            part(SECOND[9:]),
        ),
        [ONE, TWO],
    ),
    "null index": (
        streamed(part(FIRST[:9], "read_file", id="a", index=None), part(FIRST[9:], index=None)),
        [ONE],
    ),
    "one index for two, split": (
        streamed(
            part(FIRST[:9], "read_file", id="a", index=0),
            part(FIRST[9:], index=0),
            part(SECOND[:9], "read_file", id="b", index=0),
            part(SECOND[9:], index=0),
        ),
        [ONE, TWO],
    ),
    "one index for two, whole, without ids": (
        streamed(part(FIRST, "read_file", index=0), part(SECOND, "read_file", index=0)),
        [ONE, TWO],
    ),
    "id and name on every chunk": (
        streamed(
            part(FIRST[:9], "read_file", id="a", index=0),
            part(FIRST[9:15], "read_file", id="a", index=0),
            part(FIRST[15:], "read_file", id="a", index=0),
        ),
        [ONE],
    ),
    "id and name on every chunk, two without an index": (
        streamed(
            part(FIRST[:9], "read_file", id="a"),
            part(SECOND[:9], "read_file", id="b"),
            part(FIRST[9:], "read_file", id="a"),
            part(SECOND[9:], "read_file", id="b"),
        ),
        [ONE, TWO],
    ),
    "name on every chunk, no id": (
        streamed(
            part("", "read_file", index=0), part(FIRST[:9], "read_file", index=0), part(FIRST[9:], "read_file", index=0)
        ),
        [ONE],
    ),
    "an index and nothing else": (
        streamed(part(FIRST, "read_file", id="a", index=0), {"index": 0}, {"index": 1, "function": None}),
        [ONE],
    ),
    "the name after the id": (
        streamed({"index": 0, "id": "a", "function": None}, part(None, "read_file", index=0), part(FIRST, index=0)),
        [ONE],
    ),
    "the same id for two": (
        streamed(part(FIRST, "read_file", id="a", index=0), part(SECOND, "read_file", id="a", index=1)),
        [ONE, TWO],
    ),
    "ids that are empty or null": (
        streamed(part(FIRST, "read_file", id="", index=0), part(SECOND, "read_file", id=None, index=1)),
        [ONE, TWO],
    ),
    "an id that is a number": (streamed(part(FIRST, "read_file", id=7, index=0)), [ONE]),
    "an object for arguments": (streamed(part(ONE, "read_file", id="a", index=0)), [ONE]),
    "arguments as a string in a string": (
        streamed(part(json.dumps(FIRST)[:12], "read_file", id="a", index=0), part(json.dumps(FIRST)[12:], index=0)),
        [ONE],
    ),
    "a call that is no list": (
        chunks(chunk({"tool_calls": part(FIRST, "read_file", id="a")}), chunk({}, "stop")),
        [ONE],
    ),
    "a last chunk without a delta": (
        chunks(chunk({"tool_calls": [part(FIRST, "read_file", id="a", index=0)]}), chunk(None, "tool_calls")),
        [ONE],
    ),
    "a finish reason on every chunk": (
        chunks(
            chunk({"tool_calls": [part(FIRST[:9], "read_file", id="a", index=0)]}, "stop"),
            chunk({"tool_calls": [part(FIRST[9:], index=0)]}, "stop"),
        ),
        [ONE],
    ),
    "indexes that are strings": (
        streamed(
            part(FIRST[:9], "read_file", id="a", index="0"),
            part(SECOND[:9], "read_file", id="b", index="1"),
            part(FIRST[9:], index="0"),
            part(SECOND[9:], index="1"),
        ),
        [ONE, TWO],
    ),
    "the whole call again at the end": (
        streamed(
            part(FIRST[:9], "read_file", id="a", index=0),
            part(FIRST[9:], index=0),
            part(FIRST, "read_file", id="a", index=0),
        ),
        [ONE],
    ),
    "the whole call again at the end, in other spacing": (
        streamed(
            part(FIRST[:9], "read_file", id="a", index=0),
            part(FIRST[9:], index=0),
            part(json.dumps(ONE, indent=1), "read_file", id="a", index=0),
        ),
        [ONE],
    ),
    "both calls again at the end, without a number": (
        streamed(
            part(FIRST, "read_file", id="a", index=0),
            part(SECOND, "read_file", id="b", index=1),
            part(FIRST, "read_file"),
            part(SECOND, "read_file"),
        ),
        [ONE, TWO],
    ),
    "the whole call again under a new id": (
        streamed(part(FIRST, "read_file", id="a", index=0), part(FIRST, "read_file", id="b", index=0)),
        [ONE],
    ),
    "the name again at the end": (
        streamed(part(FIRST, "read_file", index=0), part("", "read_file", index=0)),
        [ONE],
    ),
    "ever longer arguments": (
        streamed(
            part("", "read_file", id="a", index=0),
            *(part(FIRST[:to], "read_file", id="a", index=0) for to in (1, 9, 15, len(FIRST))),
        ),
        [ONE],
    ),
    "ever longer arguments, without ids": (
        streamed(*(part(FIRST[:to], "read_file", index=0) for to in (9, 15, len(FIRST)))),
        [ONE],
    ),
    "an empty object before the arguments": (
        streamed(part({}, "read_file", id="a", index=0), part(FIRST[:9], index=0), part(FIRST[9:], index=0)),
        [ONE],
    ),
    "the name in pieces": (
        streamed(part("", "read", id="a", index=0), part(None, "_file", index=0), part(FIRST, index=0)),
        [ONE],
    ),
    "an ever longer name": (
        streamed(part("", "read", id="a", index=0), part("", "read_file", index=0), part(FIRST, index=0)),
        [ONE],
    ),
    "a new id on every piece": (
        streamed(
            part(FIRST[:9], "read_file", id="a", index=0),
            part(FIRST[9:15], id="b", index=0),
            part(FIRST[15:], id="c", index=0),
        ),
        [ONE],
    ),
    "a new id and the name on every piece": (
        streamed(*(part(FIRST[at : at + 9], "read_file", id=f"a{at}", index=0) for at in range(0, len(FIRST), 9))),
        [ONE],
    ),
    "a call without its function": (
        streamed(
            {"index": 0, "id": "a", "name": "read_file", "arguments": FIRST[:9]}, {"index": 0, "arguments": FIRST[9:]}
        ),
        [ONE],
    ),
    "the old form": (
        chunks(
            chunk({"function_call": {"name": "read_file", "arguments": ""}}),
            chunk({"function_call": {"arguments": FIRST[:9]}}),
            chunk({"function_call": {"arguments": FIRST[9:]}}),
            chunk({}, "function_call"),
        ),
        [ONE],
    ),
    "the old form beside the new one": (
        chunks(
            chunk(
                {
                    "tool_calls": [part(FIRST, "read_file", id="a", index=0)],
                    "function_call": part(FIRST, "read_file")["function"],
                }
            ),
            chunk({}, "tool_calls"),
        ),
        [ONE],
    ),
    "a closing tag behind the arguments": (
        streamed(part(FIRST, "read_file", id="a", index=0), part("\n</tool_call>", index=0)),
        [ONE],
    ),
    "marks behind the arguments": (
        streamed(part(f"{FIRST}</function>\n</tool_call><|im_end|>", "read_file", id="a", index=0)),
        [ONE],
    ),
}


@pytest.mark.parametrize(("reply", "meant"), BROKEN.values(), ids=BROKEN.keys())
async def test_calls_run_as_they_were_meant(
    server: ScriptedServer, conversation: Conversation, reply: Any, meant: list[Json]
) -> None:
    server.play(reply, say("Done."))
    events = await turn(conversation)
    assert [(event.name, event.args) for event in only(ToolStarted, events)] == [("read_file", args) for args in meant]
    assert [event.ok for event in finished(events)] == [True] * len(meant)
    assert ended(events).text == "Done."


@pytest.mark.parametrize(
    "pieces",
    [('{"file_path": "', "{x}", '.txt"}'), ('{"file_path": "', '{\\"', '{x}.txt"}'), ('{"file_path": "\\', '"', '{"}')],
    ids=["an object", "a quotation mark", "a mark cut from its escape"],
)
async def test_what_stands_in_a_string_begins_no_call_though_each_piece_has_a_new_id(
    server: ScriptedServer, conversation: Conversation, pieces: tuple[str, ...]
) -> None:
    server.play(streamed(*(part(text, "read_file", id=text, index=0) for text in pieces)), say("Done."))
    events = await turn(conversation)
    assert [event.args for event in only(ToolStarted, events)] == [json.loads("".join(pieces))]


@pytest.mark.parametrize("arguments", [None, "", [], "[]"], ids=repr)
@pytest.mark.parametrize("whole", [False, True], ids=["streamed", "whole"])
async def test_no_arguments_in_whatever_form_are_none(
    server: ScriptedServer, conversation: Conversation, arguments: Any, whole: bool
) -> None:
    call = {"index": 0, "id": "a", "function": {"name": "list_directory", "arguments": arguments}}
    first = Answer(200, _whole(call)) if whole else streamed(call)
    server.play(first, *([Answer(200, _whole(call))] if whole else []), say("Done."))
    events = await turn(conversation)
    assert [(event.name, event.args) for event in only(ToolStarted, events)] == [("list_directory", {})]
    assert ended(events).text == "Done."


WHOLE: dict[str, Json] = {
    "an object for arguments": part(ONE, "read_file", id="a", type="function"),
    "a string in a string": part(json.dumps(FIRST), "read_file", id="a"),
    "no id": part(FIRST, "read_file"),
    "a null id": part(FIRST, "read_file", id=None, index=None),
}


def _whole(*calls: Json) -> Json:
    message = {"role": "assistant", "content": None, "tool_calls": list(calls)}
    return {"id": "1", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


@pytest.mark.parametrize("call", WHOLE.values(), ids=WHOLE.keys())
async def test_calls_of_a_whole_reply_run_as_they_were_meant(
    server: ScriptedServer, conversation: Conversation, call: Json
) -> None:
    server.play(Answer(200, _whole(call)), Answer(200, _whole(call)), say("Done."))
    events = await turn(conversation)
    assert [event.args for event in only(ToolStarted, events)] == [ONE]
    assert ended(events).text == "Done."


@pytest.mark.parametrize("arguments", ['"{\\"file_path\\": \\"pap', [ONE], '["a"]', "7"], ids=repr)
async def test_arguments_that_are_no_object_are_not_run(
    server: ScriptedServer, conversation: Conversation, arguments: Any
) -> None:
    server.play(streamed(part(arguments, "read_file", id="a", index=0)), say("Done."))
    events = await turn(conversation)
    assert [event.code for event in finished(events)] == ["args:json"]
    assert ended(events).text == "Done."


UNCLEAR: dict[str, Any] = {
    "two calls as one": streamed(part(FIRST, "read_file", id="a", index=0), part(SECOND, "read_file", id="a", index=0)),
    "arguments from the middle on": streamed(part(FIRST[9:], "read_file", id="a", index=0)),
    "a name of two": streamed(part("", "read_file", index=0), part("", "copy_file", index=0), part(FIRST, index=0)),
    "words behind the arguments": streamed(part(f"{FIRST} and {SECOND}", "read_file", id="a", index=0)),
}


@pytest.mark.parametrize("reply", UNCLEAR.values(), ids=UNCLEAR.keys())
async def test_a_call_that_can_be_read_in_two_ways_is_not_run_and_told_why(
    server: ScriptedServer, conversation: Conversation, reply: Any
) -> None:
    server.play(reply, say("Done."))
    events = await turn(conversation)
    assert [event.code for event in finished(events)] in (["args:json"], ["tool:unknown"])
    assert ended(events).text == "Done."


@pytest.mark.parametrize("reason", ["length", "max_tokens", "MAX_TOKENS", "model_length"])
async def test_a_call_cut_by_the_length_of_the_reply_is_not_run_whatever_that_is_called(
    server: ScriptedServer, conversation: Conversation, reason: str
) -> None:
    whole = part(FIRST, "read_file", id="a", index=0)
    server.play(chunks(chunk({"tool_calls": [whole]}), chunk({}, reason), chunk(None, reason)), say("Done."))
    assert [event.code for event in finished(await turn(conversation))] == ["args:json"]


@pytest.mark.parametrize("ids", [("a",), (None,), ("a", "b", "c")], ids=["one", "none", "changing"])
def test_each_piece_of_a_long_call_is_looked_at_once(ids: tuple[str | None, ...]) -> None:
    text = json.dumps({"file_path": "new.css", "text": 'a {color: "red"} {} ' * 400})
    pieces = [text[at : at + 4] for at in range(0, len(text), 4)]
    deltas, loads, read = CallDeltas(), json.loads, 0

    def counted(raw: str, **how: Any) -> Any:
        nonlocal read
        read += len(raw)
        return loads(raw, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json, "loads", counted)
        for number, piece in enumerate(pieces):
            deltas.take([part(piece, "write_file", index=0, id=ids[number % len(ids)])])
        found = deltas.calls()
    assert [call["function"]["arguments"] for call in found] == [text]
    assert read < 4 * len(text)


async def test_of_thousands_of_calls_in_one_reply_a_few_are_kept_and_the_rest_is_counted(
    server: ScriptedServer, conversation: Conversation
) -> None:
    many = [part(json.dumps({"file_path": f"{number}.txt"}), "read_file", index=number) for number in range(1_000)]
    server.play(streamed(*many), say("Done."))
    events = await turn(conversation)
    assert len(server.requests[1].messages[2]["tool_calls"]) == len(finished(events)) == 40
    assert [event.text for event in only(Notice, events)] == [
        "The model asked for 1,000 steps at once. The last 960 of them were left out."
    ]
