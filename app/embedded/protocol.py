"""The chat-completions protocol: requests as values, replies as the objects a client expects."""

import json
import re
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from pydantic import BaseModel, JsonValue

from app.tokens import estimated_tokens

MODEL_NAME = "folio-helper"
CONTEXT_WINDOW = 13_500
"""Tokens of one request, tools included; more is refused with `context_length_exceeded`."""
# Characters of one tool result that fit beside the tools, whatever the script.
RESULT_CHARS = 10_000

Json = dict[str, JsonValue]

_WIDE = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_PIECE = re.compile(rf"\s*(?:[{_WIDE}]{{1,3}}|[^\s{_WIDE}]+)|\s+")


class CalledFunction(BaseModel):
    """The function of a tool call; `arguments` is JSON in a string."""

    name: str
    arguments: str = "{}"


class ToolCall(BaseModel):
    """One tool call of an assistant message."""

    id: str = ""
    function: CalledFunction


class Part(BaseModel):
    """One part of a message's content; only text parts carry text."""

    text: str = ""


class Message(BaseModel):
    """One message of the request, whatever its role."""

    role: str
    content: str | list[Part] | None = None
    tool_calls: list[ToolCall] | None = None
    tool_call_id: str | None = None

    @property
    def text(self) -> str:
        """The content as one string, "" when there is none."""
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content)
        return self.content or ""


class ChatRequest(BaseModel):
    """The fields of a chat-completions request that the helper looks at."""

    messages: list[Message]
    tools: list[Json] | None = None
    stream: bool = False
    stream_options: Json | None = None

    @property
    def tool_names(self) -> frozenset[str]:
        """The names of the tools that may be called; empty when the request has no tools."""
        functions = [tool.get("function") for tool in self.tools or []]
        return frozenset(str(one["name"]) for one in functions if isinstance(one, dict) and "name" in one)

    @property
    def tokens(self) -> int:
        """Estimated tokens of every content, every call's arguments and the tools' JSON."""
        calls = [call.function.arguments for message in self.messages for call in message.tool_calls or []]
        tools = [json.dumps(self.tools, ensure_ascii=False)] if self.tools else []
        contents = [message.text for message in self.messages]
        return sum(map(estimated_tokens, [*contents, *calls, *tools]))

    @property
    def wants_usage(self) -> bool:
        """Whether a stream is to end with the usage."""
        return bool((self.stream_options or {}).get("include_usage"))


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call that the helper makes or has made."""

    name: str
    arguments: Json

    @property
    def json(self) -> str:
        """The arguments as the protocol carries them."""
        return json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the helper says or calls: a text, or calls without a text."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    id: str = field(default_factory=lambda: f"chatcmpl-{secrets.token_hex(12)}")

    @property
    def finish_reason(self) -> str:
        """`tool_calls` or `stop`, as the protocol names them."""
        return "tool_calls" if self.calls else "stop"

    @property
    def tokens(self) -> int:
        """Estimated tokens of the text and the calls."""
        return estimated_tokens(self.text) + sum(estimated_tokens(call.name + call.json) for call in self.calls)


def pieces(text: str, most: int) -> list[str]:
    """`text` cut into words, or two to three wide characters; joined to larger ones above `most` pieces."""
    small = _PIECE.findall(text)
    size = max(1, -(-len(small) // most))
    return ["".join(small[start : start + size]) for start in range(0, len(small), size)]


def usage(request: ChatRequest, reply: Reply) -> Json:
    """The usage object; both figures are estimates."""
    prompt, completion = request.tokens, reply.tokens
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def completion(request: ChatRequest, reply: Reply) -> Json:
    """The whole reply as one object, for a request that is not streamed."""
    calls: list[JsonValue] = [_whole_call(call) for call in reply.calls]
    message: Json = {"role": "assistant", "content": reply.text or None}
    if calls:
        message["tool_calls"] = calls
    choice: Json = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    return {**_head(reply, "chat.completion"), "choices": [choice], "usage": usage(request, reply)}


def chunks(request: ChatRequest, reply: Reply, most: int) -> Iterator[Json]:
    """The reply as stream chunks: role, at most `most` pieces of text, calls, finish reason, usage."""
    yield _chunk(reply, {"role": "assistant", "content": ""})
    for piece in pieces(reply.text, most):
        yield _chunk(reply, {"content": piece})
    for index, call in enumerate(reply.calls):
        for part in _call_parts(index, call):
            yield _chunk(reply, {"tool_calls": [part]})
    yield _chunk(reply, {}, reply.finish_reason)
    if request.wants_usage:
        yield {**_head(reply, "chat.completion.chunk"), "choices": [], "usage": usage(request, reply)}


def models() -> Json:
    """The list of models: this one."""
    return {"object": "list", "data": [{"id": MODEL_NAME, "object": "model", "created": 0, "owned_by": "folio"}]}


def error(message: str, code: str, param: str | None = None) -> Json:
    """An error body as clients of the protocol read it."""
    body: Json = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return {"error": body}


def overflow(tokens: int) -> Json:
    """The error body for a request of `tokens` tokens, which is more than the window."""
    told = (
        f"This model's maximum context length is {CONTEXT_WINDOW} tokens. However, your messages "
        f"resulted in {tokens} tokens. Please reduce the length of the messages."
    )
    return error(told, "context_length_exceeded", "messages")


def _head(reply: Reply, kind: str) -> Json:
    return {"id": reply.id, "object": kind, "created": int(time.time()), "model": MODEL_NAME}


def _chunk(reply: Reply, delta: Json, finish_reason: str | None = None) -> Json:
    choice: Json = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {**_head(reply, "chat.completion.chunk"), "choices": [choice]}


def _whole_call(call: Call) -> Json:
    return {
        "id": f"call_{secrets.token_hex(12)}",
        "type": "function",
        "function": {"name": call.name, "arguments": call.json},
    }


def _call_parts(index: int, call: Call) -> Iterator[Json]:
    half = len(call.json) // 2
    first: Json = {"name": call.name, "arguments": call.json[:half]}
    yield {"index": index, **_whole_call(call), "function": first}
    yield {"index": index, "function": {"arguments": call.json[half:]}}
