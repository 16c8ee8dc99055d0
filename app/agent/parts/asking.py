"""One request of a reading, whose words are notes: they are not shown as an answer that grows."""

from collections.abc import AsyncIterator

from langchain_core.exceptions import ContextOverflowError

from app.agent.counting import Sent
from app.agent.model.asking import Chain, ModelFailed, ask
from app.agent.model.explaining import LANGUAGE_NAMES
from app.agent.model.finish import flaw_of
from app.agent.parts.reading import Reading
from app.agent.turn import Turn
from app.events import Event, Notice, TextDelta, ThinkingDelta
from app.language import Language
from app.model_errors import Endpoint, sentence
from app.phrases import phrase
from app.tokens import estimated_tokens
from app.tools import escaped

_QUESTION_CHARS = 2_000


class NoAnswer(ModelFailed):
    """A reply came that is no answer: `said` tells why, `cut` that it reached the model's length limit."""

    def __init__(self, said: str, cut: bool) -> None:
        super().__init__(ValueError(said))
        self.said = said
        self.cut = cut


def why(failure: ModelFailed, endpoint: Endpoint, language: Language) -> str:
    """Why a request came to nothing, as a sentence."""
    return failure.said if isinstance(failure, NoAnswer) else sentence(failure.error, endpoint, language)


async def noted(chain: Chain, turn: Turn, given: dict[str, str]) -> AsyncIterator[Event]:
    """Asks for notes, which are `turn.reply.text` afterwards; nothing of them stands as an answer.

    Raises ModelFailed, also for notes that were cut: they are `turn.reply.text` all the same.
    """
    try:
        async for event in answered(chain, turn, given):
            if not isinstance(event, TextDelta | ThinkingDelta):
                yield event
    finally:
        turn.answer.begin()
    if turn.reply.finish == "length":
        raise NoAnswer(phrase("parts_note_cut", turn.language), cut=True)


async def answered(chain: Chain, turn: Turn, given: dict[str, str]) -> AsyncIterator[Event]:
    """Asks for an answer, and once more where the reply is empty. Raises ModelFailed.

    A server that has taken in far less than it was sent counts as one that refused it.
    """
    sent = sum(map(estimated_tokens, given.values()))
    for is_last in (False, True):
        async for event in ask(chain, turn, given, Sent(added=sent)):
            yield event
        if turn.budget.reports.is_cut(sent, turn.reply.input_tokens or sent):
            raise ModelFailed(ContextOverflowError("the server dropped a part of the request in silence"))
        if is_last or not turn.reply.is_empty:
            break
        yield Notice("empty_reply", phrase("empty_reply", turn.language))
    flaw = flaw_of(turn.reply, turn.language)
    if flaw and flaw.reason != "answered":
        raise NoAnswer(flaw.said, turn.reply.finish == "length")


def about(reading: Reading, turn: Turn) -> dict[str, str]:
    """What every request of a reading tells: the document, the question, and the language to write in."""
    return {
        "path": escaped(reading.path),
        "question": (reading.question or phrase("parts_question", turn.language))[:_QUESTION_CHARS],
        "language": LANGUAGE_NAMES[turn.language],
    }
