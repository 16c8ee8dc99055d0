"""One session of the page: its conversation, and what of it is on the screen."""

from collections.abc import Callable
from contextlib import aclosing

import chainlit as cl

from app.agent import Conversation
from app.language import Language, language_of
from app.phrases import phrase
from app.ui.session.additions import Additions, ask_again
from app.ui.shown.elements import Told
from app.ui.steps.questions import Questions
from app.ui.steps.steps import Controls, Steps
from app.ui.steps.undo import Undos
from app.ui.turn.turn_view import TurnView


class Page:
    """A conversation on a page. `picture` gives the bytes of an image that was read, by its path."""

    def __init__(self, conversation: Conversation, picture: Callable[[str], bytes | None]) -> None:
        self.conversation = conversation
        self._controls = Controls(Questions(conversation.decide), Undos(conversation.undo), picture)
        self._additions = Additions(conversation.add)
        self._view: TurnView | None = None
        self._turns = 0

    async def answer(self, question: str, language: Language, author: str, embedded: bool) -> None:
        """Shows the turn that answers `question`."""
        if self._view is not None:
            await self._view.leave()
        spoken = language_of(question, language)
        view = self._view = TurnView(self._controls, language, spoken, author, embedded)
        self._turns += 1
        try:
            async with aclosing(self.conversation.ask(question, language)) as events:
                async for event in events:
                    await view.show(event)
                    await self._additions.follow(event)
        finally:
            self._turns -= 1
            self._additions.end()

    async def hear(self, message: object) -> None:
        """Takes in what the page's own script sent: an addition to the running question; anything else is let be."""
        match message:
            case {"type": "folio-add", "id": str(id), "text": str(text)}:
                await self._additions.take(id, text)

    def decide(self, payload: object) -> Told:
        """Takes in the answer to a question, as the page sent it."""
        return self._controls.questions.answer(payload)

    async def undo(self, payload: object, language: Language) -> Told:
        """Undoes the change whose button was pressed, as a row of its own. Not while a turn runs: it would wait."""
        if self._turns:
            return {"state": "refused", "said": phrase("undo_busy", language)}
        rows = Steps(self._controls, language, open_failures=True)
        return await self._controls.undos.press(payload, rows.show, language)

    async def come_back(self) -> None:
        """Brings a page whose connection was lost up to date with the newest turn, and gives it Stop back."""
        if self._view is not None:
            await self._view.show_again()
        await ask_again()
        if self._turns:
            await cl.context.emitter.task_start()
