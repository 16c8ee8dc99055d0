"""A conversation: its history, one turn at a time, and Stop."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress

from app.agent.history import History
from app.agent.loop import Agent, run
from app.agent.turn import Turn
from app.events import Event, TurnEnded
from app.language import Language, language_of
from app.phrases import phrase

logger = logging.getLogger(__name__)

Events = asyncio.Queue[Event]


class Conversation:
    """One person's talk with the agent. Turns that are asked for while one runs wait for it."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._history = History()
        self._one_turn = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None

    async def ask(self, question: str, reader: Language = "en") -> AsyncGenerator[Event, None]:
        """The events of the turn that answers `question`, its TurnEnded last.

        The turn speaks the question's language, or the `reader`'s if it cannot be told.
        Closing the iterator early stops the turn and leaves the history in order.
        """
        async with self._one_turn:
            events: Events = asyncio.Queue()
            turn = Turn(self._history, question, language_of(question, reader))
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

    def stop(self) -> None:
        """Ends the running turn, if there is one, with the reason `stopped`."""
        if self._running is not None and not self._running.done() and not self._running.cancelling():
            # Behind the task's first step, without which there is nothing to answer it.
            asyncio.get_running_loop().call_soon(self._running.cancel)

    async def _pump(self, turn: Turn, events: Events) -> None:
        try:
            async for event in run(self._agent, turn):
                events.put_nowait(event)
        except Exception as error:
            logger.exception("the turn failed")
            said = phrase("inner_failure", turn.language, kind=type(error).__name__)
            events.put_nowait(turn.ended("model_error", turn.kept_partial(said)))
