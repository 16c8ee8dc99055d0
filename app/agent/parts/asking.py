"""One request of a reading, whose words are notes: they are not shown as an answer that grows."""

from collections.abc import AsyncIterator

from app.agent.model.asking import Chain, ModelFailed, ask
from app.agent.model.explaining import LANGUAGE_NAMES
from app.agent.parts.reading import Reading
from app.agent.turn import Turn
from app.events import Event, TextDelta, ThinkingDelta
from app.tokens import estimated_tokens
from app.tools import escaped

_QUESTION_CHARS = 2_000


async def noted(chain: Chain, turn: Turn, given: dict[str, str]) -> AsyncIterator[Event]:
    """Asks for notes, which are `turn.reply.text` afterwards; nothing of them stands as an answer.

    Raises ModelFailed.
    """
    try:
        async for event in answered(chain, turn, given):
            if not isinstance(event, TextDelta | ThinkingDelta):
                yield event
    finally:
        turn.pieces, turn.broken = [], ""


async def answered(chain: Chain, turn: Turn, given: dict[str, str]) -> AsyncIterator[Event]:
    """Asks for an answer. A reply that says nothing has failed."""
    async for event in ask(chain, turn, given, lambda: sum(map(estimated_tokens, given.values()))):
        yield event
    if not turn.reply.text.strip():
        raise ModelFailed(ValueError(turn.reply.refusal or "an empty reply"))


def about(reading: Reading, turn: Turn) -> dict[str, str]:
    """What every request of a reading tells: the document, the question, and the language to write in."""
    return {
        "path": escaped(reading.path),
        "question": reading.question[:_QUESTION_CHARS],
        "language": LANGUAGE_NAMES[turn.language],
    }
