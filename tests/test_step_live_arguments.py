"""Long arguments of a call, told while they arrive."""

import json
from pathlib import Path

from replies import Json, Mark, Stream, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import only, streamed, turn

from app.agent import Conversation
from app.events import CallDelta, ToolStarted, TurnEnded
from app.models.call_deltas import CallDeltas

TEXT = "The harbour wall was built in 1931.\n" * 60
WRITE = ("write_file", {"file_path": "long.txt", "text": TEXT})


def slowly(*wanted: tuple[str, object], fragments: int = 12) -> Stream:
    return calls(*wanted, fragments=fragments, between=0.03)


def pieced(events: list[CallDelta]) -> str:
    """The arguments as somebody who follows the pieces has them."""
    whole = ""
    for event in events:
        whole = whole[: event.start] + event.text
    return whole


async def test_a_long_text_is_told_while_it_arrives_and_then_written(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    server.play(slowly(WRITE), say("Written."))
    events = await turn(conversation)
    pieces = only(CallDelta, events)
    assert len(pieces) > 1
    assert {(piece.index, piece.name) for piece in pieces} == {(0, "write_file")}
    assert json.dumps(WRITE[1], ensure_ascii=False).startswith(pieced(pieces))
    assert events.index(pieces[-1]) < events.index(only(ToolStarted, events)[0])
    assert (workdir / "long.txt").read_text() == TEXT


async def test_short_arguments_are_not_told_before_their_call(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(slowly(("read_file", {"file_path": "paper1.txt"})), say("Read."))
    assert only(CallDelta, await turn(conversation)) == []


async def test_the_pieces_name_the_place_of_their_call_in_the_reply(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(slowly(("list_directory", {}), WRITE), say("Written."))
    events = await turn(conversation)
    index = {piece.index for piece in only(CallDelta, events)}.pop()
    assert only(ToolStarted, events)[index].name == "write_file"


async def test_a_reply_that_broke_off_begins_its_arguments_anew(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    broken = slowly(WRITE).pieces[:8]
    server.play(Stream((*broken, Mark.DROP), between=0.03), slowly(WRITE), say("Written."))
    pieces = only(CallDelta, await turn(conversation))
    assert [piece.start for piece in pieces].count(0) == 2
    assert json.dumps(WRITE[1], ensure_ascii=False).startswith(pieced(pieces))
    assert (workdir / "long.txt").read_text() == TEXT


async def test_what_is_told_of_arguments_is_bounded(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(slowly(("write_file", {"file_path": "long.txt", "text": "x" * 200_000}), fragments=40), say("Written."))
    events = await turn(conversation)
    assert len(pieced(only(CallDelta, events))) <= 20_000
    assert isinstance(events[-1], TurnEnded)


def test_pieces_that_repeat_what_came_before_are_told_once() -> None:
    deltas, raw = CallDeltas(), json.dumps(WRITE[1])
    told: list[Json] = []
    for end in range(200, len(raw), 200):
        deltas.take([{"index": 0, "id": "c", "function": {"name": "write_file", "arguments": raw[:end]}}])
        told += deltas.news()
    assert "".join(piece["text"] for piece in told) == raw[: range(200, len(raw), 200)[-1]]


async def test_a_text_beside_long_arguments_is_streamed_as_ever(
    server: ScriptedServer, conversation: Conversation
) -> None:
    server.play(chunks(chunk({"content": "I write it. "}), *slowly(WRITE).pieces, between=0.03), say("Written."))
    assert streamed(await turn(conversation)) == "I write it. Written."
