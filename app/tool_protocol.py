"""The model with its tools: called through its server's own tool calls, or written as JSON text.

Models without tool calling are told in words what the tools are, and write their calls
as JSON. What leaves this step is the same either way: pieces of an AIMessage with tool calls.
"""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal

import openai
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.prompt_values import PromptValue
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from app.model_errors import refuses_tools
from app.written_calls import WrittenCall, WrittenCalls

Protocol = Literal["auto", "native", "json"]

_INSTRUCTIONS = """\

You call tools by writing JSON. To call, reply with nothing but one JSON object on lines of its own:
{"calls": [{"name": "read_file", "arguments": {"file_path": "paper1.txt"}}]}
Several calls may stand in the list. The results come in the next message. When you need no tool, answer in plain
words without such an object. The tools are:
"""


class _Streamed(Runnable[LanguageModelInput, AIMessageChunk]):
    """A step for `astream` alone."""

    def invoke(self, input: LanguageModelInput, config: RunnableConfig | None = None, **_: Any) -> AIMessageChunk:
        """Not for this step: a reply is streamed."""
        raise NotImplementedError("use astream")


class ToolCalling(_Streamed):
    """A chat model with tools bound, for `astream`.

    With `auto` it changes to JSON for good once the server refuses tools, and from then on tells
    so by pieces whose additional_kwargs hold `lasting_notice`; a reply that is nothing but a known tool's
    call, written as JSON, counts as that call.
    """

    def __init__(self, model: BaseChatModel, tools: Sequence[BaseTool], protocol: Protocol) -> None:
        self._model = model
        self._native: Runnable[LanguageModelInput, Any] = model.bind_tools(tools)
        self._names = frozenset(tool.name for tool in tools)
        self._told = _INSTRUCTIONS + "\n".join(map(_described, tools))
        self._protocol = protocol
        self.as_json = protocol == "json"

    async def astream(
        self, input: LanguageModelInput, config: RunnableConfig | None = None, **limits: Any
    ) -> AsyncIterator[AIMessageChunk]:
        """The pieces of one reply."""
        messages = _messages(input)
        if not self.as_json:
            begun = False
            try:
                async for chunk in self.read(self._native.astream(input, config, **limits), messages):
                    begun = True
                    yield chunk
                return
            except openai.APIError as error:
                if begun or self._protocol == "native" or not refuses_tools(error):
                    raise
            self.as_json = True
        told = {"lasting_notice": "tools_as_json"} if self._protocol == "auto" else {}
        async for chunk in self.read(self._model.astream(in_words(messages, self._told), config, **limits), messages):
            chunk.additional_kwargs.update(told)
            yield chunk

    async def read(
        self, reply: AsyncIterator[AIMessageChunk], shown: Sequence[BaseMessage]
    ) -> AsyncIterator[AIMessageChunk]:
        """The pieces of `reply` with the calls that are written in it as calls; `shown` is what it answers."""
        reading = None if self._protocol == "native" else WrittenCalls(self._names, not self.as_json, _quotable(shown))
        async for chunk in reply:
            if reading is None:
                yield chunk
            elif chunk.tool_call_chunks or not isinstance(chunk.content, str):
                for held in _released(reading):
                    yield held
                reading = None
                yield chunk
            else:
                yield _without_calls(chunk, reading)
                reading = None if reading.is_over else reading
        if reading is not None:
            for held in _rest(reading):
                yield held


class Answering(_Streamed):
    """The same model without tools, for `astream`: it reads the calls and results of before, and can only answer.

    Where a server takes no calls without tools beside them, they are told in words. Calls that
    it makes all the same, also written ones, are no part of its text.
    """

    def __init__(self, model: BaseChatModel, calling: ToolCalling) -> None:
        self._model = model
        self._calling = calling

    async def astream(
        self, input: LanguageModelInput, config: RunnableConfig | None = None, **limits: Any
    ) -> AsyncIterator[AIMessageChunk]:
        """The pieces of one reply."""
        begun, messages = False, _messages(input)
        if not self._calling.as_json:
            try:
                async for chunk in self._calling.read(self._model.astream(messages, config, **limits), messages):
                    begun = True
                    yield chunk
                return
            except openai.BadRequestError as error:
                if begun or "tool" not in f"{error} {error.body}".lower():
                    raise
        told = self._model.astream(in_words(messages), config, **limits)
        async for chunk in self._calling.read(told, messages):
            yield chunk


