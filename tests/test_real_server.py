"""The app with a real model server: llama.cpp's, with a small model. What it says does not matter here."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from llama_server import WINDOW, LlamaServer, llama_server, pointed_at
from replies import Answer, Json, Stream, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, eventually, only, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Event, Notice, TextDelta
from app.measuring import Wanted, compare, measured
from app.measuring.forms import as_json

pytestmark = pytest.mark.slow

SHORT, LONG, LONGEST = 40, 100, 3_000
CALL: Json = {"id": "a", "type": "function", "function": {"name": "list_directory", "arguments": "{}"}}


@pytest.fixture(scope="module")
def llama() -> Iterator[LlamaServer]:
    """The real server, one for all tests here."""
    with llama_server() as running:
        yield running


@pytest.fixture
def talk(llama: LlamaServer, settings: SettingsMaker) -> Callable[..., Conversation]:
    """Makes conversations with the real server, of short answers; arguments change the settings."""

    def make(**other: Any) -> Conversation:
        return Conversation(agent_from(pointed_at(llama, settings(), **{"max_answer_tokens": SHORT, **other})))

    return make


async def test_an_answer_is_streamed_and_its_tokens_are_counted(talk: Callable[..., Conversation]) -> None:
    events = await turn(talk(), "What is the capital of France?")
    end, pieces = ended(events), len(only(TextDelta, events))
    assert (end.reason, end.usage.rounds, end.usage.estimated) == ("answered", 1, False)
    assert end.text.startswith(streamed(events).strip())
    # A token is a piece here.
    assert 3 < pieces <= end.usage.output_tokens <= SHORT
    assert 1_000 < end.usage.input_tokens < WINDOW


async def test_what_was_sent_before_is_in_the_servers_cache(talk: Callable[..., Conversation]) -> None:
    conversation = talk()
    first, second = [(await end_of(conversation, said)).usage for said in ("Say hello.", "And now goodbye.")]
    assert first.input_tokens < second.input_tokens
    # But for the end of the first request, where the answer was asked for.
    assert second.prompt_cached_tokens > 0.95 * first.input_tokens


async def test_a_question_beyond_the_window_is_explained_and_the_window_is_known_from_then_on(
    talk: Callable[..., Conversation],
) -> None:
    conversation = talk(context_window=None)
    events = await turn(conversation, "The harbour wall was repaired again, and what was it built of? " * 700)
    assert ended(events).reason == "context_overflow"
    assert [f"{WINDOW:,}" in event.text for event in only(Notice, events) if event.code == "window_learnt"] == [True]
    assert conversation._budget.window == WINDOW
    assert (await end_of(conversation, "What is the capital of France?")).reason == "answered"


async def test_stop_in_mid_answer_ends_the_work_of_the_server(
    llama: LlamaServer, talk: Callable[..., Conversation]
) -> None:
    conversation, events, made = talk(max_answer_tokens=LONGEST), list[Event](), llama.tokens_made
    async for event in conversation.ask("Tell me of France."):
        events.append(event)
        if len(only(TextDelta, events)) == 5:
            conversation.stop()
    assert ended(events).reason == "stopped"
    assert await eventually(lambda: not llama.is_busy)
    assert 5 <= llama.tokens_made - made < LONG
    assert (await end_of(talk(), "Say hello.")).reason == "answered"


async def test_the_answer_that_is_stopped_would_have_been_long(talk: Callable[..., Conversation]) -> None:
    """What the test above stands on."""
    end = await end_of(talk(max_answer_tokens=LONG), "Tell me of France.")
    assert end.usage.output_tokens > LONG // 2


async def test_a_comparison_has_the_figures_that_the_server_reports(
    llama: LlamaServer, settings: SettingsMaker
) -> None:
    chosen = pointed_at(llama, settings(), max_answer_tokens=SHORT)
    wanted = Wanted("What is the harbour wall?", files="paper*.txt", expected="1931")
    runs = [run async for run in compare(chosen, wanted, "en")]
    assert [(run.condition, run.fault, run.estimated) for run in runs] == [
        (condition, "", False) for condition in ("no_tools", "agent", "pasted")
    ]
    assert 20 < runs[0].input_tokens < runs[2].input_tokens < 1_000 < runs[1].input_tokens
    assert all(0 < run.output_tokens <= SHORT * run.requests for run in runs)
    assert all(0 < (run.first_token_seconds or 0) < run.seconds for run in runs)
    assert runs[2].files == ("paper1.txt", "paper2.txt")
    assert json.loads(as_json(measured(chosen, wanted, runs), 1))["conditions"]["agent"]["answered"] == 1


BROKEN: dict[str, Stream] = {
    "no JSON": calls(("read_file", "file_path=paper1.txt")),
    "no arguments": calls(("read_file", "")),
    "encoded twice": calls(("read_file", '"{\\"file_path\\": \\"paper1.txt\\"}"')),
    "a list": calls(("read_file", '["paper1.txt"]')),
    "half a character": calls(("read_file", '{"file_path": "caf\\udce9.txt"}')),
    "cut": calls(("write_file", '{"file_path": "a.txt", "text": "abc'), finish="length"),
    "broken off": chunks(*calls(("read_file", '{"file_path": "pa')).pieces[:2], done=False),
    "unknown tool": calls(("no_such_tool", {"x": 1})),
    "no tool's name": calls(("read file!", {"file_path": "paper1.txt"})),
    "no function": chunks(chunk({"tool_calls": [{"index": 0, "id": "b"}]}), chunk({}, "tool_calls")),
    "no id": calls(("read_file", {"file_path": "paper1.txt"}), ids=[None]),
    "one id twice": calls(("list_directory", {}), ("read_file", {"file_path": "paper1.txt"}), ids=["a", "a"]),
    "an id of before": calls(("list_directory", {}), ids=["a"]),
}


async def test_a_history_with_broken_calls_of_every_kind_is_accepted(
    llama: LlamaServer, server: ScriptedServer, settings: SettingsMaker
) -> None:
    conversation = Conversation(agent_from(settings(max_answer_tokens=SHORT)))
    for broken in BROKEN.values():
        server.play(broken, say("Sorry."))
        assert (await end_of(conversation, "Read paper1.txt")).text == "Sorry."
    server.play(llama.reply)
    end = await end_of(conversation, "What is the capital of France?")
    results = [message for message in server.requests[0].messages if message["role"] == "tool"]
    # One of the replies holds two calls, and one none.
    assert (end.reason, len(server.requests), len(results)) == ("answered", 1, len(BROKEN))


@pytest.mark.parametrize(
    ("call", "status"),
    [
        (CALL, 200),
        ({**CALL, "id": None}, 500),
        ({**CALL, "function": {"name": "list_directory", "arguments": ""}}, 500),
        ({**CALL, "function": {"name": "list_directory", "arguments": "{bad"}}, 500),
    ],
    ids=["whole", "no id", "no arguments", "no JSON"],
)
def test_the_server_refuses_a_history_with_a_broken_call(llama: LlamaServer, call: Json, status: int) -> None:
    """What the test above stands on."""
    messages: list[Json] = [
        {"role": "user", "content": "What is there?"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "paper1.txt"},
    ]
    reply = llama.reply({"messages": messages, "max_tokens": 1})
    assert (reply.status if isinstance(reply, Answer) else 200) == status
