"""The chunks of a streamed reply, mended before LangChain reads them."""

import time
from typing import Any

import httpx2
import openai

from app.model_errors import ReplyDamaged
from app.models.call_deltas import CallDeltas
from app.models.lessons import Lessons
from app.models.lines import object_in
from app.models.responses import REASONING
from app.models.thinking import Thoughts, thinking_and_text, thinking_in

Json = dict[str, Any]

# Under this key a chunk carries what LangChain would leave out, for the message's `additional_kwargs`:
# `thinking`, `refusal`, `extra_content` by call, `reasoning_items` of the Responses API, `mistaken`, the
# length of a thought that came as text, `arriving`, what has come of long arguments of calls, and `notice`,
# the code of what the person is to be told.
KEPT = "kept"

# Characters of a reply, some five times what any model writes at once; a piece counts for a few however short it is.
_LONGEST = 4_000_000
_PIECE = 16
# As often as anybody can see arguments grow.
_WATCH_SECONDS = 0.1

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
        self._spoke = False
        self._is_damaged = False
        self._length = 0
        self._watched_at = 0.0

    @property
    def is_too_long(self) -> bool:
        """Whether more has come than a reply can be: its server does not find an end."""
        return self._length > _LONGEST

    def mended(self, sent: Any) -> Json:
        """The chunk `sent` as the protocol has it. Raises the APIError that it may be in truth."""
        self._length += _PIECE
        if isinstance(sent, str):
            # A broken object was a piece of the reply; other words keep a connection open.
            self._is_damaged |= sent.lstrip().startswith(("{", "["))
        chunk = sent if isinstance(sent, dict) else object_in(sent)
        if usage := chunk.get("usage"):
            chunk["usage"] = _mended_usage(usage)
        choices = chunk.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return self._without_choices(chunk)
        delta = _delta_of(choice)
        if delta.keys() <= _PLAIN:
            self._read_content(chunk, delta)
        else:
            self._read_fields(chunk, delta)
        choice["delta"] = delta
        if choice.get("finish_reason"):
            self._finish(chunk, choice)
        return chunk

    def cut(self) -> Json:
        """The chunk that ends a reply as one that came to the limit of its length."""
        return self.mended({"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]})

    def rest(self) -> Json | None:
        """One more chunk where something was held back till the end.

        Raises ReplyDamaged where a piece that could not be read may have been one of a call, or is all that came.
        """
        if self._lessons.begins_thinking and not self._thoughts.closed:
            self._lessons.begins_thinking = False
        (thinking, text), calls = self._thoughts.rest(), self._calls.calls()
        if self._is_damaged and (calls or not self._spoke):
            raise ReplyDamaged("a piece of the reply is no JSON")
        chunk: Json = {"choices": [{"index": 0, "delta": {"content": text, "tool_calls": calls}}]}
        _keep(chunk, thinking=thinking, mistaken=self._thoughts.mistaken, extra_content=self._calls.extras())
        _keep(chunk, notice="reply_damaged" if self._is_damaged else "")
        return chunk if thinking or text or calls or self._is_damaged else None

    def _read_content(self, chunk: Json, delta: Json, thinking: str = "") -> None:
        content = delta.get("content")
        if isinstance(content, list):
            more, content = thinking_and_text(content)
            thinking += more
        if content:
            self._spoke = True
            self._length += len(content)
            known = self._thoughts.mistaken
            more, delta["content"] = self._thoughts.parted(str(content))
            thinking += more
            if self._thoughts.mistaken > known:
                self._lessons.begins_thinking = True
                _keep(chunk, mistaken=self._thoughts.mistaken)
        if thinking:
            self._length += len(thinking)
            _keep(chunk, thinking=thinking)

    def _read_fields(self, chunk: Json, delta: Json) -> None:
        self._read_content(chunk, delta, thinking_in(delta))
        if refusal := delta.get("refusal"):
            _keep(chunk, refusal=str(refusal))
        if items := delta.get(REASONING):
            _keep(chunk, **{REASONING: items})
        # The older form beside the newer one is the same call.
        old = delta.pop("function_call", None)
        if parts := delta.pop("tool_calls", None) or old:
            self._length += len(str(parts))
            self._calls.take(parts)
            if (now := time.monotonic()) - self._watched_at >= _WATCH_SECONDS:
                self._watched_at = now
                _keep(chunk, arriving=self._calls.news())

    def _finish(self, chunk: Json, choice: Json) -> None:
        """The first reason only: LangChain would add them up."""
        reason = str(choice["finish_reason"])
        choice["finish_reason"] = None if self._finished else _FINISHES.get(reason.lower(), reason)
        self._finished = True
        if not chunk.get("usage") and (usage := choice.get("usage")):
            chunk["usage"] = _mended_usage(usage)

    def _without_choices(self, chunk: Json) -> Json:
        said = chunk.get("error")
        if "choices" not in chunk:
            said = said or chunk.get("message") or chunk.get("detail")
        chunk["choices"] = []
        if said:
            message = said.get("message") if isinstance(said, dict) else said
            raise openai.APIError(str(message or said), self._request, body=chunk)
        return chunk


def _delta_of(choice: Json) -> Json:
    match choice.get("delta") or choice.get("message"):
        case dict(delta):
            return delta
        case str(text):
            return {"content": text}
    return {}


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
