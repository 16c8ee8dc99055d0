"""A turn on the page: its events as messages and collapsible steps."""

from typing import Any

import chainlit as cl

from app.events import (
    ApprovalAsked,
    ApprovalGiven,
    CallDelta,
    Event,
    Notice,
    Progress,
    QuestionAdded,
    RoundStarted,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    TurnEnded,
)
from app.language import Language
from app.ui.session.memory import layer
from app.ui.shown.links import linked
from app.ui.shown.markdown import safe_markdown
from app.ui.steps.steps import Controls, Steps
from app.ui.turn.offers import offers_element, withdraw
from app.ui.turn.streamed import StreamedText
from app.ui.turn.tasks import Tasks
from app.ui.turn.thinking import Thinking
from app.usage import usage_line


class TurnView:
    """Shows one turn. `language` is the reader's, `spoken` the turn's own, `author` the name that answers."""

    def __init__(self, controls: Controls, language: Language, spoken: Language, author: str, embedded: bool) -> None:
        self._language = language
        self._spoken = spoken
        self._author = author
        self._find = controls.places.find
        controls.places.begin()
        self._embedded = embedded
        self._text: StreamedText | None = None
        self._messages: list[cl.Message] = []
        self._moved: list[cl.Message] = []
        self._thinking: Thinking | None = None
        self._thoughts: list[cl.Step] = []
        self._tasks = Tasks(spoken)
        self._offers: cl.CustomElement | None = None
        self._run = cl.context.current_run
        # Steps that overlap would nest in one another if each took the newest as its parent.
        self._steps = Steps(controls, language, self._run.id if self._run else None)

    async def show(self, event: Event) -> None:
        """Brings the page up to date with `event`."""
        match event:
            case RoundStarted():
                await self._close_text()
                await self._steps.show(event)
            case ThinkingDelta(text=text):
                await self._think(text)
            case TextDelta(text=text):
                await self._close_thinking()
                await self._stream(text)
            case CallDelta() | ToolStarted() | ApprovalAsked() | ApprovalGiven() | ToolFinished():
                await self._close_text()
                await self._steps.show(event)
            case Notice() | QuestionAdded():
                await self._say(event)
            case Progress():
                await self._tasks.show(event)
            case TurnEnded():
                await self._steps.show(event)
                await self._end_turn(event)

    async def show_again(self) -> None:
        """Sends all of the turn once more: a page whose connection was lost has missed what came meanwhile."""
        emitter = cl.context.emitter
        replaced: list[cl.Step | cl.Message] = [*self._steps.replaced, *self._moved]
        for gone in replaced:
            await emitter.delete_step(gone.to_dict())
        messages = [message for message in self._messages if message.content]
        steps = [*([self._run] if self._run else []), *self._steps.shown, *self._thoughts]
        parts: list[cl.Step | cl.Message] = [*steps, *messages]
        for part in sorted(parts, key=lambda part: part.created_at or ""):
            for shown in part.elements or []:
                await emitter.send_element(shown.to_dict())
            await emitter.send_step(part.to_dict())
        await self._tasks.show_again()

    async def leave(self) -> None:
        """Takes away what is of use only until the conversation goes on."""
        await self._tasks.remove()
        if self._offers is not None:
            await withdraw(self._offers)
            self._offers = None

    async def _think(self, text: str) -> None:
        if self._thinking is None:
            self._steps.part()
            self._thinking = Thinking(self._language, self._run.id if self._run else None)
            self._thoughts.append(self._thinking.step)
        await self._thinking.add(text)

    async def _close_thinking(self) -> None:
        if self._thinking is not None:
            await self._thinking.close()
            self._thinking = None

    async def _say(self, event: Notice | QuestionAdded) -> None:
        """A message of its own: the app's, or what the person has added, where the model was shown it."""
        if isinstance(event, Notice) and event.code != "retry_differs":
            # A retry goes on with the same text, unless it turns out to be another.
            await self._pause_text()
        else:
            await self._close_text()
        if isinstance(event, Notice):
            message = cl.Message(safe_markdown(event.text), author=self._author)
        else:
            message = cl.Message(event.text, author=self._author, type="user_message")
        self._messages.append(message)
        self._steps.part()
        await message.send()

    async def _pause_text(self) -> None:
        """Puts on the page what has come so far, so that what follows stands below it."""
        await self._close_thinking()
        if self._text is not None:
            await self._text.rest()

    async def _close_text(self) -> None:
        await self._close_thinking()
        if self._text is not None:
            await self._text.close()
            if self._text.message.content.strip():
                self._steps.part()
            self._text = None

    async def _stream(self, text: str) -> None:
        await (await self._newest()).add(text)

    async def _newest(self) -> StreamedText:
        """The text that grows, below whatever has come since it began."""
        if self._text is None:
            self._text = StreamedText(self._author, self._find)
            self._messages.append(self._text.message)
        elif self._text.message is not self._messages[-1]:
            self._messages.remove(self._text.message)
            self._moved.append(await self._text.move_down())
            self._messages.append(self._text.message)
        return self._text

    async def _end_turn(self, event: TurnEnded) -> None:
        await self._close_thinking()
        # What was said of an answer that is there already stands below it.
        shown_all = self._text if self._text is not None and self._text.is_all_of(event.text) else None
        text, said = shown_all or await self._newest(), await linked(event.text, self._find)
        self._text = None
        # What the app did by itself, without the model, cost nothing that could be counted.
        if event.usage.rounds:
            # Emphasis in emphasis, which no answer uses: the page's style sheet makes it a small line of its own.
            said = f"{said}\n\n_*{usage_line(event.usage, self._language, self._embedded)}*_"
        if event.offers:
            self._offers = offers_element(event.offers, self._spoken)
        seen = self._steps.handed_over()
        shown: list[Any] = [*seen, *([self._offers] if self._offers else [])]
        text.message.elements = shown
        await text.close(said)
        for moved in seen:
            # Sent again it is not kept again: its row would have it back when the conversation is opened.
            await layer().create_element(moved)
        await self._tasks.end(event.reason)
