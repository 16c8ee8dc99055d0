"""A model's reply, read as somebody else's data."""

import json
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.ai import UsageMetadata

from app.json_text import is_whole, json_object
from app.tools import request_of

_CUT = ("length", "content_filter")
# No request has so many tokens: such a figure, or one below nothing, is no report.
_MOST_TOKENS = 100_000_000
_SAY_WHY = (*_CUT, "error")
# More than are run, so that a model learns that it asked for too many; each of them is sent again with the history.
_MOST_CALLS = 40


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call. `arguments` is JSON text as the model sent it; `cut` says that it arrived incomplete.

    `extra` is what the server attached to it and wants back with it, None for nothing.
    """

    id: str
    name: str
    arguments: str
    cut: bool
    extra: Any = None

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
    """One reply. `finish` is the server's finish reason; token counts are None when not reported.

    `thinking` is what the model thought before it spoke, `reasoning_items` the same as its server
    wants it back, `reasoning_tokens` how much of the output that was, and `prompt_cached_tokens`
    how much of the input the server had in its cache. `left_out` counts the calls beyond those that are kept.
    """

    text: str
    calls: tuple[Call, ...]
    finish: str
    refusal: str
    input_tokens: int | None
    output_tokens: int | None
    thinking: str = ""
    reasoning_tokens: int = 0
    prompt_cached_tokens: int = 0
    reasoning_items: tuple[dict[str, Any], ...] = ()
    left_out: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether it holds nothing, and does not say why."""
        return not (self.text.strip() or self.calls or self.refusal) and self.finish not in _SAY_WHY

    @property
    def message(self) -> AIMessage:
        """The reply as every server takes it back: own ids, plain names, arguments that are objects."""
        calls = [{"name": _plain(c.name), "args": c.args, "id": c.id, "type": "tool_call"} for c in self.calls]
        extras = {call.id: call.extra for call in self.calls if call.extra}
        kept = {"thinking": self.thinking, "extra_content": extras, "reasoning_items": list(self.reasoning_items)}
        more = {name: value for name, value in kept.items() if value}
        return AIMessage(content=self.text, tool_calls=calls, additional_kwargs=more)


def reply_of(chunks: Sequence[AIMessageChunk], used_ids: frozenset[str]) -> Reply:
    """The reply whose pieces are `chunks`. Calls get ids that are in none of `used_ids`.

    LangChain completes cut arguments into valid ones, so the raw texts are looked at.
    """
    whole = chunks[0] + list(chunks[1:]) if len(chunks) > 1 else chunks[0]
    finish = str(whole.response_metadata.get("finish_reason") or "")
    # Some servers report with every chunk, and LangChain adds that up.
    usages = [chunk.usage_metadata for chunk in chunks if chunk.usage_metadata]
    kept, said = whole.additional_kwargs, whole.text
    mistaken = kept.get("mistaken", 0)
    return Reply(
        text=sendable(said[mistaken:].lstrip() if mistaken else said),
        calls=_calls(whole, finish, set(used_ids)),
        finish=finish,
        refusal=str(kept.get("refusal") or ""),
        input_tokens=_reported(usages, "input_tokens") or None,
        output_tokens=_reported(usages, "output_tokens"),
        thinking=sendable(str(kept.get("thinking") or "") + said[:mistaken]),
        reasoning_tokens=max((_detail(usage, "output", "reasoning") for usage in usages), default=0),
        prompt_cached_tokens=max((_detail(usage, "input", "cache_read") for usage in usages), default=0),
        reasoning_items=tuple(kept.get("reasoning_items") or ()),
        left_out=max(0, len(whole.tool_call_chunks) - _MOST_CALLS),
    )


def _reported(usages: Sequence[UsageMetadata], name: str) -> int | None:
    """The tokens of one side; None where none are reported, or what no request can have."""
    tokens = max((cast(dict[str, int], usage)[name] for usage in usages), default=None)
    return tokens if tokens is not None and 0 <= tokens <= _MOST_TOKENS else None


def _detail(usage: UsageMetadata, side: Literal["input", "output"], name: str) -> int:
    """A part of the tokens of one side, and no more than those; 0 where they are no report."""
    details = cast(dict[str, dict[str, int]], usage).get(f"{side}_token_details") or {}
    return min(max(0, details.get(name) or 0), _reported([usage], f"{side}_tokens") or 0)


def sendable(text: str) -> str:
    """`text` with its surrogates joined to characters, and lone ones, which no request can carry, replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _calls(whole: AIMessageChunk, finish: str, used: set[str]) -> tuple[Call, ...]:
    calls = []
    extras = whole.additional_kwargs.get("extra_content") or {}
    for piece in whole.tool_call_chunks[:_MOST_CALLS]:
        raw = _unwrapped(piece["args"] or "{}")
        given = json_object(raw)
        arguments = raw if given is None else sendable(json.dumps(given, ensure_ascii=False))
        given_id = sendable(piece["id"] or "")
        call_id = given_id if given_id and given_id not in used else f"call_{uuid.uuid4().hex}"
        used.add(call_id)
        cut = finish in _CUT or not is_whole(raw)
        calls.append(Call(call_id, piece["name"] or "", arguments, cut, extras.get(str(piece["index"]))))
    return tuple(calls)


def _unwrapped(raw: str) -> str:
    """The arguments where they came as an empty list, or as a JSON string that holds the object."""
    if raw.strip() == "[]":
        return "{}"
    if not raw.lstrip().startswith('"') or not is_whole(raw):
        return raw
    inner = str(json.loads(raw, strict=False))
    return raw if json_object(inner) is None else inner


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)[:64] or "unknown"
