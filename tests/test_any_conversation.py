"""Whatever the model does and whenever the person stops it: every turn ends well, every request is in order."""

import asyncio
import random

import pytest
from overflow_shapes import SHAPES
from replies import Answer, Mark, Reply, calls, chunk, chunks, say, stream_error
from scripted_server import ScriptedServer
from strict_history import problems
from turns import SettingsMaker, end_of, ended, turn

from app.agent import Conversation
from app.assemble import agent_from

READ = ("read_file", {"file_path": "paper1.txt"})
EDIT = ("edit_file", {"file_path": "paper1.txt", "edits": [{"old_text": "1931", "new_text": "1932"}]})
DELETE = ("file_delete", {"file_path": "paper2.txt"})
WRITE = ("write_file", {"file_path": "a.txt", "text": "x" * 2_000})
REPLIES: list[Reply] = [
    say("An answer."),
    say("A slow answer of some length.", between=0.02),
    say(""),
    say("Cut", finish="length"),
    say("Filtered", finish="content_filter"),
    calls(READ),
    calls(READ, READ, WRITE, READ, text="I look."),
    calls(READ, READ, ids=[None, None]),
    calls(EDIT, EDIT, READ, DELETE, DELETE),
    calls(READ, WRITE, ids=["same", "same"], interleaved=True),
    calls(WRITE, finish="length"),
    calls(("write_file", '{"file_path": "b.txt", "te')),
    calls(("read_file", "[1, 2]"), ("no such tool!", {}), READ),
    calls(("read_file", {"file_path": 5}), ("", "")),
    calls(READ, done=False, finish=None),
    chunks(chunk({"content": "One "}), Mark.DROP),
    chunks(chunk({"content": "One "}), stream_error({"message": "Died.", "code": 500})),
    chunks(chunk({"content": "One "}), "data: {bad\n\n"),
    chunks(chunk({"tool_calls": [{"index": 0}]})),
    chunks(),
    Answer(400, {"error": {"message": "No."}}),
    Answer(200, "<html>"),
    SHAPES["OpenAI"],
    SHAPES["llama.cpp"],
]


@pytest.mark.parametrize("seed", range(16))
async def test_every_turn_ends_well(server: ScriptedServer, settings: SettingsMaker, seed: int) -> None:
    choice = random.Random(seed)
    conversation = Conversation(agent_from(settings(max_rounds=3)))
    server.play(*choice.choices(REPLIES, k=60))
    for number in range(6):
        await one_turn(conversation, f"Question {number}?", choice.choice([None, None, 0.0, 0.01, 0.05]))
    assert [problem for request in server.requests for problem in problems(request.messages)] == []
    server.play(say("Still here."))
    assert (await end_of(conversation, "Are you there?")).text == "Still here."


async def one_turn(conversation: Conversation, question: str, stop_after: float | None) -> None:
    """A turn whose events are in order, stopped after a while, or after its end."""
    press = None
    if stop_after is not None:
        press = asyncio.get_running_loop().call_later(stop_after, conversation.stop)
    events = await turn(conversation, question)
    if press:
        press.cancel()
    assert ended(events).text.strip()