def in_words(messages: Sequence[BaseMessage], tools: str = "") -> list[BaseMessage]:
    """The messages as a model without tool calling understands them: results are the person's, calls are text.

    `tools` tells what the tools are.
    """
    told: list[BaseMessage] = []
    names: dict[str, str] = {}
    for message in messages:
        match message:
            case SystemMessage():
                told.append(SystemMessage(message.text + tools))
            case AIMessage(tool_calls=calls) if calls:
                names.update((str(call["id"]), call["name"]) for call in calls)
                told.append(AIMessage(f"{message.text}\n{_written(message)}".lstrip()))
            case ToolMessage():
                _say(told, f"Result of {names.get(message.tool_call_id, 'a call')}:\n{message.text}")
            case HumanMessage():
                _say(told, message.text)
            case _:
                told.append(message)
    return told


def _quotable(messages: Sequence[BaseMessage]) -> list[str]:
    """What others have said: a call that stands there is not the model's own."""
    return [message.text for message in messages if not isinstance(message, AIMessage)]


def _say(told: list[BaseMessage], text: str) -> None:
    """Adds what stands on the person's side; many chat templates want the two sides to take turns."""
    if told and isinstance(told[-1], HumanMessage):
        told[-1] = HumanMessage(f"{told[-1].text}\n\n{text}")
    else:
        told.append(HumanMessage(text))


def _messages(input: LanguageModelInput) -> Sequence[BaseMessage]:
    return input.to_messages() if isinstance(input, PromptValue) else [m for m in input if isinstance(m, BaseMessage)]


def _written(message: AIMessage) -> str:
    calls = [{"name": call["name"], "arguments": call["args"]} for call in message.tool_calls]
    return json.dumps({"calls": calls}, ensure_ascii=False)


def _described(tool: BaseTool) -> str:
    function = convert_to_openai_tool(tool)["function"]
    arguments = function["parameters"].get("properties", {})
    required = set(function["parameters"].get("required", []))
    told = {name: _argument(schema, name in required) for name, schema in arguments.items()}
    return f"- {function['name']} {json.dumps(told, ensure_ascii=False)}: {' '.join(function['description'].split())}"


def _argument(schema: dict[str, Any], is_required: bool) -> Any:
    if schema.get("type") == "array":
        return [schema.get("items", {}).get("properties", schema.get("items"))]
    kind = schema.get("type", "string")
    return f"{kind}, required" if is_required else f"{kind}, default {json.dumps(schema.get('default'))}"


def _without_calls(chunk: AIMessageChunk, reading: WrittenCalls) -> AIMessageChunk:
    """The piece with the text that is surely no call."""
    if not chunk.content or reading.is_over:
        return chunk
    text = reading.add(chunk.text)
    return chunk if text == chunk.content else chunk.model_copy(update={"content": text})


def _released(reading: WrittenCalls) -> list[AIMessageChunk]:
    text = reading.release()
    return [AIMessageChunk(content=text)] if text else []


def _rest(reading: WrittenCalls) -> list[AIMessageChunk]:
    """What was held back until the end: calls, or text after all."""
    calls = reading.calls()
    if not calls:
        return _released(reading)
    return [AIMessageChunk(content="", tool_call_chunks=[_as_chunk(number, call) for number, call in enumerate(calls)])]


def _as_chunk(index: int, call: WrittenCall) -> Any:
    return tool_call_chunk(name=call.name, args=json.dumps(call.arguments, ensure_ascii=False), id=None, index=index)
