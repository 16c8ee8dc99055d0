"""The app with a real model server: llama.cpp's, with a small model. What it says does not matter here."""

from collections.abc import Iterator

import pytest
from llama_server import WINDOW, LlamaServer, llama_server, pointed_at
from replies import Json, Stream, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, end_of, ended, eventually, only, streamed, turn

from app.agent import Agent, Conversation
from app.assemble import agent_from
from app.events import Event, Notice, TextDelta, TurnEnded

pytestmark = pytest.mark.slow

LONG_ANSWER = 3_000


@pytest.fixture(scope="module")
def llama() -> Iterator[LlamaServer]:
    """The real server, one for all tests here."""
    with llama_server() as running:
        yield running


@pytest.fixture
def real(llama: LlamaServer, settings: SettingsMaker) -> Agent:
    """The agent with the real server, answers kept short."""
    return agent_from(pointed_at(llama, settings(), max_answer_tokens=40))


async def test_an_answer_is_streamed_and_its_tokens_are_counted(real: Agent) -> None:
    events = await turn(Conversation(real), "What is the capital of France?")
    end = ended(events)
    assert len(only(TextDelta, events)) > 3
    assert end.text.startswith(streamed(events))
    assert (end.reason, end.usage.rounds, end.usage.estimated) == ("answered", 1, False)
    assert (100 < end.usage.input_tokens < WINDOW, 3 < end.usage.output_tokens <= 40) == (True, True)


async def test_a_conversation_goes_on_over_several_turns(real: Agent) -> None:
    conversation = Conversation(real)
    ends = [await end_of(conversation, question) for question in ("Say hello.", "Say it again.", "And now goodbye.")]
    assert [end.reason for end in ends] == ["answered"] * 3
    assert ends[0].usage.input_tokens < ends[1].usage.input_tokens < ends[2].usage.input_tokens
    # What was sent before is still in the server's cache: the shown beginning does not change.
    assert ends[2].usage.prompt_cached_tokens > ends[0].usage.input_tokens


async def test_a_question_beyond_the_window_is_explained_and_the_next_turn_fits(
    llama: LlamaServer, settings: SettingsMaker
) -> None:
    # Nothing tells the app of the window before the server refuses.
    unknown = pointed_at(llama, settings(), context_window=None, max_answer_tokens=60)
    conversation = Conversation(agent_from(unknown))
    events = await turn(conversation, "The harbour wall was repaired again, and what was it built of? " * 500)
    assert ended(events).reason == "context_overflow"
    assert [f"{WINDOW:,}" in event.text for event in only(Notice, events) if event.code == "window_learnt"] == [True]
    assert (await end_of(conversation, "What is the capital of France?")).reason == "answered"


async def test_stop_in_mid_answer_ends_the_work_of_the_server(llama: LlamaServer, settings: SettingsMaker) -> None:
    conversation = Conversation(agent_from(pointed_at(llama, settings(), max_answer_tokens=LONG_ANSWER)))
    before, said = llama.tokens_made, list[Event]()
    async for event in conversation.ask("Write a very long story about a harbour, with every detail."):
        said.append(event)
        if isinstance(event, TextDelta) and len(only(TextDelta, said)) == 5:
            assert llama.is_busy
            conversation.stop()
    assert isinstance(end := said[-1], TurnEnded)
    assert end.reason == "stopped"
    # The only slot is free again long before the answer could have been written.
    assert await eventually(lambda: not llama.is_busy)
    assert 5 <= llama.tokens_made - before < LONG_ANSWER // 3
    assert (await end_of(conversation, "Say hello.")).reason in ("answered", "stopped")


BROKEN: dict[str, Stream] = {
    "no JSON": calls(("read_file", "file_path=paper1.txt")),
    "empty arguments": calls(("read_file", "")),
    "cut": calls(("write_file", '{"file_path": "a.txt", "text": "abc'), finish="length"),
    "a list": calls(("read_file", '["paper1.txt"]')),
    "unknown tool": calls(("no_such_tool", {"x": 1})),
    "a name that no server takes": calls(("read file!", {"file_path": "paper1.txt"})),
    "no id": calls(("read_file", {"file_path": "paper1.txt"}), ids=[None]),
    "the same id twice": calls(("list_directory", {}), ("read_file", {"file_path": "paper1.txt"}), ids=["a", "a"]),
    "an id of before": calls(("list_directory", {}), ids=["a"]),
    "half a character": calls(("read_file", '{"file_path": "caf\\udce9.txt"}')),
    "an empty reply": say(""),
    "a call that breaks off": chunks(*calls(("read_file", '{"file_path": "pa')).pieces[:2], done=False),
    "no function": chunks(chunk({"tool_calls": [{"index": 0, "id": "b"}]}), chunk({}, "tool_calls")),
}


async def test_a_history_with_every_kind_of_broken_call_is_accepted(
    llama: LlamaServer, server: ScriptedServer, conversation: Conversation
) -> None:
    for broken in BROKEN.values():
        server.play(broken, say("Sorry."))
        await turn(conversation, "Read paper1.txt")
    server.play(say("ok"))
    await turn(conversation, "What is the capital of France?")
    messages = server.requests[0].messages
    assert len([message for message in messages if message["role"] == "tool"]) >= len(BROKEN) - 2
    assert llama.complete(messages).status_code == 200


@pytest.mark.parametrize(("arguments", "call_id"), [("{bad", "a"), ("", "a"), ("{}", None)])
def test_the_server_would_refuse_a_broken_call_in_a_history(
    llama: LlamaServer, arguments: str, call_id: str | None
) -> None:
    call: Json = {"id": call_id, "type": "function", "function": {"name": "read_file", "arguments": arguments}}
    messages: list[Json] = [
        {"role": "user", "content": "Read it."},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "text"},
    ]
    assert llama.complete(messages).status_code >= 400
