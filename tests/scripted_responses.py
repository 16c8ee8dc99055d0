"""The Responses API of the scripted server: the same script, told in its events, and what it asks of requests."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from replies import Json, Mark, Stream

SEALED = "reasoning.encrypted_content"
_PARAMETERS = {"model", "input", "tools", "stream", "store", "include", "reasoning", "max_output_tokens"}
_ITEMS = {"message", "function_call", "function_call_output", "reasoning"}


def events(reply: Stream, body: Json) -> Iterator[str | Mark]:
    """The pieces of `reply` as events, those for one piece together; strings and events pass as they are."""
    response = _Response(seals=SEALED in body.get("include", []))
    begun = response.event("response.created", response=response.whole("in_progress", None))
    for piece in reply.pieces:
        if piece is Mark.DROP:
            yield piece
        elif told := _told(response, piece):
            yield begun + told
            begun = ""
    if reply.done:
        yield begun + "".join(response.end(reply.usage))


def _told(response: "_Response", piece: Json | str | Mark) -> str:
    match piece:
        case str():
            return piece
        case dict() if "type" in piece:
            return _written(piece["type"], piece)
        case dict() if "error" in piece:
            return response.event("error", **_error_fields(piece["error"]))
        case dict():
            return "".join(response.take(piece))
    return ""


def whole_response(reply: Stream) -> Json:
    """The pieces of `reply` as the one object that a request without streaming gets."""
    response = _Response(seals=False)
    for piece in reply.pieces:
        if isinstance(piece, dict) and "choices" in piece:
            list(response.take(piece))
    list(response.close())
    return response.whole(response.status, reply.usage)


def messages_of(body: Json) -> list[Json]:
    """The input of a request as the messages of a chat completion, calls of one reply together."""
    messages: list[Json] = []
    for item in body["input"]:
        match item["type"]:
            case "message":
                messages.append({"role": item["role"], "content": _text(item["content"])})
            case "function_call":
                if not messages or messages[-1]["role"] != "assistant":
                    messages.append({"role": "assistant", "content": None})
                function = {"name": item["name"], "arguments": item["arguments"]}
                call = {"id": item["call_id"], "type": "function", "function": function}
                messages[-1].setdefault("tool_calls", []).append(call)
            case "function_call_output":
                messages.append({"role": "tool", "tool_call_id": item["call_id"], "content": item["output"]})
    return messages


def item_problems(body: Json) -> list[str]:
    """What the Responses API would refuse in a request, beside what `strict_history` finds in its messages."""
    found = [f"the parameter {name!r}" for name in body.keys() - _PARAMETERS]
    found += [f"an item {item['type']!r}" for item in body["input"] if item["type"] not in _ITEMS]
    found += [f"the tool {tool}" for tool in body.get("tools", []) if tool["type"] != "function" or "name" not in tool]
    if "store" in body and body["store"] is not False:
        found.append("something is to be kept on the server")
    return found + _reasoning_problems(body)


def _reasoning_problems(body: Json) -> list[str]:
    found, items = [], body["input"]
    for item, after in zip(items, [*items[1:], {"type": "end"}], strict=True):
        if item["type"] != "reasoning":
            continue
        if not str(item.get("encrypted_content")).startswith("sealed:") or not isinstance(item.get("summary"), list):
            found.append(f"the reasoning item {item} cannot be read")
        if after["type"] not in ("message", "function_call", "reasoning") or after.get("role", "assistant") == "user":
            found.append("a reasoning item without the item that followed it")
    ids = [item["id"] for item in items if item["type"] == "reasoning" and "id" in item]
    return found + (["a reasoning item stands twice"] if len(ids) != len(set(ids)) else [])


@dataclass
class _Response:
    """A response that is being told. `output` holds its items, the last one open while `kind` is set."""

    seals: bool
    output: list[Json] = field(default_factory=list)
    status: str = "completed"
    _reason: str = ""
    _open: Json | None = None
    _calls: dict[int, int] = field(default_factory=dict)

    def event(self, kind: str, **more: Any) -> str:
        return _written(kind, {"type": kind, **more})

    def take(self, piece: Json) -> Iterator[str]:
        """The events for one chunk of a chat completion."""
        if not piece.get("choices"):
            return
        choice = piece["choices"][0]
        delta = choice.get("delta") or {}
        if thought := delta.get("reasoning_content"):
            yield from self._thought(thought)
        for name, kind in (("content", "output_text"), ("refusal", "refusal")):
            if text := delta.get(name):
                yield from self._part(kind, text)
        for part in delta.get("tool_calls") or ():
            yield from self._call(part)
        if choice.get("finish_reason") in ("length", "content_filter"):
            self.status = "incomplete"
            self._reason = "max_output_tokens" if choice["finish_reason"] == "length" else "content_filter"

    def close(self) -> Iterator[str]:
        """The ends of what is open: the item, and the calls."""
        if self._open is not None:
            item, self._open = self._open, None
            yield from self._done(self.output.index(item))
        for index in self._calls.values():
            yield from self._done(index)
        self._calls = {}

    def end(self, usage: tuple[int, int] | None) -> Iterator[str]:
        yield from self.close()
        yield self.event(f"response.{self.status}", response=self.whole(self.status, usage))

    def whole(self, status: str, usage: tuple[int, int] | None) -> Json:
        details = {"reason": self._reason} if self._reason else None
        whole = {"id": "resp_1", "object": "response", "status": status, "error": None, "incomplete_details": details}
        return {**whole, "model": "scripted", "output": self.output, "usage": _usage(usage) if usage else None}

    def _begin(self, item: Json) -> Iterator[str]:
        yield from self.close()
        self.output.append(item)
        self._open = item
        shown = {name: value for name, value in item.items() if name != "encrypted_content"}
        yield self.event("response.output_item.added", output_index=len(self.output) - 1, item=shown)

    def _thought(self, text: str) -> Iterator[str]:
        number = len(self.output)
        if self._open is None or self._open["type"] != "reasoning":
            item: Json = {"type": "reasoning", "id": f"rs_{id(self)}_{number}", "summary": []}
            yield from self._begin(item | ({"encrypted_content": f"sealed:{number}"} if self.seals else {}))
            self.output[-1]["summary"].append({"type": "summary_text", "text": ""})
        at = {"output_index": len(self.output) - 1, "item_id": self.output[-1]["id"], "summary_index": 0}
        self.output[-1]["summary"][0]["text"] += text
        yield self.event("response.reasoning_summary_text.delta", delta=text, **at)

    def _part(self, kind: str, text: str) -> Iterator[str]:
        key = "text" if kind == "output_text" else "refusal"
        if self._open is None or self._open["type"] != "message" or self._open["content"][0]["type"] != kind:
            item = {"type": "message", "id": f"msg_{len(self.output)}", "role": "assistant", "content": []}
            yield from self._begin(item)
            self.output[-1]["content"].append({"type": kind, key: "", "annotations": []})
        self.output[-1]["content"][0][key] += text
        at = {"output_index": len(self.output) - 1, "item_id": self.output[-1]["id"], "content_index": 0}
        yield self.event(f"response.{kind}.delta", delta=text, **at)

    def _call(self, part: Json) -> Iterator[str]:
        if part["index"] not in self._calls:
            if self._open is not None:
                yield from self.close()
            self._calls[part["index"]] = len(self.output)
            item = {"type": "function_call", "id": f"fc_{len(self.output)}", "call_id": part.get("id") or ""}
            self.output.append({**item, "name": part["function"]["name"], "arguments": ""})
            yield self.event(
                "response.output_item.added", output_index=len(self.output) - 1, item=dict(self.output[-1])
            )
        index = self._calls[part["index"]]
        if text := part["function"].get("arguments"):
            self.output[index]["arguments"] += text
            at = {"output_index": index, "item_id": self.output[index]["id"]}
            yield self.event("response.function_call_arguments.delta", delta=text, **at)

    def _done(self, index: int) -> Iterator[str]:
        yield self.event("response.output_item.done", output_index=index, item=self.output[index])


def _written(kind: str, event: Json) -> str:
    return f"event: {kind}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n"


def _error_fields(error: object) -> Json:
    given = error if isinstance(error, dict) else {"message": str(error)}
    return {name: given.get(name) for name in ("code", "message", "param")}


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(str(part["text"]) for part in content)


def _usage(tokens: tuple[int, int]) -> Json:
    return {
        "input_tokens": tokens[0],
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": tokens[1],
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": sum(tokens),
    }
