"""The walk through a document: a step per part, with the notes that the model made on it."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator

from app.agent.loop import Agent
from app.agent.model.asking import ModelFailed
from app.agent.parts.asking import NoAnswer, about, noted, why
from app.agent.parts.reading import Note, Reading
from app.agent.spending.checking import before_request
from app.agent.turn import Turn
from app.events import Event, Notice, Progress, ToolFinished, ToolStarted
from app.fences import code_span
from app.overflow import is_overflow
from app.phrases import phrase
from app.tokens import estimated_tokens
from app.tools import Outcome, WholeText, escaped

_SKIPPED_CHARS = 1_000_000
# Parts in a row that fail before the server is taken for one that does not answer any more.
_FAILURES = 3
_STOPPED = Outcome("tool:cancelled", "not read: stopped by the user")


class Walk:
    """One turn's way through a document."""

    def __init__(self, agent: Agent, turn: Turn, reading: Reading, text: WholeText) -> None:
        self._agent = agent
        self._turn = turn
        self._reading = reading
        self._text = text
        self._running: ToolStarted | None = None
        self._path = code_span(escaped(reading.path))
        self._began = 0.0
        self._found: list[str] = []
        self._cut = False

    async def parts(self) -> AsyncIterator[Event]:
        """Reads part after part, to the end or to a limit."""
        yield self._progress()
        while not self._fails:
            async for event in self._at_limits():
                yield event
            if self._turn.reached or not (piece := await asyncio.to_thread(self._reading.take, self._text)):
                return
            yield self._begin(piece)
            failed = code = ""
            try:
                async for event in self._notes_on(piece):
                    yield event
            except ModelFailed as failure:
                code, failed = "tool:failed", why(failure, self._agent.endpoint, self._turn.language)
            if self._cut and not failed:
                code, failed = "result:cut", phrase("parts_note_cut", self._turn.language)
            notes = "\n".join(filter(None, self._found))
            self._reading.done(Note(self._reading.next_part, notes, failed), self._text)
            yield self._end(Outcome(code, "\n\n".join(filter(None, (notes, failed)))))
            if await asyncio.to_thread(self._reading.learn_fate, self._text):
                yield Notice(self._reading.fate, phrase(self._reading.fate, self._turn.language, path=self._path))
            yield self._progress()

    async def go_to(self, part: int) -> None:
        """Passes over what was read in an earlier turn, or what comes before `part`; 0 for none."""
        await asyncio.to_thread(self._reading.begin, self._text)
        if self._reading.position:
            await self._pass(self._reading.position)
        elif (first := min(part, self._reading.total)) > 1:
            # A little early: where parts were of another size, nothing is to be missed.
            await self._pass(int(self._text.left * (first - 1.1) / self._reading.total))
            self._reading.jump(first)
        await asyncio.to_thread(self._reading.begin, self._text)

    async def _pass(self, chars: int) -> None:
        """Passes over the first `chars` characters, or as far as the last ones if there are fewer."""
        while (left := chars - self._text.taken) > 0 and not (self._text.is_near_end and left >= self._text.left):
            step = min(_SKIPPED_CHARS, left)
            await asyncio.to_thread(self._text.take, step, step)

    def broken_off(self) -> list[Event]:
        """The end of the step that was running when the turn was stopped."""
        return [self._end(_STOPPED)] if self._running else []

    async def _notes_on(self, piece: str) -> AsyncIterator[Event]:
        """Notes on a part, or on its halves where it does not fit."""
        waiting, self._found, self._cut = [piece], [], False
        while waiting:
            text = waiting.pop()
            if self._reading.fits(text):
                try:
                    async for event in noted(self._agent.parts.noting, self._turn, self._given(text)):
                        yield event
                    self._found.append(self._turn.reply.text.strip())
                    continue
                except ModelFailed as failure:
                    halved = self._halved_for(failure, text, piece)
                if not halved:
                    continue
                yield Notice(halved, phrase(halved, self._turn.language))
            waiting += [text[len(text) // 2 :], text[: len(text) // 2]]

    def _halved_for(self, failure: ModelFailed, text: str, piece: str) -> str:
        """Why `text` is halved, as a notice; "" where its notes are kept as they are. Raises what halving cannot mend.

        Notes that were cut are asked for anew only once: where an answer may be but short, shorter parts are no help.
        """
        if isinstance(failure, NoAnswer) and failure.cut:
            if text == piece and len(text) > 1:
                return "parts_note_long"
            self._found.append(self._turn.reply.text.strip())
            self._cut = True
            return ""
        if not is_overflow(failure.error) or len(text) < 2:
            raise failure
        self._reading.halve(text)
        return "parts_halved"

    def _given(self, text: str) -> dict[str, str]:
        number, total = self._reading.next_part, max(self._reading.next_part, self._reading.total)
        return {**about(self._reading, self._turn), "part": f"{number}", "total": f"{total}", "text": text}

    @property
    def _fails(self) -> bool:
        """Whether the server fails again and again."""
        newest = self._reading.notes[-_FAILURES:]
        return len(newest) == _FAILURES and all(note.failed and not note.text for note in newest)

    async def _at_limits(self) -> AsyncIterator[Event]:
        """What is said and asked of limits before the next part; the notes so far are to be put together, too."""
        if self._text.left:
            notes = sum(estimated_tokens(note.text) for note in self._reading.notes)
            needed = self._reading.tokens + notes + estimated_tokens(self._reading.question)
            async for event in before_request(self._turn, needed, in_parts=True):
                yield event

    def _begin(self, piece: str) -> ToolStarted:
        number, total = self._reading.next_part, max(self._reading.next_part, self._reading.total)
        title = phrase(
            "parts_title",
            self._turn.language,
            path=escaped(self._reading.path),
            part=f"{number:,}",
            total=f"{total:,}",
        )
        args = {"file_path": self._reading.path, "part": number, "parts": total, "characters": len(piece)}
        self._began = time.monotonic()
        self._running = ToolStarted(f"part_{uuid.uuid4().hex}", "read_part", args, title)
        return self._running

    def _end(self, outcome: Outcome) -> ToolFinished:
        assert self._running is not None
        ended, self._running = self._running, None
        self._turn.counting.call()
        seconds = round(time.monotonic() - self._began, 3)
        return ToolFinished(ended.call_id, ended.name, outcome.ok, outcome.code, outcome.shown, seconds)

    def _progress(self) -> Progress:
        done = self._reading.next_part - 1
        title = phrase("parts_progress", self._turn.language, path=escaped(self._reading.path))
        return Progress(title, done, max(done, self._reading.total))
