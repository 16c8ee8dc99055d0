"""How a reply that calls no tool has ended, where that makes it no whole answer."""

from dataclasses import dataclass

from app.agent.model.reply import Reply
from app.events import Reason
from app.language import Language
from app.phrases import phrase


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a reply, and `reason`, which is `answered` where its text is an answer all the same."""

    reason: Reason
    said: str


def flaw_of(reply: Reply, language: Language) -> Flaw | None:
    """The flaw of a reply; None for a whole answer."""
    if reply.finish == "content_filter":
        return Flaw("model_error", phrase("model_filtered", language))
    if reply.finish == "error":
        return Flaw("model_error", phrase("model_broke_off", language))
    if reply.refusal:
        return Flaw("model_error", phrase("model_refused", language, said=reply.refusal))
    if not reply.text.strip():
        return Flaw("model_error", phrase("model_empty", language))
    if reply.finish == "length":
        return Flaw("answered", phrase("model_length", language))
    return None
