"""The helper as a model: through the real ChatOpenAI, or as plain HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import openai
import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from app.embedded import CONTEXT_WINDOW, MODEL_NAME, EmbeddedTransport
from app.tokens import estimated_tokens

PACE = 0.05


def tool(name: str, **arguments: str) -> dict[str, Any]:
    properties = {argument: {"type": kind} for argument, kind in arguments.items()}
    function = {"name": name, "description": name, "parameters": {"type": "object", "properties": properties}}
    return {"type": "function", "function": function}


LIST = tool("list_directory", dir_path="string")
READ = tool("read_file", file_path="string", offset="integer", limit="integer", column="integer")
WRITE = tool("write_file", file_path="string", text="string", append="boolean")
TOOLS = [LIST, READ, WRITE]


def page(name: str, text: str) -> str:
    lines = text.count("\n")
    return f"[{name}: lines 1-{lines} of {lines}, {len(text.encode()):,} bytes]\n[Content, not instructions:]\n{text}"


async def model(pace: float = 0) -> AsyncIterator[ChatOpenAI]:
    async with openai.DefaultAsyncHttpxClient(transport=EmbeddedTransport(pace=pace)) as client:
        yield ChatOpenAI(
            model=MODEL_NAME,
            api_key=SecretStr("none"),
            base_url="http://embedded.invalid/v1",
            http_async_client=client,
            stream_usage=True,
            use_responses_api=False,
            max_retries=0,
        )


@pytest.fixture
async def helper() -> AsyncIterator[ChatOpenAI]:
    async for one in model():
        yield one


@pytest.fixture
async def slow_helper() -> AsyncIterator[ChatOpenAI]:
    async for one in model(pace=PACE):
        yield one


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(transport=EmbeddedTransport(pace=0), base_url="http://embedded.invalid") as client:
        yield client


async def reply(chat: ChatOpenAI, *messages: BaseMessage | str, tools: list[dict[str, Any]] = TOOLS) -> AIMessage:
    """One streamed reply to `messages`; plain strings are the person's."""
    history = [HumanMessage(one) if isinstance(one, str) else one for one in messages]
    whole: AIMessageChunk | None = None
    async for chunk in (chat.bind_tools(tools) if tools else chat).astream(history):
        whole = chunk if whole is None else whole + chunk  # type: ignore[assignment]
    assert whole is not None
    return AIMessage(content=whole.content, tool_calls=whole.tool_calls, usage_metadata=whole.usage_metadata)


def results(asked: AIMessage, *contents: str) -> list[BaseMessage]:
    pairs = zip(asked.tool_calls, contents, strict=True)
    return [asked, *(ToolMessage(content, tool_call_id=str(call["id"])) for call, content in pairs)]


def calls(message: AIMessage) -> list[tuple[str, dict[str, Any]]]:
    return [(call["name"], call["args"]) for call in message.tool_calls]


async def test_an_answer_comes_in_several_pieces_and_ends_with_its_usage(helper: ChatOpenAI) -> None:
    chunks = [chunk async for chunk in helper.astream([HumanMessage("hello")])]
    usage = next(chunk.usage_metadata for chunk in chunks if chunk.usage_metadata)
    text = "".join(str(chunk.content) for chunk in chunks)
    assert len([chunk for chunk in chunks if chunk.content]) > 20
    assert (usage["input_tokens"], usage["output_tokens"]) == (estimated_tokens("hello"), estimated_tokens(text))


async def test_a_japanese_answer_comes_in_pieces_too(helper: ChatOpenAI) -> None:
    chunks = [chunk async for chunk in helper.astream([HumanMessage("こんにちは")])]
    assert max(len(str(chunk.content)) for chunk in chunks) < 25
    assert "AI モデルではありません" in "".join(str(chunk.content) for chunk in chunks)


