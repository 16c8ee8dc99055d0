"""Tool calls on the page: one collapsible row each, which opens by itself to ask something."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import chainlit as cl
from chainlit.utils import utc_now

from app.agent import Decision
from app.events import ApprovalAsked, ApprovalGiven, Event, ToolFinished, ToolStarted
from app.language import Language
from app.phrases import phrase, reason_phrase
from app.tools.wording import CONTENT_MARK
from app.ui.shown.boxes import SHOWN_CHARS, box
from app.ui.shown.elements import picture
from app.ui.shown.markdown import safe_markdown
from app.ui.steps.questions import Questions
from app.ui.steps.undo import Undos
from app.usage import elapsed

_REASON_IN_ROW = 80
_STOPPED, _DENIED, _CHANGED = "tool:cancelled", "tool:denied", "file:changed"
_DIFF = re.compile(r"^--- .*\n\+\+\+ .*\n@@ ", re.MULTILINE)
_ICONS = {
    "list_directory": "folder",
    "read_file": "file-text",
    "file_search": "file-search",
    "search_text": "text-search",
    "write_file": "file-pen",
    "edit_file": "file-pen-line",
    "copy_file": "files",
    "move_file": "folder-input",
    "file_delete": "trash-2",
    "make_directory": "folder-plus",
    "undo": "undo-2",
    "read_part": "book-open-text",
}


@dataclass(frozen=True, slots=True)
class Controls:
    """What the rows of a session hold beside texts: questions, Undo buttons, and pictures by their path."""

    questions: Questions
    undos: Undos
    picture: Callable[[str], bytes | None]


@dataclass(frozen=True, slots=True)
class _Row:
    step: cl.Step
    started: ToolStarted
    asked: ApprovalAsked | None = None
    reason: str = ""


class Steps:
    """The rows of one turn, or of changes that are taken back, in the reader's `language`.

    `shown` are all of them as they stand now, oldest first; others have taken the place
    of those in `replaced`. With `open_failures`, what failed opens by itself.
    """

    def __init__(
        self, controls: Controls, language: Language, parent_id: str | None = None, open_failures: bool = False
    ) -> None:
        self.shown: list[cl.Step] = []
        self.replaced: list[cl.Step] = []
        self._controls = controls
        self._language = language
        self._parent = parent_id
        self._open_failures = open_failures
        self._rows: dict[str, _Row] = {}

    async def show(self, event: Event) -> None:
        """Brings the row of a call up to date with `event`; events about no call change nothing."""
        match event:
            case ToolStarted():
                await self._begin(event)
            case ApprovalAsked():
                await self._ask(event)
            case ApprovalGiven():
                await self._answered(event)
            case ToolFinished():
                await self._end(event)

    async def _begin(self, event: ToolStarted) -> None:
        step = self._new_step(event)
        # Set before the step is sent: a row without content cannot be opened.
        step.input = _bounded_args(event.args)
        self._rows[event.call_id] = _Row(step, event)
        self.shown.append(step)
        await step.send()

    async def _ask(self, event: ApprovalAsked) -> None:
        row = self._rows[event.call_id]
        step = self._new_step(row.started, is_open=True)
        step.name = f"{event.title} · {phrase('row_waiting', self._language)}"
        step.output = self._asked_text(event)
        step.elements = [self._controls.questions.ask(event, self._language)]
        self._rows[event.call_id] = replace(row, step=step, asked=event)
        await self._put_in_place_of(row.step, step)

    async def _answered(self, event: ApprovalGiven) -> None:
        row = self._rows[event.call_id]
        self._rows[event.call_id] = replace(row, reason=event.reason)
        self._controls.questions.close(event.call_id, Decision(event.allowed, reason=event.reason))
        row.step.name = row.started.title
        await row.step.update()

    async def _end(self, event: ToolFinished) -> None:
        row = self._rows.pop(event.call_id)
        self._controls.questions.close(event.call_id)
        await self._controls.undos.taken_back(event.undone, self._language)
        opens = self._open_failures and not event.ok
        step = self._new_step(row.started, is_open=True) if opens else row.step
        step.input = row.step.input
        step.end = utc_now()
        # What the person stopped or did not allow has not failed: it is not shown in red.
        step.is_error = not event.ok and event.code not in (_STOPPED, _DENIED)
        step.name = self._name(row, event)
        step.output = self._output(row, event)
        step.elements = [*(row.step.elements or []), *await self._elements(row, event)]
        await (self._put_in_place_of(row.step, step) if opens else step.update())

    def _new_step(self, started: ToolStarted, is_open: bool = False) -> cl.Step:
        icon = _ICONS.get(started.name, "wrench")
        step = cl.Step(started.title, "tool", parent_id=self._parent, icon=icon, default_open=is_open)
        step.start = utc_now()
        return step

    async def _put_in_place_of(self, old: cl.Step, new: cl.Step) -> None:
        """The page opens a row by itself only when it is new."""
        new.start = old.start
        self.shown[self.shown.index(old)] = new
        self.replaced.append(old)
        await new.send()
        await old.remove()

    def _name(self, row: _Row, event: ToolFinished) -> str:
        title, seconds = row.started.title, elapsed(event.seconds, self._language)
        if event.ok:
            return f"{title} · {phrase('from_memory', self._language) if event.cached else seconds}"
        if event.code == _DENIED:
            return f"⊘ {title} · {self._denial(row.reason)}"
        mark = "■" if event.code == _STOPPED else "✗"
        return f"{mark} {title} · {reason_phrase(event.code, self._language)} · {seconds}"

    def _denial(self, reason: str) -> str:
        if not reason:
            return reason_phrase(_DENIED, self._language)
        short = reason if len(reason) <= _REASON_IN_ROW else f"{reason[:_REASON_IN_ROW]}…"
        return phrase("row_denied", self._language, reason=short)

    async def _elements(self, row: _Row, event: ToolFinished) -> list[cl.CustomElement | cl.Image]:
        found: list[cl.CustomElement | cl.Image] = []
        if event.receipt is not None and event.receipt.id:
            found.append(self._controls.undos.offer(event.receipt, row.started.title, self._language))
        if event.picture:
            content = await asyncio.to_thread(self._controls.picture, event.picture)
            found += [image] if (image := picture(event.picture, content)) else []
        return found

    def _asked_text(self, event: ApprovalAsked) -> str:
        said = safe_markdown(event.text)
        return f"{said}\n\n{box(event.diff, self._language, 'diff')}" if event.diff else said

    def _output(self, row: _Row, event: ToolFinished) -> str:
        """What was asked, what the model was shown, and what was changed if that is not what was asked."""
        told, diff = _parts(event)
        asked = self._asked_text(row.asked) if row.asked else ""
        if row.asked and row.asked.diff == diff:
            diff = ""
        changed = box(diff, self._language, "diff") if diff else ""
        return "\n\n".join(part for part in (asked, box(told, self._language), changed) if part)


def _parts(event: ToolFinished) -> tuple[str, str]:
    """What the model was shown, and the diff at its end, which is shown in colours of its own."""
    diff = event.receipt.diff if event.receipt else _diff_in(event)
    return event.text.partition(f"\n{CONTENT_MARK}")[0] if diff else event.text, diff


def _diff_in(event: ToolFinished) -> str:
    """The diff that tells what somebody else has changed."""
    found = _DIFF.search(event.text) if event.code == _CHANGED else None
    return event.text[found.start() :] if found else ""


def _bounded_args(args: dict[str, Any]) -> dict[str, Any]:
    """`args` for display: long texts are cut so that all together stay bounded."""
    room = SHOWN_CHARS // (4 * max(1, len(args)))
    return {name: _bounded(value, room) for name, value in args.items()}


def _bounded(value: Any, room: int) -> Any:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return value if len(text) <= room else f"{text[:room]} … (+{len(text) - room:,})"
