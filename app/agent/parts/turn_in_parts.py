"""A turn that reads a document in parts: what is going to happen, the walk, the answer."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from app.agent.loop import Agent
from app.agent.model.asking import ModelFailed
from app.agent.parts.combining import combined
from app.agent.parts.reading import Reading, extent, notes_told
from app.agent.parts.walking import Walk
from app.agent.person.ways_on import in_parts_offer
from app.agent.turn import Turn
from app.events import Event, Notice, TurnEnded
from app.fences import closed, code_span
from app.model_errors import sentence
from app.phrases import phrase
from app.tools import Outcome, WholeText, escaped


async def read_in_parts(
    agent: Agent, turn: Turn, reading: Reading, text: WholeText, first: int
) -> AsyncIterator[Event]:
    """The events of the turn. What is in the document counts as read from here on, however the turn ends."""
    source = Outcome("", "", path=text.path, size=text.size, files=(text.path,))
    turn.history.sources.append((len(turn.history.messages), source))
    walk = Walk(agent, turn, reading, text)
    try:
        await walk.go_to(first)
        yield _plan(agent, turn, reading, text)
        async for event in walk.parts():
            yield event
        async for event in _answer(agent, turn, reading, walk):
            yield event
    except asyncio.CancelledError:
        for event in walk.broken_off():
            yield event
        yield stopped(turn, reading)
    finally:
        text.close()


def stopped(turn: Turn, reading: Reading | None = None) -> TurnEnded:
    """The end of a turn that was stopped: what is known so far, without another request."""
    if (task := asyncio.current_task()) is not None:
        task.uncancel()
    said = phrase("stopped", turn.language)
    if reading is None or not reading.notes:
        return turn.ended("stopped", turn.kept_partial(said))
    parts = [said, extent(reading, turn.language), notes_told(reading, turn.language)]
    return _resumable(turn.ended("stopped", turn.kept_partial("\n\n".join(parts))), turn, reading)


def _plan(agent: Agent, turn: Turn, reading: Reading, text: WholeText) -> Notice:
    left = reading.total - reading.next_part + 1
    tokens = reading.tokens_of(text.left)
    name = code_span(escaped(reading.path))
    said = phrase("parts_plan", turn.language, path=name, parts=f"{left:,}", tokens=f"{tokens:,}")
    if tokens > agent.max_turn_tokens:
        said += phrase("parts_plan_limit", turn.language, limit=f"{agent.max_turn_tokens:,}")
    return Notice("parts_plan", said)


async def _answer(agent: Agent, turn: Turn, reading: Reading, walk: Walk) -> AsyncIterator[Event]:
    language = turn.language
    if not reading.read:
        yield _without_notes(turn, reading)
        return
    try:
        async for event in combined(agent.parts.combining, turn, reading):
            yield event
    except ModelFailed as failure:
        said = [sentence(failure.error, agent.endpoint, language), extent(reading, language)]
        ended = turn.ended("model_error", turn.kept_partial("\n\n".join([*said, notes_told(reading, language)])))
        yield _resumable(ended, turn, reading)
        return
    cut = [phrase("model_length", language)] if turn.reply.finish == "length" else []
    limit = [phrase("parts_token_limit", language, limit=f"{agent.max_turn_tokens:,}")] if walk.out_of_tokens else []
    text = "\n\n".join([closed(turn.reply.text.rstrip()), *cut, extent(reading, language), *limit])
    yield _resumable(turn.ended("token_limit" if walk.out_of_tokens else "answered", text), turn, reading)


def _without_notes(turn: Turn, reading: Reading) -> TurnEnded:
    """The end where the document has no text, or no part of it could be read."""
    if not reading.notes:
        name = code_span(escaped(reading.path))
        return turn.ended("answered", phrase("parts_empty", turn.language, path=name))
    return turn.ended("model_error", extent(reading, turn.language))


def _resumable(ended: TurnEnded, turn: Turn, reading: Reading) -> TurnEnded:
    """The end of the turn, with the way to read on if something is left."""
    if reading.is_over:
        return ended
    offer = in_parts_offer(reading.path, turn.language, reading.question, reading.next_part)
    return replace(ended, offers=(offer,))
