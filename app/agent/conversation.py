"""A conversation: its history, one turn at a time, Stop, and the person's word on changes."""

import asyncio
import logging
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress

from app.agent.acting.undoing import Changes, noted, take_back
from app.agent.hands import Hands
from app.agent.history import History
from app.agent.loop import Agent
from app.agent.model.budget import Budget
from app.agent.parts.ways import WaysOn
from app.agent.person.approval import Decision
from app.agent.person.commands import Command, command_in
from app.agent.turn import Turn
from app.events import Event, Receipt, TurnEnded
from app.fences import code_span
from app.language import Language, language_of
from app.phrases import phrase, reason_phrase
from app.tools import Outcome, current_turn, escaped

logger = logging.getLogger(__name__)

Events = asyncio.Queue[Event]


class Conversation:
    """One person's talk with the agent. Turns that are asked for while one runs wait for it.

    With `resumes`, `undo` reaches back to changes from before this conversation.
    """

    def __init__(self, agent: Agent, resumes: bool = False) -> None:
        self._agent = self._wanted = agent
        self._resumes = resumes
        self._history = History()
        self._hands = Hands(agent.table, agent.approval, agent.endpoint)
        self._budget = _budget_of(agent)
        self._changes = Changes()
        self._ways_on = WaysOn(agent)
        self._one_turn = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None
        self._stopped: asyncio.Task[None] | None = None
        self._turn: Turn | None = None

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
        self._hands.use(agent.table, agent.approval, agent.endpoint)

    async def ask(self, question: str, reader: Language = "en") -> AsyncGenerator[Event, None]:
        """The events of the turn that answers `question`, its TurnEnded last.

        The turn speaks the question's language, or the `reader`'s if it cannot be told.
        Closing the iterator early stops the turn and leaves the history in order.
        `undo` and `redo`, said alone, are done here, without the model.
        """
        async with self._one_turn:
            self._take_up(self._wanted)
            question = self._ways_on.question_in(question, self._history)
            language = language_of(question, reader)
            if command := command_in(question):
                async for event in self._command(question, command, language):
                    yield event
                return
            events: Events = asyncio.Queue()
            turn = self._turn = Turn(self._history, question, language, self._hands, self._budget)
            # A task of its own, which waits for nothing but the loop: a cancellation
            # always arrives inside the loop, where it can be answered, never at a yield.
            self._running = asyncio.create_task(self._pump(turn, events))
            try:
                while not isinstance(event := await events.get(), TurnEnded):
                    yield event
                yield event
            finally:
                self.stop()
                with suppress(asyncio.CancelledError):
                    await self._running
                self._changes.made(turn.receipts)

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

    async def undo(self, receipts: Sequence[Receipt]) -> AsyncGenerator[Event, None]:
        """Takes changes back, in this order, between two turns: a ToolStarted and a ToolFinished each."""
        async with self._one_turn:
            async for event in self._taking_back(receipts, f"[The person undid: {_paths(receipts)}]", []):
                yield event

    async def _command(self, question: str, command: Command, language: Language) -> AsyncGenerator[Event, None]:
        if self._hands.policy == "read_only":
            yield TurnEnded("answered", phrase("read_only", language))
            return
        again, ended = command == "redo", list[Outcome]()
        receipts = self._changes.newest(again)
        if not receipts and self._resumes:
            receipts = list(await self._hands.table.newest_turn(undone=again))
        async for event in self._taking_back(receipts, question, ended):
            yield event
        said = [_told(command, receipt, outcome, language) for receipt, outcome in zip(receipts, ended, strict=True)]
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
        current_turn.set(turn.id)
        try:
            async for event in self._ways_on.events(turn):
                events.put_nowait(event)
        except Exception as error:
            logger.exception("the turn failed")
            said = phrase("inner_failure", turn.language, kind=type(error).__name__)
            events.put_nowait(turn.ended("model_error", turn.kept_partial(said)))


def _budget_of(agent: Agent) -> Budget:
    return Budget(agent.window, agent.fixed_tokens, agent.answer_tokens)


def _sizes(agent: Agent) -> tuple[object, ...]:
    return agent.endpoint, agent.window, agent.fixed_tokens, agent.answer_tokens


def _told(command: Command, receipt: Receipt, outcome: Outcome, language: Language) -> str:
    """What came of taking back one change, as a line of the answer."""
    key = f"{command}_{'done' if outcome.ok else 'refused_for'}"
    return phrase(key, language, path=code_span(escaped(receipt.path)), why=reason_phrase(outcome.code, language))


def _paths(receipts: Sequence[Receipt]) -> str:
    return ", ".join(f"{receipt.verb} {escaped(receipt.path)}" for receipt in receipts)
