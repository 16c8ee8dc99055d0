"""What is said when the model's context window overflowed. It cannot itself overflow."""

import math
from dataclasses import dataclass, replace

from app.agent.model.budget import Budget
from app.agent.model.fitting import NotSent, leaves_no_room
from app.agent.person.ways_on import in_parts_offer, without_offer
from app.agent.turn import Turn
from app.events import Offer
from app.language import Language
from app.phrases import phrase
from app.tokens import estimated_tokens
from app.tools import Outcome

LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "ja": "Japanese"}
# Characters below which neither a question nor a file is what filled a window.
_LONG = 2_000


@dataclass(frozen=True, slots=True)
class Facts:
    """What was too large and what to do next, in the person's language: complete without a model.

    `path` is the file or folder at fault, "" when it is none; `offers` are the ways to go on;
    `named` is what no explanation may leave out.
    """

    text: str
    path: str = ""
    offers: tuple[Offer, ...] = ()
    named: str = ""


def facts_of(turn: Turn, error: Exception) -> Facts:
    """The facts of an overflow, as things are before room is made."""
    language, largest = turn.language, largest_source(turn)
    if not isinstance(error, NotSent) and leaves_no_room(turn):
        return _fixed_facts(turn.budget, language)
    calls, question = _largest_calls(turn), estimated_tokens(turn.question)
    if calls > max(_LONG // 4, question, _tokens_of(largest) if largest else 0):
        lines = [phrase("overflow_calls", language, tokens=f"{calls:,}"), phrase("overflow_next_calls", language)]
        return Facts("\n".join([phrase("overflow", language), *lines]))
    if largest is not None:
        lines = [*_source_facts(largest, language), phrase("overflow_goes_on", language)]
        return Facts("\n".join(lines), largest.path, _offers(largest, language), largest.path)
    cause = "overflow_question" if len(turn.question) > _LONG else "overflow_history"
    lines = [
        phrase("overflow", language),
        phrase(cause, language, tokens=f"{question:,}"),
        phrase("overflow_next", language),
    ]
    return Facts("\n".join(lines))


def _fixed_facts(budget: Budget, language: Language) -> Facts:
    """That the system text and the tools are too much for the window, and what helps."""
    known = phrase("overflow_window", language, window=f"{budget.window:,}") if budget.is_told else ""
    fixed = f"{budget.expected(0):,}"
    lines = [phrase("overflow_fixed", language, window=known, fixed=fixed), phrase("overflow_next_fixed", language)]
    return Facts("\n".join(lines), named=fixed)


def _largest_calls(turn: Turn) -> int:
    """The tokens of the largest message of calls that the model is shown of this turn."""
    return max(map(turn.history.tokens_at, turn.history.replies_shown(turn.began_at)), default=0)


def largest_source(turn: Turn) -> Outcome | None:
    """The file or folder of which the model is shown most, all its parts taken together.

    None when it read none, or so little that it cannot be at fault.
    """
    seen: dict[str, Outcome] = {}
    for source in turn.history.shown_sources():
        known = seen.get(source.path)
        seen[source.path] = replace(source, chars=source.chars + (known.chars if known else 0))
    largest = max(seen.values(), key=lambda source: source.chars, default=None)
    return largest if largest and largest.chars > max(_LONG, len(turn.question)) else None


def input_of(turn: Turn, facts: Facts) -> dict[str, str]:
    """The explainer chain's input; a few hundred tokens, whatever the turn was about."""
    return {"question": turn.question[:500], "language": LANGUAGE_NAMES[turn.language], "facts": facts.text}


def complete(explanation: str, facts: Facts) -> str:
    """The explanation, with the facts below it if it does not name what it must."""
    if not explanation.strip():
        return facts.text
    return explanation if facts.named in explanation else f"{explanation.rstrip()}\n\n{facts.text}"


def _offers(source: Outcome, language: Language) -> tuple[Offer, ...]:
    in_parts = () if source.is_folder else (in_parts_offer(source.path, language),)
    return (*in_parts, without_offer(source.path, language))


def _source_facts(source: Outcome, language: Language) -> list[str]:
    if source.is_folder:
        key = "overflow_folder" if source.path else "overflow_whole_folder"
        return [
            phrase("overflow", language),
            phrase(key, language, path=source.path, tokens=f"{_tokens_of(source):,.0f}"),
            phrase("overflow_next_folder", language),
        ]
    return [
        phrase("overflow", language),
        phrase(
            "overflow_file",
            language,
            path=source.path,
            size=f"{math.ceil(source.size / 1_000):,}",
            tokens=f"{_tokens_of(source):,.0f}",
        ),
        phrase("overflow_next_file", language),
    ]


def _tokens_of(source: Outcome) -> float:
    """About how many tokens of a file or a folder the model was shown, in hundreds: more would be no knowledge."""
    return round(source.chars * estimated_tokens(source.text) / max(1, len(source.text)), -2) or 100
