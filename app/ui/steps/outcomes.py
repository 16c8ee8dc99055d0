"""What a step shows of how its call has ended."""

import json
import re
from typing import Any

from app.events import ApprovalAsked, ToolFinished
from app.language import Language
from app.tools.wording import CONTENT_MARK
from app.ui.shown.boxes import SHOWN_CHARS, box
from app.ui.shown.markdown import safe_markdown

STOPPED, DENIED = "tool:cancelled", "tool:denied"
NOT_FAILED = (STOPPED, DENIED)
"""What the person stopped or did not allow has not failed: it is not shown in red."""

_CHANGED = "file:changed"
_DIFF = re.compile(r"^--- .*\n\+\+\+ .*\n@@ ", re.MULTILINE)


def asked_text(event: ApprovalAsked, language: Language) -> str:
    """What is asked about a change."""
    said = safe_markdown(event.text)
    return f"{said}\n\n{box(event.diff, language, 'diff')}" if event.diff else said


def ended_text(event: ToolFinished, question: ApprovalAsked | None, language: Language) -> str:
    """What was asked, what the model was shown, and what was changed if that is not what was asked."""
    told, diff = _parts(event)
    asked = asked_text(question, language) if question else ""
    if question and question.diff == diff:
        diff = ""
    changed = box(diff, language, "diff") if diff else ""
    return "\n\n".join(part for part in (asked, box(told, language), changed) if part)


def bounded_args(args: dict[str, Any]) -> dict[str, Any]:
    """`args` for display: long texts are cut so that all together stay bounded."""
    room = SHOWN_CHARS // (4 * max(1, len(args)))
    return {name: _bounded(value, room) for name, value in args.items()}


def _parts(event: ToolFinished) -> tuple[str, str]:
    """What the model was shown, and the diff at its end, which is shown in colours of its own."""
    diff = event.receipt.diff if event.receipt else _diff_in(event)
    return event.text.partition(f"\n{CONTENT_MARK}")[0] if diff else event.text, diff


def _diff_in(event: ToolFinished) -> str:
    """The diff that tells what somebody else has changed."""
    found = _DIFF.search(event.text) if event.code == _CHANGED else None
    return event.text[found.start() :] if found else ""


def _bounded(value: Any, room: int) -> Any:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return value if len(text) <= room else f"{text[:room]} … (+{len(text) - room:,})"
