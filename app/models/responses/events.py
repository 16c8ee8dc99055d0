"""The events of a streamed response, as the chunks of a chat completion."""

from collections.abc import Callable, Iterator
from typing import Any

from app.models.lines import object_in
from app.models.responses.request import REASONING

Json = dict[str, Any]

_UNSAID = {"message": "The response failed.", "code": "server_error"}
_FINISHES = {"max_output_tokens": "length", "max_tokens": "length"}


class Events:
    """Reads the events of one response in their order.

    An item is looked at again when it is done, and the response if it brought nothing till then:
    some servers send no pieces, or not of everything.
    """

    def __init__(self) -> None:
        # Our numbers for the calls, by those of their items in the response.
        self._calls: dict[Any, int] = {}
        self._told: set[tuple[str, Any]] = set()
        self._reasoned: set[Any] = set()
        self._readers: dict[str, Callable[[Json], Iterator[Json]]] = {
            "response.output_text.delta": lambda event: self._piece("content", event),
            "response.refusal.delta": lambda event: self._piece("refusal", event),
            "response.reasoning_summary_text.delta": self._thought,
            "response.reasoning_text.delta": self._thought,
            "response.output_item.added": self._item_added,
            "response.function_call_arguments.delta": self._arguments,
            "response.output_item.done": self._item_done,
            "response.completed": self._done,
            "response.incomplete": self._done,
            "response.failed": self._failed,
            "error": self._error,
        }

    def chunks(self, event: Any) -> Iterator[Json | str]:
        """The chunks that tell what `event` does; none for most. A line that could not be read passes as it is."""
        if isinstance(event, str):
            yield event
            return
        event = object_in(event)
        if reader := self._readers.get(str(event.get("type"))):
            yield from reader(event)
        elif "type" not in event and ("error" in event or "message" in event):
            yield event

    def whole(self, response: Any) -> Iterator[Json]:
        """The chunks that tell a response which came in one piece."""
        given = object_in(response)
        if given.get("status") == "failed":
            return self._failed({"response": given})
        return self._done({"response": given})

    def _piece(self, name: str, event: Json) -> Iterator[Json]:
        self._told.add((name, event.get("output_index")))
        yield _chunk({name: event.get("delta") or ""})

    def _thought(self, event: Json) -> Iterator[Json]:
        """A piece of a summary; its parts are paragraphs."""
        at = (event.get("output_index"), event.get("summary_index"))
        parted = ("thought", at) not in self._told and any(kind == "thought" for kind, _ in self._told)
        self._told.add(("thought", at))
        self._reasoned.add(event.get("output_index"))
        yield _chunk({"reasoning_content": ("\n\n" if parted else "") + (event.get("delta") or "")})

    def _item_added(self, event: Json) -> Iterator[Json]:
        item = event.get("item") or {}
        if item.get("type") == "function_call":
            yield self._call(event.get("output_index"), item, "")

    def _arguments(self, event: Json) -> Iterator[Json]:
        if (number := self._calls.get(event.get("output_index"))) is not None:
            yield _chunk({"tool_calls": [{"index": number, "function": {"arguments": event.get("delta") or ""}}]})

    def _item_done(self, event: Json) -> Iterator[Json]:
        at, item = event.get("output_index"), event.get("item") or {}
        match item.get("type"):
            case "function_call":
                # Once more as a whole: that is told from its pieces where they are put together.
                yield self._call(at, item, item.get("arguments") or "")
            case "reasoning":
                yield from self._reasoning(at, item)
            case "message":
                yield from self._rest_of_message(at, item)

    def _call(self, at: Any, item: Json, arguments: str) -> Json:
        number = self._calls.setdefault(at, len(self._calls))
        function = {"name": item.get("name"), "arguments": arguments}
        call = {"index": number, "id": item.get("call_id") or item.get("id"), "type": "function"}
        return _chunk({"tool_calls": [{**call, "function": function}]})

    def _reasoning(self, at: Any, item: Json) -> Iterator[Json]:
        """The item as it is to be sent again: it is of use only where its content came with it."""
        if ("reasoning", at) in self._told:
            return
        self._told.add(("reasoning", at))
        if at not in self._reasoned and (thought := "\n\n".join(_texts(item.get("summary")))):
            yield _chunk({"reasoning_content": thought})
        if item.get("encrypted_content"):
            kept = {name: item[name] for name in ("type", "id", "encrypted_content") if item.get(name)}
            known = {"before": len(self._calls), "item": {**kept, "summary": item.get("summary") or []}}
            yield _chunk({REASONING: [known]})

    def _rest_of_message(self, at: Any, item: Json) -> Iterator[Json]:
        for part in item.get("content") or []:
            name, key = ("refusal", "refusal") if part.get("type") == "refusal" else ("content", "text")
            if part.get(key) and (name, at) not in self._told:
                yield _chunk({name: part[key]})
        self._told |= {("refusal", at), ("content", at)}

    def _done(self, event: Json) -> Iterator[Json]:
        response = event.get("response") or {}
        if not (self._calls or {kind for kind, _ in self._told} & {"content", "refusal"}):
            for at, item in enumerate(response.get("output") or []):
                yield from self._item_done({"output_index": at, "item": item})
        cut = response.get("status") == "incomplete" or event.get("type") == "response.incomplete"
        reason = str((response.get("incomplete_details") or {}).get("reason") or "length")
        finish = _FINISHES.get(reason, reason) if cut else "tool_calls" if self._calls else "stop"
        yield {**_chunk({}, finish), "usage": _usage(response.get("usage"))}

    def _failed(self, event: Json) -> Iterator[Json]:
        response = event.get("response") or {}
        yield {"error": response.get("error") or _UNSAID}

    def _error(self, event: Json) -> Iterator[Json]:
        said = {name: event[name] for name in ("code", "message", "param") if event.get(name)}
        yield {"error": event.get("error") or said or _UNSAID}


def _chunk(delta: Json, finish: str | None = None) -> Json:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _texts(parts: Any) -> Iterator[str]:
    return (str(part["text"]) for part in parts or [] if isinstance(part, dict) and part.get("text"))


def _usage(usage: Any) -> Json | None:
    if not isinstance(usage, dict):
        return None
    return {
        "prompt_tokens": usage.get("input_tokens"),
        "completion_tokens": usage.get("output_tokens"),
        "total_tokens": usage.get("total_tokens"),
        "prompt_tokens_details": usage.get("input_tokens_details"),
        "completion_tokens_details": usage.get("output_tokens_details"),
    }
