"""What is recorded of an event. What could be a file's content is its size alone, unless it is wanted."""

import math
import re
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
from app.telemetry.record.arguments import Kept, arguments_of, code_of, size, title_of
from app.telemetry.telling import is_own, known_tool

UNRECORDED = (RoundStarted, TextDelta, ThinkingDelta, CallDelta, Progress)
_LONG_QUESTION = 1_000
_LONG_NAME = 80
# What the app gives its own calls. A model may call such a name, too, with any words.
_OWN_ID = re.compile("(?:undo|upload|more|part)_[0-9a-f]{32}")


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
            return {"reason": event.reason, "text": size(event.text), "usage": asdict(event.usage)}
        case _:
            return None


def _of_call(event: ToolStarted | ToolFinished | ApprovalAsked) -> Kept:
    call = {"call_id": event.call_id[:_LONG_NAME], "name": known_tool(event.name)}
    match event:
        case ToolStarted():
            return {**call, **_asked(event)}
        case ToolFinished():
            return {**call, **_finished(event)}
        case ApprovalAsked():
            # What is asked about was taken for whole and right before.
            return {**call, "title": event.title, "verb": event.verb}


def _asked(event: ToolStarted) -> Kept:
    """The arguments as far as they are plain, and a title that is made of those alone."""
    if is_own(event.name) and _OWN_ID.fullmatch(event.call_id):
        return {"args": plain(event.args), "title": event.title}
    args = arguments_of(event.name, event.args)
    return {"args": args, "title": title_of(event.name, args)}


def _finished(event: ToolFinished) -> Kept:
    fields: Kept = {"ok": event.ok, "code": code_of(event.name, event.code), "text": size(event.text)}
    fields |= {"seconds": event.seconds, "cached": event.cached, "undone": event.undone, "picture": event.picture}
    fields["extent"] = asdict(event.extent) if event.extent else None
    fields["receipt"] = asdict(event.receipt) if event.receipt else None
    if event.receipt:
        del fields["receipt"]["diff"]
    return fields