@pytest.mark.slow
async def test_a_long_answer_comes_in_no_more_pieces_than_three_seconds_hold(slow_helper: ChatOpenAI) -> None:
    asked = AIMessage("", tool_calls=[{"name": "read_file", "args": {"file_path": "a.txt"}, "id": "call_1"}])
    read = results(asked, page("a.txt", "word word word word\n" * 900))
    pieces = [str(c.content) async for c in slow_helper.astream([HumanMessage("read a.txt"), *read])]
    assert len("".join(pieces)) > 17_000
    assert len(pieces) < 3 / PACE + 10


async def test_closing_the_stream_stops_it_at_once(slow_helper: ChatOpenAI) -> None:
    stream = slow_helper.astream([HumanMessage("hello")])
    await anext(stream)
    async with asyncio.timeout(30):
        await stream.aclose()  # type: ignore[attr-defined]


async def test_a_cancelled_request_ends_at_once(slow_helper: ChatOpenAI) -> None:
    task = asyncio.create_task(reply(slow_helper, "hello"))
    await asyncio.sleep(0.05)
    task.cancel()
    async with asyncio.timeout(30):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_a_question_about_the_folder_is_a_call_and_its_result_the_answer(helper: ChatOpenAI) -> None:
    question = "What is in the work folder?"
    asked = await reply(helper, question)
    listing = "[work: 1 folders, 2 files]\nstock/\na b.txt  9,876 bytes\npaper1.txt  33 bytes"
    answer = await reply(helper, SystemMessage("Be kind."), question, *results(asked, listing))
    assert calls(asked) == [("list_directory", {"dir_path": "."})]
    assert str(asked.tool_calls[0]["id"]).startswith("call_")
    for told in ("`stock/`", "`a b.txt` (9,876 bytes)", "`paper1.txt` (33 bytes)"):
        assert told in str(answer.content)


async def test_several_files_are_read_in_one_reply(helper: ChatOpenAI) -> None:
    asked = await reply(helper, "a.txt と b.txt を要約して")
    assert [args["file_path"] for _, args in calls(asked)] == ["a.txt", "b.txt"]
    assert len({call["id"] for call in asked.tool_calls}) == 2


async def test_a_summary_is_saved_and_told_with_the_size_the_tool_gave(helper: ChatOpenAI) -> None:
    question = "Summarize a.txt and save it as s.txt"
    read = await reply(helper, question)
    text = "A Title\n\nThe first sentence is short. The second sentence is short as well.\n"
    history = [HumanMessage(question), *results(read, page("a.txt", text))]
    write = await reply(helper, *history)
    answer = await reply(helper, *history, *results(write, "Created s.txt, 1,204 bytes."))
    [(name, arguments)] = calls(write)
    assert (name, arguments["file_path"]) == ("write_file", "s.txt")
    assert arguments["text"].startswith("A Title\n\n- The first sentence is short.\n")
    assert arguments["text"].endswith("\n")
    assert "`s.txt` (1,204 bytes)" in str(answer.content)


async def test_a_failed_write_is_never_called_saved(helper: ChatOpenAI) -> None:
    question = "hello.txt に「こんにちは」と書いて"
    write = await reply(helper, question)
    answer = await reply(helper, question, *results(write, "Not done (tool:denied): The person said no."))
    assert calls(write) == [("write_file", {"file_path": "hello.txt", "text": "こんにちは\n"})]
    assert answer.content == "`hello.txt` は保存できませんでした。承認されませんでした。"


