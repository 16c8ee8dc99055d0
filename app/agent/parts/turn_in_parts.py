"""A turn that reads a document in parts: what is going to happen, the walk, the answer."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from app.agent.loop import Agent
from app.agent.model.asking import ModelFailed
from app.agent.parts.asking import why
from app.agent.parts.combining import combined
from app.agent.parts.reading import Reading, extent, notes_told
from app.agent.parts.walking import Walk
from app.agent.person.ways_on import in_parts_offer
from app.agent.spending.checking import before_request
from app.agent.turn import Turn
from app.events import Event, Notice, Offer, TurnEnded
from app.fences import closed, code_span
from app.phrases import phrase, reason_phrase
from app.tools import Outcome, WholeText, escaped

# Questions that a reading may take before the person is asked where to begin.
_MANY_TURNS = 10
# Of each request: instructions, question and notes.
_TOKENS_BESIDE = 700


async def read_in_parts(
    agent: Agent, turn: Turn, reading: Reading, text: WholeText, first: int
) -> AsyncIterator[Event]:
    """The events of the turn. What is in the document counts as read from here on, however the turn ends."""
    source = Outcome("", "", path=text.path, size=text.size, files=(text.path,))
    turn.history.sources.append((len(turn.history.messages), source))
    walk = Walk(agent, turn, reading, text)
    try:
        await walk.go_to(first)
        if ended := _not_begun(agent, turn, reading, text, first):
            yield ended
            return
        async for event in before_request(turn, 0):
            yield event
        if turn.reached:
            yield _resumable(turn.ended("answered", ""), turn, reading)
            return
        yield _plan(agent, turn, reading, text)
        async for event in walk.parts():
            yield event
        async for event in _answer(agent, turn, reading):
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


async def unreadable(turn: Turn, path: str, code: str) -> AsyncIterator[Event]:
    """The end of a turn about a file that has no text."""
    said = {"path": code_span(escaped(path)), "why": reason_phrase(code, turn.language)}
    yield turn.ended("answered", phrase("parts_refused", turn.language, **said))


def _not_begun(agent: Agent, turn: Turn, reading: Reading, text: WholeText, first: int) -> TurnEnded | None:
    """The end of a turn in which nothing is read: there is nothing, or far more than the person may expect."""
    if reading.is_over and not reading.notes:
        return _without_notes(turn, reading)
    tokens = reading.tokens_of(text.left)
    if first or tokens <= _MANY_TURNS * agent.max_turn_tokens:
        return None
    return replace(
        turn.ended("answered", _size_told(agent, turn, reading, tokens)), offers=_places(agent, turn, reading)
    )


def _size_told(agent: Agent, turn: Turn, reading: Reading, tokens: int) -> str:
    return phrase(
        "parts_many",
        turn.language,
        path=code_span(escaped(reading.path)),
        parts=f"{reading.total:,}",
        tokens=f"{tokens:,}",
        limit=f"{agent.max_turn_tokens:,}",
        each=f"{_parts_of_a_turn(agent, reading):,}",
    )


def _places(agent: Agent, turn: Turn, reading: Reading) -> tuple[Offer, ...]:
    """Where the reading of a very large file may begin: at its beginning, or so that one question reaches its end."""
    last = max(1, reading.total - _parts_of_a_turn(agent, reading) + 1)
    places = ((1, "offer_parts_beginning"), (last, "offer_parts_end"))
    return tuple(in_parts_offer(reading.path, turn.language, reading.question, *place) for place in places)


def _parts_of_a_turn(agent: Agent, reading: Reading) -> int:
    return max(1, agent.max_turn_tokens // (reading.tokens + _TOKENS_BESIDE))


def _plan(agent: Agent, turn: Turn, reading: Reading, text: WholeText) -> Notice:
    left = reading.total - reading.next_part + 1
    tokens = reading.tokens_of(text.left)
    name = code_span(escaped(reading.path))
    parts = phrase("parts_to_go" if reading.next_part > 1 else "parts_in_all", turn.language, parts=f"{left:,}")
    said = phrase("parts_plan", turn.language, path=name, parts=parts, tokens=f"{tokens:,}")
    if tokens > agent.max_turn_tokens:
        said += phrase("parts_plan_limit", turn.language, limit=f"{agent.max_turn_tokens:,}")
    return Notice("parts_plan", said)


async def _answer(agent: Agent, turn: Turn, reading: Reading) -> AsyncIterator[Event]:
    language = turn.language
    if not reading.read:
        yield _without_notes(turn, reading)
        return
    try:
        async for event in combined(agent.parts.combining, turn, reading):
            yield event
    except ModelFailed as failure:
        said = [why(failure, agent.endpoint, language), extent(reading, language)]
        ended = turn.ended("model_error", turn.kept_partial("\n\n".join([*said, notes_told(reading, language)])))
        yield _resumable(ended, turn, reading)
        return
    if not turn.reply.finish:
        yield Notice("unfinished", phrase("unfinished", language))
    cut = [phrase("parts_answer_cut", language)] if turn.reply.finish == "length" else []
    text = "\n\n".join([closed(turn.reply.text.rstrip()), *cut, extent(reading, language)])
    yield _resumable(turn.ended("answered", text), turn, reading)


def _without_notes(turn: Turn, reading: Reading) -> TurnEnded:
    """The end where the document has no text, or no part of it could be read."""
    name = code_span(escaped(reading.path))
    if reading.notes:
        return turn.ended("model_error", extent(reading, turn.language))
    if reading.fate:
        return turn.ended("answered", phrase(reading.fate, turn.language, path=name))
    key = "parts_no_text" if reading.size else "parts_empty"
    return turn.ended("answered", phrase(key, turn.language, path=name, size=f"{reading.size:,}"))


def _resumable(ended: TurnEnded, turn: Turn, reading: Reading) -> TurnEnded:
    """The end of the turn, with the way to read on if something is left."""
    if reading.is_over:
        return ended
    offer = in_parts_offer(reading.path, turn.language, reading.question, reading.next_part, "offer_parts_from")
    return replace(ended, offers=(offer,))
