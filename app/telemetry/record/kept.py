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
from app.telemetry.telling import is_own, known_tool, reason_of

Kept = dict[str, Any]

# The arguments that say where to look and what for, with the type that they have to be of.
PLAIN: dict[str, type] = {
    **dict.fromkeys(("dir_path", "file_path", "source_path", "destination_path", "pattern", "query"), str),
    **dict.fromkeys(("kind", "aggregate"), str),
    **dict.fromkeys(("offset", "limit", "column"), int),
    **dict.fromkeys(("hidden", "raw", "regex", "append"), bool),
}
# Those that may hold content, whatever type they are of. There are no others: a model may make up names that hold some.
CONTENT = frozenset({"text", "edits", "x", "y", "sheet"})
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
    call = {"call_id": event.call_id[:_LONG_NAME], "name": known_tool(event.name)}
    match event:
        case ToolStarted():
            # What the app calls itself has none of a model's words in it.
            own = {"args": plain(event.args), "title": event.title}
            return {**call, **(own if is_own(event.name) else _asked(event))}
        case ToolFinished():
            return {**call, **_finished(event)}
        case ApprovalAsked():
            # What is asked about was taken for whole and right before.
            return {**call, "title": event.title, "verb": event.verb}


def _asked(event: ToolStarted) -> Kept:
    """The arguments as far as they are plain, and a title that is made of those alone."""
    args = _arguments(event.args)
    texts = [value for value in args.values() if isinstance(value, str)]
    return {"args": args, "title": " ".join([known_tool(event.name), *texts])}


def _finished(event: ToolFinished) -> Kept:
    fields: Kept = {"ok": event.ok, "code": _code(event.code), "text": _size(event.text)}
    fields |= {"seconds": event.seconds, "cached": event.cached, "undone": event.undone, "picture": event.picture}
    fields["extent"] = asdict(event.extent) if event.extent else None
    fields["receipt"] = asdict(event.receipt) if event.receipt else None
    if event.receipt:
        del fields["receipt"]["diff"]
    return fields


def _code(code: str) -> str:
    """The code, with its argument where that is a name of ours."""
    *_, argument = code.split(":")
    return code if argument in PLAIN or argument in CONTENT else reason_of(code)


def _arguments(given: Kept) -> Kept:
    known = {name: _argument(name, value) for name, value in given.items() if name in PLAIN or name in CONTENT}
    others = {name: value for name, value in given.items() if name not in known}
    return {**known, "others": {"number": len(others), **_size(others)}} if others else known


def _argument(name: str, value: Any) -> Any:
    is_plain = type(value) is PLAIN.get(name) and len(str(value)) <= _LONG_ARGUMENT
    return value if is_plain else _size(value)


def _size(value: Any) -> Kept:
    return {"characters": _characters(value)}


def _characters(value: Any) -> int:
    """How long all texts in `value` are."""
    if isinstance(value, dict):
        return sum(map(_characters, value.values()))
    if isinstance(value, list):
        return sum(map(_characters, value))
    return len(value) if isinstance(value, str) else len(str(value))
