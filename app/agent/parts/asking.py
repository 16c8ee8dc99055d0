"""One request of a reading, whose words are notes: they are not shown as an answer that grows."""

from collections.abc import AsyncIterator

from langchain_core.exceptions import ContextOverflowError

from app.agent.model.asking import Chain, ModelFailed, ask
from app.agent.model.explaining import LANGUAGE_NAMES
from app.agent.parts.reading import Reading
from app.agent.turn import Turn
from app.events import Event, TextDelta, ThinkingDelta
from app.tokens import estimated_tokens
from app.tools import escaped

_QUESTION_CHARS = 2_000
# Below, and above, a report is no proof that something was dropped.
_SURE_FROM, _TAKEN = 4_000, 0.45


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
    """Asks for an answer. A reply that says nothing has failed, and one that the server broke off.

    A server that has taken in far less than it was sent counts as one that refused it.
    """
    sent = sum(map(estimated_tokens, given.values()))
    async for event in ask(chain, turn, given, sent):
        yield event
    if _is_cut(turn, sent, turn.reply.input_tokens or sent):
        raise ModelFailed(ContextOverflowError("the server dropped a part of the request in silence"))
    if not turn.reply.text.strip() or turn.reply.finish in ("content_filter", "error"):
        raise ModelFailed(ValueError(turn.reply.refusal or turn.reply.finish or "an empty reply"))


def _is_cut(turn: Turn, sent: int, taken: int) -> bool:
    """Whether the server dropped most of a request, or again takes in no more than when it did."""
    if sent > _SURE_FROM and taken < sent * _TAKEN:
        turn.taken_at_most = taken
        return True
    return bool(turn.taken_at_most) and sent > turn.taken_at_most and taken <= turn.taken_at_most


def about(reading: Reading, turn: Turn) -> dict[str, str]:
    """What every request of a reading tells: the document, the question, and the language to write in."""
    return {
        "path": escaped(reading.path),
        "question": reading.question[:_QUESTION_CHARS],
        "language": LANGUAGE_NAMES[turn.language],
    }
