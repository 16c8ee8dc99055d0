"""A turn on the page: its events as messages and collapsible steps."""

import asyncio
import json
import time
from typing import Any

import chainlit as cl
from chainlit.utils import utc_now

from app.events import Event, Notice, RoundStarted, TextDelta, ToolFinished, ToolStarted, TurnEnded
from app.language import Language
from app.phrases import phrase, reason_phrase
from app.ui.markdown import fenced, safe_markdown
from app.usage import elapsed, usage_line

_SHOWN_BYTES = 50_000
# A frame makes the page parse the whole message again; twenty a second keep pace.
_FLUSH_SECONDS = 0.05
_IDLE_SHARE = 10
_STOPPED = "tool:cancelled"


class TurnView:
    """Shows one turn. `language` is the reader's, `author` the name that answers."""

    def __init__(self, language: Language, author: str, embedded: bool) -> None:
        self._language = language
        self._author = author
        self._embedded = embedded
        self._text: _StreamedText | None = None
        self._steps: dict[str, tuple[cl.Step, str]] = {}
        run = cl.context.current_run
        # Steps that overlap would nest in one another if each took the newest as its parent.
        self._parent = run.id if run else None

    async def show(self, event: Event) -> None:
        """Brings the page up to date with `event`."""
        match event:
            case RoundStarted() | ToolStarted() if self._text is not None:
                await self._text.close()
                self._text = None
        match event:
            case TextDelta(text=text):
                await self._stream(text)
            case ToolStarted():
                await self._begin_step(event)
            case ToolFinished():
                await self._end_step(event)
            case Notice(text=text):
                await cl.Message(safe_markdown(text), author=self._author).send()
            case TurnEnded():
                await self._end_turn(event)

    async def _stream(self, text: str) -> None:
        if self._text is None:
            self._text = _StreamedText(self._author)
        await self._text.add(text)

    async def _begin_step(self, event: ToolStarted) -> None:
        step = cl.Step(name=event.title, type="tool", parent_id=self._parent, icon=_ICONS.get(event.name, "wrench"))
        # Set before the step is sent: a row without content cannot be opened.
        step.input = _bounded_args(event.args)
        step.start = utc_now()
        self._steps[event.call_id] = (step, event.title)
        await step.send()

    async def _end_step(self, event: ToolFinished) -> None:
        step, title = self._steps.pop(event.call_id)
        step.end = utc_now()
        # What the person stopped did not fail: it is not shown in red.
        step.is_error = not event.ok and event.code != _STOPPED
        step.name = self._row(event, title)
        step.output = self._bounded_output(event.text)
        await step.update()

    def _row(self, event: ToolFinished, title: str) -> str:
        seconds = elapsed(event.seconds)
        if event.ok:
            return f"{title} · {seconds}"
        mark = "■" if event.code == _STOPPED else "✗"
        return f"{mark} {title} · {reason_phrase(event.code, self._language)} · {seconds}"

    def _bounded_output(self, text: str) -> str:
        data = text.encode()
        if len(data) <= _SHOWN_BYTES:
            return fenced(text)
        head = data[:_SHOWN_BYTES].decode(errors="ignore")
        more = phrase("step_more", self._language, chars=f"{len(text) - len(head):,}")
        return f"{fenced(head)}\n\n{more}"

    async def _end_turn(self, event: TurnEnded) -> None:
        line = usage_line(event.usage, self._language, self._embedded)
        text = self._text or _StreamedText(self._author)
        self._text = None
        # Emphasis in emphasis, which no answer uses: the page's style sheet makes it a small line of its own.
        await text.close(f"{safe_markdown(event.text)}\n\n_*{line}*_")


class _StreamedText:
    """A message that grows: pieces are joined for a moment and shown together."""

    def __init__(self, author: str) -> None:
        self._message = cl.Message("", author=author)
        self._pieces: list[str] = []
        self._shown = 0
        self._flushing: asyncio.Task[None] | None = None

    async def add(self, text: str) -> None:
        self._pieces.append(text)
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(self._flush_soon())

    async def close(self, content: str | None = None) -> None:
        """Ends the message, with `content` in place of what was streamed, if given."""
        if self._flushing is not None:
            await self._flushing
        self._message.content = self._safe() if content is None else content
        if self._message.content.strip():
            await self._message.send()

    async def _flush_soon(self) -> None:
        pause = _FLUSH_SECONDS
        while self._shown < len(self._pieces):
            await asyncio.sleep(pause)
            began = time.monotonic()
            self._shown = len(self._pieces)
            # Sent whole: how a piece is read may depend on what follows it.
            await self._message.stream_token(self._safe(), is_sequence=True)
            # A long text takes longer to look through; it is then shown less often.
            pause = max(_FLUSH_SECONDS, _IDLE_SHARE * (time.monotonic() - began))

    def _safe(self) -> str:
        return safe_markdown("".join(self._pieces))


_ICONS = {"list_directory": "folder", "read_file": "file-text", "write_file": "file-pen"}


def _bounded_args(args: dict[str, Any]) -> dict[str, Any]:
    """`args` for display: long texts are cut so that all together stay bounded."""
    room = _SHOWN_BYTES // (4 * max(1, len(args)))
    return {name: _bounded(value, room) for name, value in args.items()}


def _bounded(value: Any, room: int) -> Any:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return value if len(text) <= room else f"{text[:room]} … (+{len(text) - room:,})"
