"""One session of the page: its conversation, and what of it is on the screen."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any

import chainlit as cl
from chainlit.types import ThreadDict

from app.agent import Conversation
from app.events import Event, Receipt, RoundStarted
from app.language import Language
from app.phrases import phrase
from app.telemetry import About
from app.ui.panel.shown import tell_all_changed
from app.ui.people.folders import the_telemetry
from app.ui.session.additions import Additions, ask_again
from app.ui.session.arrivals import Arrivals
from app.ui.session.just_made import show_made
from app.ui.session.memory import Memory
from app.ui.session.screens import Screens, show_in_one
from app.ui.shown.elements import Told
from app.ui.shown.places import Places
from app.ui.steps.questions import Questions
from app.ui.steps.sights import Sights
from app.ui.steps.steps import Controls, Steps
from app.ui.steps.undo import Undos
from app.ui.turn import gauge
from app.ui.turn.offers import withdraw
from app.ui.turn.turn_view import TurnView
from app.workspace import Workspace


class Page:
    """A conversation of `person` about `folder` on a page, kept under `thread_id`."""

    def __init__(self, conversation: Conversation, folder: Workspace, thread_id: str, person: str) -> None:
        self.conversation = conversation
        self.screens = Screens()
        self.memory = Memory(thread_id, self._body)
        self._thread_id = thread_id
        self._person = person
        sights = Sights(conversation.sight, conversation.leave_out, conversation.keep)
        undos, self._places = Undos(self._undone), Places(folder.file_named)
        self._controls = Controls(Questions(conversation.decide), undos, sights, folder, self._places)
        self._additions = Additions(conversation.add)
        self._arrivals = Arrivals()
        self._view: TurnView | None = None
        # What runs, or waits for it, by the messages that asked for it; whether it is to end.
        self._running: dict[str, bool] = {}
        self._asked_in = ""
        self._is_broken_off = False
        self._beside: asyncio.Task[None] | None = None
        self._offers: list[cl.CustomElement] = []

    def know(self, memory: dict[str, Any], shown: dict[str, cl.CustomElement]) -> None:
        """Takes up what was kept of the buttons on the page; `shown` are its elements by their ids."""
        self._is_broken_off = bool(memory.get("runs"))
        self._controls.undos.know(memory.get("undos"), shown)
        self._controls.sights.know(memory.get("sights"), shown)
        self._places.know(memory.get("places"))
        self._offers = [kept for kept in shown.values() if kept.name == "Offers" and kept.props.get("state") != "gone"]

    async def show_just_made(self, thread: ThreadDict, language: Language) -> None:
        """Gives the changes of a turn that was broken off their rows in `thread` where their ends came too late."""
        for call_id, made in self.conversation.just_made.items():
            if made.receipt is not None and not self._controls.undos.knows(made.receipt):
                await show_made(thread, call_id, made, self._controls.undos, language)

    def _body(self) -> dict[str, Any]:
        undos, sights = self._controls.undos.saved(), self._controls.sights.saved()
        kept = {"undos": undos, "sights": sights, "places": self._places.saved()}
        return {"agent": self.conversation.saved(), **kept, "runs": bool(self._running)}

    @asynccontextmanager
    async def running(self, asked: cl.Message) -> AsyncIterator[None]:
        """While something runs that the person `asked` for in this session, all that show the conversation show it."""
        self.screens.show_in_all(cl.context.session)
        self._running[asked.id] = self._is_broken_off = False
        self._asked_in = cl.context.session.id
        try:
            # Before anything is done: what nobody could be told of any more is found again by what is kept here.
            await self.memory.kept()
            async with self.screens.turn_elsewhere(asked):
                await self._tell_where()
                yield
        finally:
            del self._running[asked.id]
            self.memory.keep()
            if self._running:
                await self._tell_where()

    async def until_stopped(self, work: Coroutine[Any, Any, None]) -> None:
        """Awaits `work` that is no turn; Stop ends it without a word."""
        self._beside = running = asyncio.create_task(work)
        try:
            if any(self._running.values()):
                running.cancel()
            await asyncio.wait([running])
        finally:
            running.cancel()
        if not running.cancelled():
            running.result()

    def stop(self) -> None:
        """Ends what runs here, and what waits for it."""
        for asked in list(self._running):
            self._stop(asked)

    def _stop(self, asked: str) -> None:
        self._running[asked] = True
        # One waits for the other. What has not begun yet is ended when it does.
        if asked == next(iter(self._running)):
            self.conversation.stop()
        if self._beside is not None:
            self._beside.cancel()

    async def _take_wish_to_stop(self, asked: str) -> None:
        """Ends what this message asked for. Where it is over, nothing is ended, and the page is told what runs now."""
        if asked in self._running:
            self._stop(asked)
        else:
            await self._tell_where()

    async def answer(self, asked: cl.Message, question: str, language: Language, author: str, embedded: bool) -> None:
        """Shows the turn that answers `question`, which the person `asked` in this session, in all that show it."""
        async with self.running(asked):
            await self._answer(asked.id, question, language, author, embedded)

    async def _answer(self, asked: str, question: str, language: Language, author: str, embedded: bool) -> None:
        await self._leave_last()
        await self._arrivals.hand_over(self.conversation)
        spoken = self.conversation.spoken(question, language)
        view = self._view = TurnView(self._controls, language, spoken, author, embedded)
        try:
            async with aclosing(self._watched(self.conversation.ask(question, language), question)) as events:
                async for event in events:
                    await view.show(event)
                    await self._additions.follow(event)
                    await gauge.follow(event, self.conversation)
                    if event == RoundStarted(1):
                        # From here on the question is known, however soon the app is ended.
                        self.memory.keep()
                    self.memory.follow(event)
                    if self._running[asked]:
                        self.conversation.stop()
        finally:
            self._additions.end()

    def _watched(self, events: AsyncGenerator[Event, None], question: str) -> AsyncGenerator[Event, None]:
        answers = self.conversation.endpoint
        about = About(self._person, self._thread_id, "page", question, answers.model, answers.url)
        return the_telemetry().watched(events, about)

    def _undone(self, receipts: Sequence[Receipt]) -> AsyncGenerator[Event, None]:
        return self._watched(self.conversation.undo(receipts), "")

    async def _leave_last(self) -> None:
        """Takes away what was of use only until the conversation goes on."""
        for offers in self._offers:
            await withdraw(offers)
        self._offers = []
        if self._view is not None:
            await self._view.leave()

    async def _tell_where(self) -> None:
        """Tells the page which conversation it shows, so that it finds it again, and what runs there."""
        # One in which nothing was said yet is found nowhere.
        shown = self._thread_id if cl.context.session.has_first_interaction else ""
        told = {"type": "folio-here", "id": shown, "isBrokenOff": self._is_broken_off}
        await cl.send_window_message({**told, "turn": next(iter(self._running), "")})

    async def hear(self, message: object) -> None:
        """Takes in what the page's own script sent: an addition to what runs, the wish to stop it, an upload."""
        match message:
            case {"type": "folio-add", "id": str(id), "text": str(text)}:
                await self._additions.take(id, text)
            case {"type": "folio-stop", "id": str(id)}:
                await self._take_wish_to_stop(id)
            case {"type": "folio-uploaded", "id": str(id)}:
                await self._arrivals.take(id)

    def decide(self, payload: object) -> Told:
        """Takes in the answer to a question, as the page sent it."""
        return self._controls.questions.answer(payload)

    async def undo(self, payload: object, language: Language) -> Told:
        """Undoes the change whose button was pressed, as a row of its own. Not while a turn runs: it would wait."""
        if self._running:
            return {"state": "refused", "said": phrase("undo_busy", language)}
        if not self.conversation.may_change:
            return {"state": "refused", "said": phrase("read_only", language)}
        self.screens.show_in_all(cl.context.session)
        rows = Steps(self._controls, language, open_failures=True)
        told = await self._controls.undos.press(payload, rows.show, language)
        self.memory.keep()
        return told

    async def change_sight(self, payload: object) -> Told:
        """Takes in what the person wishes of a result: to be left out of what the model is shown, or kept in it."""
        told = await self._controls.sights.press(payload)
        self.memory.keep()
        return told

    @property
    def went_on_elsewhere(self) -> bool:
        """Whether the newest question was asked in another session than this one."""
        return self._asked_in not in ("", cl.context.session.id)

    async def come_back(self) -> None:
        """Brings a page whose connection was lost, or that is new, up to date with the newest turn, Stop and all."""
        show_in_one(cl.context.session)
        if self._view is not None:
            await self._view.show_again()
        await ask_again()
        if self._running:
            await cl.context.emitter.task_start()
        # Last: what waits to be asked there is, once nothing runs.
        await self._tell_where()
        await tell_all_changed(self._controls.undos.made())
