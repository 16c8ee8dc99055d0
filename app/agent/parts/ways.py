"""What a conversation knows of its last overflow and its last reading, and the turns that go on from there."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from app.agent.history import History
from app.agent.loop import Agent, run
from app.agent.parts.reading import Reading, part_tokens
from app.agent.parts.turn_in_parts import read_in_parts, stopped, unreadable
from app.agent.person.ways_on import InParts, Without, go_on_offer, is_named, way_on_in
from app.agent.turn import Turn
from app.events import Event, TurnEnded
from app.fences import code_span
from app.language import language_of
from app.phrases import phrase
from app.tools import Outcome, WholeText, escaped


@dataclass(slots=True)
class Left:
    """What can be gone on from: the question that overflowed last, the file that was too large for it, the reading."""

    question: str = ""
    path: str = ""
    reading: Reading | None = None


class WaysOn:
    """One conversation's ways to go on after an overflow, and to read a file in parts at any time."""

    def __init__(self, agent: Agent) -> None:
        self.left = Left()
        self._agent = agent
        self._dropped: Outcome | None = None

    def use(self, agent: Agent) -> None:
        """Goes on with another agent; a reading that was begun is begun anew, as its parts may be of other sizes."""
        self._agent = agent
        self.left.reading = None

    def question_in(self, message: str, history: History) -> str:
        """The question that `message` asks: its own, or the one that overflowed, to be asked again without a file."""
        way = way_on_in(message)
        if not isinstance(way, Without) or not self.left.question:
            return message
        name = way.path or self.left.path
        dropped = {index: source for index, source in history.sources if source.chars and is_named(source.path, name)}
        if not dropped:
            return message
        for index in dropped:
            history.leave_out(index)
        self._dropped = max(dropped.values(), key=lambda source: source.chars)
        history.note(message, phrase("without_noted", language_of(message), path=name))
        return self.left.question

    async def events(self, turn: Turn) -> AsyncIterator[Event]:
        """The events of a turn, whichever way it goes. Stop arrives as in `run`."""
        dropped, self._dropped = self._dropped, None
        if dropped and self._agent.embedded:
            # It answers from one file, and has nothing to say without it.
            name = code_span(escaped(dropped.path))
            yield turn.ended("answered", phrase("without_helper", turn.language, path=name))
            return
        with turn.hands.memory.without(dropped):
            async for event in self._way(turn):
                if isinstance(event, TurnEnded) and event.reason == "context_overflow":
                    self.left.question, self.left.path = turn.question, turn.overflowed
                yield event

    def _way(self, turn: Turn) -> AsyncIterator[Event]:
        way = way_on_in(turn.question)
        if isinstance(way, InParts) and (way.path or self.left.path):
            return self._in_parts(turn, way)
        return self._asked(turn)

    async def _asked(self, turn: Turn) -> AsyncIterator[Event]:
        """The model is asked; where its answer ends at its length limit, a button goes on."""
        async for event in run(self._agent, turn):
            if isinstance(event, TurnEnded) and event.reason == "answered" and turn.reply.finish == "length":
                event = replace(event, offers=(go_on_offer(turn.language),))
            yield event

    async def _in_parts(self, turn: Turn, way: InParts) -> AsyncIterator[Event]:
        """Reads the file in parts. Where there is no such file, the message was meant for the model."""
        try:
            text = await asyncio.to_thread(self._agent.parts.open, way.path or self.left.path)
        except asyncio.CancelledError:
            yield stopped(turn)
            return
        if isinstance(text, Outcome):
            async for event in self._without_text(turn, way.path or self.left.path, text):
                yield event
            return
        self.left.reading = self._reading_of(text, way, turn)
        async for event in read_in_parts(self._agent, turn, self.left.reading, text, way.first):
            yield event

    def _without_text(self, turn: Turn, path: str, refused: Outcome) -> AsyncIterator[Event]:
        """What is done where no text can be had."""
        if refused.code.startswith("path:") and refused.code != "path:not_a_file":
            return self._asked(turn)
        return unreadable(turn, path, refused.code)

    def _reading_of(self, text: WholeText, way: InParts, turn: Turn) -> Reading:
        """The reading that goes on, if `way` goes on with the last one, else a new one."""
        known = self.left.reading if self.left.reading and self.left.reading.path == text.path and way.first else None
        if known and known.notes and known.next_part == way.first and way.question in ("", known.question):
            return known
        overflowed = self.left.question if text.path == self.left.path else ""
        question = way.question or (known.question if known else "") or overflowed
        return Reading(text.path, question, part_tokens(min(self._agent.parts.window, turn.budget.window)))
