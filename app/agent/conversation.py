"""A conversation: its history, one turn at a time, Stop, and the person's word on changes."""

import asyncio
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self

from app.agent.acting.undoing import Changes, named, noted, take_back, told
from app.agent.hands import Hands
from app.agent.history import History, Sight
from app.agent.loop import Agent
from app.agent.model.budget import Budget
from app.agent.model.room import Room, room_of
from app.agent.parts.ways import WaysOn
from app.agent.person import arrivals
from app.agent.person.approval import Decision
from app.agent.person.commands import Command, command_in
from app.agent.pumping import Events, pump
from app.agent.saved import Saved, body_of, saved_in
from app.agent.spending.allowed import Sums
from app.agent.turn import Turn
from app.events import Event, Notice, Receipt, TurnEnded
from app.fences import below
from app.language import Language, answer_language
from app.ledger import Account
from app.model_errors import Endpoint
from app.phrases import phrase
from app.tools import Outcome, current_turn

_NOT_RUN = Outcome("tool:cancelled", "not run: the app was ended")
_UNKNOWN = Outcome(
    "tool:cancelled",
    "The app was ended while this was under way, and it is not known whether it was done. Look before you rely on it.",
)
_JUST_MADE = "[The app was ended while it worked. It had just done this:]"
_BROKEN_OFF = "[The app was ended before this answer was finished.]"