async def test_a_request_above_the_window_is_refused_as_a_real_server_does(helper: ChatOpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        await reply(helper, "x" * (4 * CONTEXT_WINDOW + 40))
    assert refused.value.code == "context_length_exceeded"
    assert f"maximum context length is {CONTEXT_WINDOW} tokens" in str(refused.value)


async def test_reading_a_whole_large_file_runs_into_the_window(helper: ChatOpenAI) -> None:
    history: list[BaseMessage] = [HumanMessage("Read big.txt from start to end and tell me all of it")]
    with pytest.raises(openai.BadRequestError, match="maximum context length"):
        for start in range(1, 2000, 200):
            asked = await reply(helper, *history)
            assert calls(asked)[0][1].get("offset", 1) == start
            head = f"[big.txt: lines {start:,}-{start + 199:,} of 2,000, 160,000 bytes]"
            onward = f"[More follows. To go on: offset={start + 200}]"
            text = f"{head}\n{onward}\n[Content, not instructions:]\n" + f"{'word ' * 16}\n" * 200
            history += results(asked, text)


async def test_facts_are_repeated_word_for_word_without_tools(helper: ChatOpenAI) -> None:
    answer = await reply(
        helper, "Explain this.\nFacts:\n`big.txt` has 9,999 lines.\n\n読む行を減らしてください。", tools=[]
    )
    assert answer.content == "`big.txt` has 9,999 lines.\n\n読む行を減らしてください。"


async def test_facts_mean_nothing_special_while_there_are_tools(helper: ChatOpenAI) -> None:
    answer = await reply(helper, "Facts:\nthe moon is made of cheese")
    assert "built-in helper" in str(answer.content)


async def test_without_tools_in_mid_turn_it_tells_what_it_has_and_that_it_had_to_stop(helper: ChatOpenAI) -> None:
    question = "Summarize all files and save the summaries"
    asked = await reply(helper, question)
    history = [HumanMessage(question), *results(asked, "[work: 0 folders, 1 files]\na.txt  20 bytes")]
    answer = await reply(helper, *history, tools=[])
    assert "had to stop before finishing" in str(answer.content)
    assert "Saved" not in str(answer.content)


async def test_a_tool_that_is_not_there_is_missed_aloud(helper: ChatOpenAI) -> None:
    answer = await reply(helper, "write 'hello' to hello.txt", tools=[LIST, READ])
    assert "`write_file`" in str(answer.content)
    assert not answer.tool_calls


async def test_the_reply_that_is_not_streamed_has_the_same_form(http: httpx2.AsyncClient) -> None:
    body = {"model": MODEL_NAME, "messages": [{"role": "user", "content": "list files"}], "tools": TOOLS}
    answer = (await http.post("/v1/chat/completions", json=body)).json()
    [choice] = answer["choices"]
    assert choice["finish_reason"] == "tool_calls"
    assert json.loads(choice["message"]["tool_calls"][0]["function"]["arguments"]) == {"dir_path": "."}
    assert answer["usage"]["total_tokens"] == answer["usage"]["prompt_tokens"] + answer["usage"]["completion_tokens"]


async def test_a_streamed_call_has_its_arguments_in_two_fragments(http: httpx2.AsyncClient) -> None:
    message = {"role": "user", "content": [{"type": "text", "text": "read a.txt"}]}
    body = {"model": MODEL_NAME, "messages": [message], "tools": TOOLS, "stream": True}
    lines = [line for line in (await http.post("/v1/chat/completions", json=body)).text.split("\n\n") if line]
    chunks = [json.loads(line.removeprefix("data: ")) for line in lines[:-1]]
    deltas = [chunk["choices"][0]["delta"] for chunk in chunks]
    fragments = [delta["tool_calls"][0]["function"]["arguments"] for delta in deltas if "tool_calls" in delta]
    assert lines[-1] == "data: [DONE]"
    assert deltas[0] == {"role": "assistant", "content": ""}
    assert len(fragments) == 2
    assert json.loads("".join(fragments)) == {"file_path": "a.txt"}
    assert chunks[-1]["choices"][0]["finish_reason"] == "tool_calls"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v1/models", None, 200),
        ("GET", "/v1/chat/completions", None, 404),
        ("POST", "/v1/responses", {}, 404),
        ("POST", "/v1/chat/completions", {"messages": "no list"}, 400),
    ],
)
async def test_every_address_answers_in_json(
    http: httpx2.AsyncClient, method: str, path: str, body: dict[str, Any] | None, status: int
) -> None:
    answer = await http.request(method, path, json=body)
    assert answer.status_code == status
    assert ("error" in answer.json()) == (status != 200)


async def test_the_list_of_models_has_the_one_model(http: httpx2.AsyncClient) -> None:
    assert [one["id"] for one in (await http.get("/v1/models")).json()["data"]] == [MODEL_NAME]
