"""A model's reply, read as somebody else's data."""

import json
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk

from app.json_text import is_whole, json_object
from app.tools import request_of

_CUT = ("length", "content_filter")
_SAY_WHY = (*_CUT, "error")


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call. `arguments` is JSON text as the model sent it; `cut` says that it arrived incomplete."""

    id: str
    name: str
    arguments: str
    cut: bool

    @property
    def args(self) -> dict[str, Any]:
        """The arguments as an object; empty when they are none."""
        return json_object(self.arguments) or {}

    @property
    def request(self) -> str:
        """The same text for the same call. A cut call is the same as no other."""
        return self.id if self.cut else request_of(self.name, self.arguments)


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply. `finish` is the server's finish reason; token counts are None when not reported."""

    text: str
    calls: tuple[Call, ...]
    finish: str
    refusal: str
    input_tokens: int | None
    output_tokens: int | None

    @property
    def is_empty(self) -> bool:
        """Whether it holds nothing, and does not say why."""
        return not (self.text.strip() or self.calls or self.refusal) and self.finish not in _SAY_WHY

    @property
    def message(self) -> AIMessage:
        """The reply as every server takes it back: own ids, plain names, arguments that are objects."""
        calls = [{"name": _plain(c.name), "args": c.args, "id": c.id, "type": "tool_call"} for c in self.calls]
        return AIMessage(content=self.text, tool_calls=calls)


def reply_of(chunks: Sequence[AIMessageChunk], used_ids: frozenset[str]) -> Reply:
    """The reply whose pieces are `chunks`. Calls get ids that are in none of `used_ids`.

    LangChain completes cut arguments into valid ones, so the raw texts are looked at.
    """
    whole = chunks[0] + list(chunks[1:]) if len(chunks) > 1 else chunks[0]
    finish = str(whole.response_metadata.get("finish_reason") or "")
    usages = [chunk.usage_metadata for chunk in chunks if chunk.usage_metadata]
    return Reply(
        text=sendable(whole.text),
        calls=_calls(whole, finish, set(used_ids)),
        finish=finish,
        refusal=str(whole.additional_kwargs.get("refusal") or ""),
        # Some servers report with every chunk, and LangChain adds that up.
        input_tokens=max((usage["input_tokens"] for usage in usages), default=None),
        output_tokens=max((usage["output_tokens"] for usage in usages), default=None),
    )


def sendable(text: str) -> str:
    """`text` with its surrogates joined to characters, and lone ones, which no request can carry, replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _calls(whole: AIMessageChunk, finish: str, used: set[str]) -> tuple[Call, ...]:
    calls = []
    for piece in whole.tool_call_chunks:
        raw = piece["args"] or "{}"
        given = json_object(raw)
        arguments = raw if given is None else sendable(json.dumps(given, ensure_ascii=False))
        given_id = sendable(piece["id"] or "")
        call_id = given_id if given_id and given_id not in used else f"call_{uuid.uuid4().hex}"
        used.add(call_id)
        calls.append(Call(call_id, piece["name"] or "", arguments, cut=finish in _CUT or not is_whole(raw)))
    return tuple(calls)


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)[:64] or "unknown"
