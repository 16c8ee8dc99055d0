"""What a scripted server can answer: replies as values, and short ways to make them."""

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Literal

Json = dict[str, Any]


class Mark(Enum):
    """What can stand in a stream beside its pieces."""

    DROP = "the connection breaks here"


class Gate(str):
    """A comment in a stream, at which the stream waits until the test opens it. Told by `reached`."""

    _SECONDS = 60

    def __new__(cls) -> "Gate":
        gate = super().__new__(cls, ": gate\n\n")
        gate.reached, gate._opened = threading.Event(), threading.Event()
        return gate

    reached: threading.Event
    _opened: threading.Event

    def open(self) -> None:
        self._opened.set()

    def pass_through(self) -> None:
        """Waits until it is open, or too long."""
        self.reached.set()
        self._opened.wait(self._SECONDS)


@dataclass(frozen=True, slots=True)
class Stream:
    """A reply in pieces: chunks as dicts, raw text of the protocol as str, or DROP.

    A Gate among them is waited at. `before` is the seconds until the first byte, `between`
    those after each piece. `usage`
    is input and output tokens, sent last when the client asks for it, or on every chunk.
    `done` says whether the closing [DONE] is sent.
    """

    pieces: tuple[Json | str | Mark, ...]
    before: float = 0.0
    between: float = 0.0
    usage: tuple[int, int] | None = (100, 20)
    usage_on: Literal["last", "every"] = "last"
    done: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A plain HTTP answer: an error, or whatever else; a body that is no str is sent as JSON."""

    status: int
    body: object = ""
    headers: Mapping[str, str] = field(default_factory=dict)


Reply = Stream | Answer


def chunk(delta: Json | None, finish: str | None = None, **more: object) -> Json:
    """One chunk of a streamed completion."""
    return {**_frame("chat.completion.chunk"), "choices": [_choice(delta=delta, finish_reason=finish)], **more}


def say(text: str, size: int = 6, finish: str | None = "stop", **how: Any) -> Stream:
    """A text, in pieces of `size` characters; `how` goes to Stream."""
    pieces = [chunk({"content": text[i : i + size]}) for i in range(0, len(text), size)]
    return Stream((chunk({"role": "assistant", "content": ""}), *pieces, chunk({}, finish)), **how)


def calls(
    *wanted: tuple[str, object],
    text: str = "",
    ids: Sequence[str | None] | None = None,
    fragments: int = 2,
    interleaved: bool = False,
    finish: str | None = "tool_calls",
    **how: Any,
) -> Stream:
    """Tool calls: names with arguments, an object or, to be sent as it is, a str.

    Each call's arguments arrive in `fragments`; `interleaved` sends the fragments of all
    calls in turn. `ids` are None for calls that come without one.
    """
    named = ids if ids is not None else [f"call_{i}_{time.monotonic_ns()}" for i in range(len(wanted))]
    begun = [_call_chunks(i, named[i], name, args, fragments) for i, (name, args) in enumerate(wanted)]
    order = list(zip(*begun, strict=True)) if interleaved else begun
    said = [chunk({"content": text})] if text else []
    pieces = [piece for group in order for piece in group]
    return Stream((chunk({"role": "assistant", "content": None}), *said, *pieces, chunk({}, finish)), **how)


def held(reply: Stream, at: int) -> tuple[Gate, Stream]:
    """`reply` with a gate before its piece `at`, and that gate."""
    gate = Gate()
    return gate, replace(reply, pieces=(*reply.pieces[:at], gate, *reply.pieces[at:]))


def chunks(*pieces: Json | str | Mark, **how: Any) -> Stream:
    """Chunks as they are."""
    return Stream(pieces, **how)


def stream_error(error: object) -> Json:
    """An error object, as servers put it in the middle of a stream."""
    return {"error": error}


def _call_chunks(index: int, call_id: str | None, name: str, args: object, fragments: int) -> list[Json]:
    raw = args if isinstance(args, str) else json.dumps(args, ensure_ascii=False)
    size = max(1, -(-len(raw) // max(1, fragments)))
    texts = [raw[i * size : (i + 1) * size] for i in range(max(1, fragments))]
    first = {"index": index, "id": call_id, "type": "function", "function": {"name": name, "arguments": texts[0]}}
    rest = [{"index": index, "function": {"arguments": text}} for text in texts[1:]]
    return [chunk({"tool_calls": [part]}) for part in (first, *rest)]


def _frame(kind: str) -> Json:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": "scripted"}


def _choice(**more: object) -> Json:
    return {"index": 0, **more}


def _usage(tokens: tuple[int, int]) -> Json:
    return {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}


def whole(stream: Stream) -> Json:
    """A stream's pieces as the one object that a request without streaming gets."""
    message: Json = {"role": "assistant", "content": None}
    found: dict[int, Json] = {}
    finish = None
    for piece in stream.pieces:
        if not isinstance(piece, dict) or not piece.get("choices"):
            continue
        choice = piece["choices"][0]
        finish = choice["finish_reason"] or finish
        _take_in(choice["delta"] or {}, message, found)
    if found:
        message["tool_calls"] = list(found.values())
    usage = {"usage": _usage(stream.usage)} if stream.usage else {}
    return {**_frame("chat.completion"), "choices": [_choice(message=message, finish_reason=finish)], **usage}


def _take_in(delta: Json, message: Json, found: dict[int, Json]) -> None:
    if delta.get("content"):
        message["content"] = (message["content"] or "") + delta["content"]
    for part in delta.get("tool_calls", []):
        if (known := found.get(part["index"])) is None:
            found[part["index"]] = {**part, "function": dict(part["function"])}
        else:
            known["function"]["arguments"] += part["function"]["arguments"]


def sent(reply: Stream, wants_usage: bool) -> Iterator[Json | str | Mark]:
    """The pieces of `reply` with its usage and its end."""
    tokens = reply.usage if wants_usage else None
    for piece in reply.pieces:
        if tokens and reply.usage_on == "every" and isinstance(piece, dict):
            yield {**piece, "usage": _usage(tokens)}
        else:
            yield piece
    if tokens and reply.usage_on == "last":
        yield {**_frame("chat.completion.chunk"), "choices": [], "usage": _usage(tokens)}
    if reply.done:
        yield "data: [DONE]\n\n"
