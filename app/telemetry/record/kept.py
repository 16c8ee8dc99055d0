"""What is recorded of an event. What could be a file's content is its size alone, unless it is wanted."""

import math
from dataclasses import asdict
from typing import Any

from app.events import (
    ApprovalAsked,
    ApprovalGiven,
    CallDelta,
    Event,
    Notice,
    Progress,
    QuestionAdded,
    RoundEnded,
    RoundStarted,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    TurnEnded,
)

Kept = dict[str, Any]

# The arguments that say where to look and what for. All others, also those that a model makes up, may hold content.
PLAIN = frozenset({"dir_path", "file_path", "source_path", "destination_path", "pattern", "query", "kind", "aggregate"})
UNRECORDED = (RoundStarted, TextDelta, ThinkingDelta, CallDelta, Progress)
_LONG_ARGUMENT = 500
_LONG_QUESTION = 1_000
_LONG_NAME = 80


def kept_of(event: Event, content: bool) -> Kept | None:
    """The fields of `event` that are recorded, None where nothing of it is; with `content`, all that it holds."""
    if isinstance(event, UNRECORDED):
        return None
    return plain(asdict(event)) if content or isinstance(event, RoundEnded) else _without_content(event)


def said(text: str, content: bool) -> str:
    """The person's own words; of very long ones, into which a document may have been pasted, the beginning."""
    return text if content or len(text) <= _LONG_QUESTION else f"{text[:_LONG_QUESTION]}… ({len(text):,} characters)"


def plain(value: Any) -> Any:
    """`value` as JSON has it: there is no number in it that is none."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _without_content(event: Event) -> Kept | None:
    match event:
        case ToolStarted() | ToolFinished() | ApprovalAsked():
            return _of_call(event)
        case ApprovalGiven():
            return {**asdict(event), "reason": said(event.reason, content=False)}
        case Notice(code=code):
            return {"code": code}
        case QuestionAdded(text=text):
            return {"text": said(text, content=False)}
        case TurnEnded():
            return {"reason": event.reason, "text": _size(event.text), "usage": asdict(event.usage)}
        case _:
            return None


def _of_call(event: ToolStarted | ToolFinished | ApprovalAsked) -> Kept:
    call = {"call_id": event.call_id, "name": event.name[:_LONG_NAME]}
    match event:
        case ToolStarted():
            return {**call, "args": _arguments(event.args), "title": event.title}
        case ToolFinished():
            return {**call, **_finished(event)}
        case ApprovalAsked():
            return {**call, "title": event.title, "verb": event.verb}


def _finished(event: ToolFinished) -> Kept:
    fields: Kept = {"ok": event.ok, "code": event.code, "text": _size(event.text)}
    fields |= {"seconds": event.seconds, "cached": event.cached, "undone": event.undone, "picture": event.picture}
    fields["extent"] = asdict(event.extent) if event.extent else None
    fields["receipt"] = asdict(event.receipt) if event.receipt else None
    if event.receipt:
        del fields["receipt"]["diff"]
    return fields


def _arguments(given: Kept) -> Kept:
    return {name[:_LONG_NAME]: _argument(name, value) for name, value in given.items()}


def _argument(name: str, value: Any) -> Any:
    is_short = not isinstance(value, str) or (name in PLAIN and len(value) <= _LONG_ARGUMENT)
    return plain(value) if is_short and not isinstance(value, dict | list) else _size(value)


def _size(value: Any) -> Kept:
    return {"characters": _characters(value)}


def _characters(value: Any) -> int:
    """How long all texts in `value` are."""
    if isinstance(value, dict):
        return sum(map(_characters, value.values()))
    if isinstance(value, list):
        return sum(map(_characters, value))
    return len(value) if isinstance(value, str) else 0
