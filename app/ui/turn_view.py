"""A turn on the page: its events as messages and collapsible steps."""

import chainlit as cl

from app.events import (
    ApprovalAsked,
    ApprovalGiven,
    Event,
    Notice,
    RoundStarted,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnEnded,
)
from app.language import Language
from app.ui.markdown import safe_markdown
from app.ui.steps import Controls, Steps
from app.ui.streamed import StreamedText
from app.usage import usage_line


class TurnView:
    """Shows one turn. `language` is the reader's, `author` the name that answers."""

    def __init__(self, controls: Controls, language: Language, author: str, embedded: bool) -> None:
        self._language = language
        self._author = author
        self._embedded = embedded
        self._text: StreamedText | None = None
        self._messages: list[cl.Message] = []
        self._run = cl.context.current_run
        # Steps that overlap would nest in one another if each took the newest as its parent.
        self._steps = Steps(controls, language, self._run.id if self._run else None)

    async def show(self, event: Event) -> None:
        """Brings the page up to date with `event`."""
        match event:
            case RoundStarted():
                await self._close_text()
            case TextDelta(text=text):
                await self._stream(text)
            case ToolStarted() | ApprovalAsked() | ApprovalGiven() | ToolFinished():
                await self._close_text()
                await self._steps.show(event)
            case Notice(text=text):
                notice = cl.Message(safe_markdown(text), author=self._author)
                self._messages.append(notice)
                await notice.send()
            case TurnEnded():
                await self._end_turn(event)

    async def show_again(self) -> None:
        """Sends all of the turn once more: a page whose connection was lost has missed what came meanwhile."""
        emitter = cl.context.emitter
        for gone in self._steps.replaced:
            await emitter.delete_step(gone.to_dict())
        messages = [message for message in self._messages if message.content]
        parts: list[cl.Step | cl.Message] = [*([self._run] if self._run else []), *self._steps.shown, *messages]
        for part in sorted(parts, key=lambda part: part.created_at or ""):
            for shown in part.elements or []:
                await emitter.send_element(shown.to_dict())
            await emitter.send_step(part.to_dict())

    async def _close_text(self) -> None:
        if self._text is not None:
            await self._text.close()
            self._text = None

    async def _stream(self, text: str) -> None:
        await self._begun().add(text)

    def _begun(self) -> StreamedText:
        if self._text is None:
            self._text = StreamedText(self._author)
            self._messages.append(self._text.message)
        return self._text

    async def _end_turn(self, event: TurnEnded) -> None:
        text, said = self._begun(), safe_markdown(event.text)
        self._text = None
        # What the app did by itself, without the model, cost nothing that could be counted.
        if event.usage.rounds:
            # Emphasis in emphasis, which no answer uses: the page's style sheet makes it a small line of its own.
            said = f"{said}\n\n_*{usage_line(event.usage, self._language, self._embedded)}*_"
        await text.close(said)
