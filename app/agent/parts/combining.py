"""Notes put together: to fewer notes as long as they do not fit into one request, then to the answer."""

from collections.abc import AsyncIterator, Sequence

from app.agent.model.asking import Chain, ModelFailed
from app.agent.parts.asking import NoAnswer, about, answered, noted
from app.agent.parts.reading import Reading
from app.agent.turn import Turn
from app.events import Event, Notice
from app.overflow import is_overflow
from app.phrases import phrase
from app.tokens import estimated_tokens

_LEAST_TOKENS = 50
_MERGING = "Merge these notes into fewer and shorter ones, with everything in them that may matter for the question."
_ANSWERING = "Answer the person from these notes."


async def combined(chain: Chain, turn: Turn, reading: Reading) -> AsyncIterator[Event]:
    """Asks for the answer, which is `turn.reply.text` afterwards. Raises ModelFailed when it cannot be had."""
    notes, room = [f"[Part {note.part}]\n{note.text}" for note in reading.read], reading.tokens
    while True:
        try:
            groups = grouped(notes, room)
            reading.shortened |= any(estimated_tokens(note) > room // 2 for note in notes)
            if len(groups) == 1:
                async for event in answered(chain, turn, _given(turn, reading, _ANSWERING, groups[0])):
                    yield event
                return
            yield Notice("parts_merging", phrase("parts_merging", turn.language))
            merged: list[str] = []
            for group in groups:
                async for event in _merged(chain, turn, reading, group, merged):
                    yield event
            notes = merged
        except ModelFailed as failure:
            if not is_overflow(failure.error) or room <= _LEAST_TOKENS:
                raise
            turn.answer.begin()
            room //= 2


async def _merged(
    chain: Chain, turn: Turn, reading: Reading, notes: Sequence[str], merged: list[str]
) -> AsyncIterator[Event]:
    """Asks for fewer notes, which go to `merged`, also where they were cut."""
    try:
        async for event in noted(chain, turn, _given(turn, reading, _MERGING, notes)):
            yield event
    except NoAnswer as failure:
        if not (failure.cut and turn.reply.text.strip()):
            raise
        reading.shortened = True
    merged.append(turn.reply.text.strip())


def grouped(notes: Sequence[str], room: int) -> list[list[str]]:
    """The notes in as few groups as fit in `room` tokens each.

    A long note is cut, so that two fit in any group and merging comes to an end.
    """
    groups: list[list[str]] = [[]]
    left = room
    for note in notes:
        short = _within(note, room // 2)
        tokens = estimated_tokens(short)
        if tokens > left:
            groups.append([])
            left = room
        groups[-1].append(short)
        left -= tokens
    return groups


def _within(note: str, tokens: int) -> str:
    while estimated_tokens(note) > tokens:
        note = f"{note[: len(note) * 3 // 4]}…"
    return note


def _given(turn: Turn, reading: Reading, task: str, notes: Sequence[str]) -> dict[str, str]:
    return {**about(reading, turn), "task": task, "notes": "\n\n".join(notes)}
