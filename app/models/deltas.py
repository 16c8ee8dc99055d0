"""The chunks of a streamed reply, mended before LangChain reads them."""

from typing import Any

import httpx2
import openai

from app.models.call_deltas import CallDeltas
from app.models.lessons import Lessons
from app.models.responses import REASONING
from app.models.thinking import Thoughts, thinking_and_text, thinking_in

Json = dict[str, Any]

# Under this key a chunk carries what LangChain would leave out, for the message's `additional_kwargs`:
# `thinking`, `refusal`, `extra_content` by call, `reasoning_items` of the Responses API, and `mistaken`, the
# length of a thought that came as text.
KEPT = "kept"

_PLAIN = frozenset({"role", "content"})
_FINISHES = {
    "max_tokens": "length",
    "max_output_tokens": "length",
    "model_length": "length",
    "safety": "content_filter",
    "recitation": "content_filter",
    "prohibited_content": "content_filter",
}


class Deltas:
    """Mends the chunks of one reply, in their order. An ordinary chunk passes as it is."""

    def __init__(self, lessons: Lessons, request: httpx2.Request) -> None:
        self._lessons = lessons
        self._request = request
        self._calls = CallDeltas()
        self._thoughts = Thoughts(lessons.begins_thinking)
        self._finished = False

    def mended(self, sent: Any) -> Json:
        """The chunk `sent` as the protocol has it. Raises the APIError that it may be in truth."""
        chunk: Json = sent if isinstance(sent, dict) else _object_in(sent)
        if usage := chunk.get("usage"):
            chunk["usage"] = _mended_usage(usage)
        if not (choices := chunk.get("choices")):
            return self._without_choices(chunk)
        choice: Json = choices[0]
        delta: Json = choice.get("delta") or choice.get("message") or {}
        if delta.keys() <= _PLAIN:
            self._read_content(chunk, delta)
        else:
            self._read_fields(chunk, delta)
        choice["delta"] = delta
        if choice.get("finish_reason"):
            self._finish(chunk, choice)
        return chunk

    def rest(self) -> Json | None:
        """One more chunk where something was held back till the end."""
        if self._lessons.begins_thinking and not self._thoughts.closed:
            self._lessons.begins_thinking = False
        thinking, text = self._thoughts.rest()
        chunk: Json = {"choices": [{"index": 0, "delta": {"content": text}}]}
        _keep(chunk, thinking=thinking, mistaken=self._thoughts.mistaken)
        return chunk if thinking or text else None

    def _read_content(self, chunk: Json, delta: Json, thinking: str = "") -> None:
        content = delta.get("content")
        if isinstance(content, list):
            more, content = thinking_and_text(content)
            thinking += more
        if content:
            known = self._thoughts.mistaken
            more, delta["content"] = self._thoughts.parted(str(content))
            thinking += more
            if self._thoughts.mistaken > known:
                self._lessons.begins_thinking = True
                _keep(chunk, mistaken=self._thoughts.mistaken)
        if thinking:
            _keep(chunk, thinking=thinking)

    def _read_fields(self, chunk: Json, delta: Json) -> None:
        self._read_content(chunk, delta, thinking_in(delta))
        if refusal := delta.get("refusal"):
            _keep(chunk, refusal=str(refusal))
        if items := delta.get(REASONING):
            _keep(chunk, **{REASONING: items})
        if parts := delta.get("tool_calls"):
            known = set(self._calls.extras)
            delta["tool_calls"] = self._calls.mended(parts)
            # Once only: LangChain would add up what is said twice.
            _keep(chunk, extra_content={i: e for i, e in self._calls.extras.items() if i not in known})

    def _finish(self, chunk: Json, choice: Json) -> None:
        """The first reason only: LangChain would add them up."""
        reason = str(choice["finish_reason"])
        choice["finish_reason"] = None if self._finished else _FINISHES.get(reason.lower(), reason)
        self._finished = True
        if not chunk.get("usage") and (usage := choice.get("usage")):
            chunk["usage"] = _mended_usage(usage)

    def _without_choices(self, chunk: Json) -> Json:
        chunk["choices"] = []
        if said := chunk.get("error") or chunk.get("message") or chunk.get("detail"):
            message = said.get("message") if isinstance(said, dict) else said
            raise openai.APIError(str(message or said), self._request, body=chunk)
        return chunk


def _object_in(sent: Any) -> Json:
    """The chunk that a library made an object of, or the first one of a list."""
    if isinstance(sent, list) and sent and isinstance(sent[0], dict):
        return dict(sent[0])
    return dict(sent.model_dump()) if hasattr(sent, "model_dump") else {}


def _keep(chunk: Json, **more: Any) -> None:
    if found := {name: value for name, value in more.items() if value}:
        chunk[KEPT] = {**chunk.get(KEPT, {}), **found}


def _mended_usage(usage: Any) -> Json | None:
    """Whole numbers under their usual names; None if there are none."""
    if not isinstance(usage, dict):
        return None
    counts: Json = _counts(usage, ("prompt_tokens", "completion_tokens", "total_tokens"))
    if not counts:
        return None
    read = _counts(usage.get("prompt_tokens_details"), ("cached_tokens",))
    if hit := _counts(usage, ("prompt_cache_hit_tokens",)):
        # DeepSeek's own name for it.
        read = {"cached_tokens": hit["prompt_cache_hit_tokens"], **read}
    thought = _counts(usage.get("completion_tokens_details"), ("reasoning_tokens",))
    return {**counts, "prompt_tokens_details": read, "completion_tokens_details": thought}


def _counts(usage: Any, names: tuple[str, ...]) -> dict[str, int]:
    given = usage if isinstance(usage, dict) else {}
    return {name: count for name in names if isinstance(count := given.get(name), int)}