class Conversation:
    """One person's talk with the agent. Turns that are asked for while one runs wait for it.

    With `resumes`, `undo` reaches back to changes from before this conversation. `account` is where what its person
    spends in a day is counted, None where it is not.
    """

    def __init__(self, agent: Agent, resumes: bool = False, account: Account | None = None) -> None:
        self._agent = self._wanted = agent
        self._resumes = resumes
        self._history = History()
        self._hands = Hands(Sums(account))
        _equip(self._hands, agent)
        self._budget = _budget_of(agent)
        self._changes = Changes()
        self._ways_on = WaysOn(agent)
        self._one_turn = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None
        self._stopped: asyncio.Task[None] | None = None
        self._turn: Turn | None = None
        self._next_turn = uuid.uuid4().hex
        self._arrived: list[arrivals.Arrival] = []
        self._is_whole = True
        self.just_made: Mapping[str, Outcome] = {}

    @classmethod
    async def brought_back(cls, agent: Agent, body: object, account: Account | None = None) -> Self:
        """As `from_saved`, with the changes, as the folder's journal knows them, of the turn that ran then, if one did.

        They are `just_made`, by the ids of their calls: some may have been made too late to be told of.
        """
        saved, is_whole = saved_in(body)
        made = await agent.table.made_in(saved.turn) if saved.turn else {}
        return cls._of(agent, saved, is_whole, made, account)

    @classmethod
    def from_saved(cls, agent: Agent, body: object) -> Self:
        """The conversation that was `saved`, also in the middle of a turn, which is then over.

        What cannot be read back of `body` is not known; the person is told so with the next turn.
        """
        return cls._of(agent, *saved_in(body), {}, None)

    @classmethod
    def _of(
        cls, agent: Agent, saved: Saved, is_whole: bool, made: Mapping[str, Outcome], account: Account | None
    ) -> Self:
        taken_up = cls(agent, resumes=True, account=account)
        taken_up._is_whole, taken_up.just_made = is_whole, made
        taken_up._know(saved)
        return taken_up

    def _know(self, saved: Saved) -> None:
        self._history, self._changes, self._ways_on.left = saved.history, saved.changes, saved.left
        self._hands.approvals.granted, self._hands.told = saved.granted, saved.told
        self._hands.sums.here = saved.spent
        if saved.budget is not None and saved.measured == _measured(self._agent):
            self._budget = saved.budget
        try:
            self._hands.memory.seen.take_up(saved.seen)
        except ValueError:
            self._is_whole = False
        known = {**self.just_made, **saved.results}
        for call_id in self._history.unanswered():
            lost = _NOT_RUN if self._agent.table.reads_only(self._history.tool_of(call_id)) else _UNKNOWN
            self._history.add_result(call_id, known.get(call_id, lost))
        self._history.settle(below(saved.partial, _BROKEN_OFF))
        if untold := [made.shown for id, made in self.just_made.items() if id not in self._history.used_ids]:
            self._history.note(_JUST_MADE, "\n".join(untold))
        ids = {receipt.id for receipt in saved.made}
        made = (outcome.receipt for outcome in self.just_made.values())
        self._changes.made([*saved.made, *(late for late in made if late and late.id and late.id not in ids)])

    def saved(self) -> dict[str, Any]:
        """All that is known here, as JSON has it; also while a turn runs."""
        hands, turn = self._hands, self._turn
        saved = Saved(
            self._history, self._changes, self._budget, _measured(self._agent), left=self._ways_on.left, told=hands.told
        )
        saved.seen, saved.granted = hands.memory.seen.saved(), hands.approvals.granted
        saved.turn, saved.spent = self._next_turn, hands.sums.here
        if turn is not None:
            saved.results, saved.partial, saved.made = turn.under_way, turn.newest_partial, turn.all_receipts
        return body_of(saved)

    def use(self, agent: Agent) -> None:
        """Goes on with `agent` from the next turn on: another model, other limits, or other rules for changes."""
        self._wanted = agent

    def _take_up(self, agent: Agent) -> None:
        if agent is self._agent:
            return
        if _sizes(agent) != _sizes(self._agent):
            # What was learnt of them was the other model's.
            self._budget = _budget_of(agent)
        self._agent = agent
        self._ways_on.use(agent)
        _equip(self._hands, agent)

    async def ask(self, question: str, reader: Language = "en") -> AsyncGenerator[Event, None]:
        """The events of the turn that answers `question`, its TurnEnded last.

        The turn speaks the question's language, or the `reader`'s if it cannot be told, unless one is chosen.
        Closing the iterator early stops the turn and leaves the history in order.
        `undo` and `redo`, said alone, are done here, without the model.
        """
        async with self._one_turn:
            self._take_up(self._wanted)
            for event in self._arrivals():
                yield event
            question = self._ways_on.question_in(question, self._history)
            language = self.spoken(question, reader)
            if command := command_in(question):
                async for event in self._command(question, command, language):
                    yield event
                return
            events: Events = asyncio.Queue()
            turn = self._turn = Turn(self._history, question, (language, reader), self._hands, self._budget)
            # A task of its own, which waits for nothing but the loop: a cancellation
            # always arrives inside the loop, where it can be answered, never at a yield.
            self._running = asyncio.create_task(self._pump(turn, events))
            try:
                if not self._is_whole:
                    self._is_whole = True
                    yield Notice("partly_forgotten", phrase("partly_forgotten", language))
                while not isinstance(event := await events.get(), TurnEnded):
                    yield event
                yield event
            finally:
                self.stop()
                with suppress(asyncio.CancelledError):
                    await self._running
                self._changes.made(turn.receipts)
                self._turn = None
                self._next_turn = uuid.uuid4().hex

    def arrived(self, files: Sequence[arrivals.Arrival]) -> None:
        """Takes in what the person has put into the folder: the next turn begins with it, and `undo` reaches it."""
        self._arrived += files

    def _arrivals(self) -> list[Event]:
        files, self._arrived = self._arrived, []
        if files:
            arrivals.noted(self._history, files)
            self._changes.made([file.receipt for file in files if file.receipt.id])
        return list(arrivals.rows(files))

    def spoken(self, question: str, reader: Language) -> Language:
        """The language that the turn which answers `question` speaks."""
        return answer_language(question, reader, self._wanted.answer_language)

    def room(self) -> Room:
        """What of the model's window the conversation takes, as far as is known."""
        return room_of(self._history, self._budget)

    def stop(self) -> None:
        """Ends the running turn, if there is one, with the reason `stopped`."""
        if self._running is None or self._running.done() or self._running is self._stopped:
            return
        # Not told by `cancelling()`: the HTTP client cancels the task that connects for reasons of its own.
        self._stopped = self._running
        # Behind the task's first step, without which there is nothing to answer it.
        asyncio.get_running_loop().call_soon(self._running.cancel)

    def add(self, text: str) -> bool:
        """Adds `text` to the running question. False when it must be a question of its own.

        True is a promise only once a QuestionAdded tells of it: a turn that ends without one
        needed no further request, and `text` is then still to be asked.
        """
        if self._turn is None or self._running is None or self._running.done():
            return False
        # The built-in helper takes the last message alone for the question.
        if self._agent.embedded or command_in(text):
            return False
        self._turn.add(text)
        return True

    def decide(self, call_id: str, decision: Decision) -> bool:
        """The person's word on a call that an ApprovalAsked told of. False when it no longer waits."""
        return self._hands.approvals.decide(call_id, decision)

    def sight(self, call_id: str) -> Sight | None:
        """What the model is shown of the result of a call; None when there is none."""
        return self._history.sight(call_id)

    def leave_out(self, call_id: str) -> bool:
        """Shows the model no more than a line of a call's result from its next request on. False where it cannot be."""
        return self._history.leave_result_out(call_id)

    def keep(self, call_id: str) -> bool:
        """Shows the model all of a call's result for as long as there is room. False where it cannot be."""
        return self._history.keep_result(call_id)

    @property
    def endpoint(self) -> Endpoint:
        """The model that answers the next question, and where its requests go."""
        return self._wanted.endpoint

    @property
    def may_change(self) -> bool:
        """Whether anything in the folder may be changed from here on, which taking back does, too."""
        return self._wanted.approval != "read_only"

    async def undo(self, receipts: Sequence[Receipt]) -> AsyncGenerator[Event, None]:
        """Takes changes back, in this order, between two turns: a ToolStarted and a ToolFinished each.

        Nothing where nothing may be changed.
        """
        async with self._one_turn:
            if not self.may_change:
                return
            async for event in self._taking_back(receipts, f"[The person undid: {named(receipts)}]", []):
                yield event

    async def _command(self, question: str, command: Command, language: Language) -> AsyncGenerator[Event, None]:
        if not self.may_change:
            yield TurnEnded("answered", phrase("read_only", language))
            return
        again, ended = command == "redo", list[Outcome]()
        receipts = self._changes.newest(again)
        if not receipts and self._resumes:
            receipts = list(await self._hands.table.newest_turn(undone=again))
        async for event in self._taking_back(receipts, question, ended):
            yield event
        said = [told(command, receipt, outcome, language) for receipt, outcome in zip(receipts, ended, strict=True)]
        yield TurnEnded("answered", "\n".join(said) or phrase(f"nothing_to_{command}", language))

    async def _taking_back(
        self, receipts: Sequence[Receipt], said: str, ended: list[Outcome]
    ) -> AsyncGenerator[Event, None]:
        current_turn.set(uuid.uuid4().hex)
        async for event in take_back(self._hands, receipts, ended):
            yield event
        # What was refused is not tried again, so that the turns before can be reached; it keeps its button.
        self._changes.taken_back(receipts, [outcome.receipt for outcome in ended if outcome.receipt])
        if ended:
            noted(self._history, said, ended)

    async def _pump(self, turn: Turn, events: Events) -> None:
        current_turn.set(self._next_turn)
        await pump(self._ways_on.events(turn), turn, events)


def _equip(hands: Hands, agent: Agent) -> None:
    hands.use(agent.table, agent.approval, agent.endpoint, agent.names_in, agent.allowed)


def _budget_of(agent: Agent) -> Budget:
    return Budget(agent.window, agent.fixed_tokens, agent.answer_tokens)


def _sizes(agent: Agent) -> tuple[object, ...]:
    return agent.endpoint, agent.window, agent.fixed_tokens, agent.answer_tokens


def _measured(agent: Agent) -> str:
    return repr(_sizes(agent))
