"""What is said when the model's context window overflowed. It cannot itself overflow."""

from dataclasses import replace

from app.agent.turn import Source, Turn
from app.language import Language
from app.phrases import phrase

LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "ja": "Japanese"}
# Characters below which neither a question nor a file is what filled a window.
_LONG = 2_000
_LINES_TO_TRY = 200


def facts_of(turn: Turn) -> str:
    """What was too large and what to do next, in the person's language: complete without a model."""
    language, largest = turn.language, largest_source(turn)
    if largest is not None:
        return "\n".join([*_source_facts(largest, language), phrase("overflow_goes_on", language)])
    cause = "overflow_question" if len(turn.question) > _LONG else "overflow_history"
    return "\n".join(
        [
            phrase("overflow", language),
            phrase(cause, language, chars=f"{len(turn.question):,}"),
            phrase("overflow_next", language),
        ]
    )


def largest_source(turn: Turn) -> Source | None:
    """The file or folder of which this turn saw most, all its parts taken together.

    None when it read none, or so little that it cannot be at fault.
    """
    seen: dict[str, Source] = {}
    for source in turn.sources:
        known = seen.get(source.path)
        seen[source.path] = replace(source, chars=source.chars + (known.chars if known else 0))
    largest = max(seen.values(), key=lambda source: source.chars, default=None)
    return largest if largest and largest.chars > max(_LONG, len(turn.question)) else None


def input_of(turn: Turn) -> dict[str, str]:
    """The explainer chain's input; a few hundred tokens, whatever the turn was about."""
    return {
        "question": turn.question[:500],
        "language": LANGUAGE_NAMES[turn.language],
        "facts": facts_of(turn),
    }


def complete(explanation: str, turn: Turn) -> str:
    """The explanation, with the facts below it if it does not name the file at fault."""
    largest = largest_source(turn)
    if not explanation.strip():
        return facts_of(turn)
    if largest is not None and largest.path not in explanation:
        return f"{explanation.rstrip()}\n\n{facts_of(turn)}"
    return explanation


def _source_facts(source: Source, language: Language) -> list[str]:
    if source.is_folder:
        folder = source.path or "work"
        return [
            phrase("overflow", language),
            phrase("overflow_folder", language, path=folder, chars=f"{source.chars:,}"),
            phrase("overflow_next_folder", language),
        ]
    return [
        phrase("overflow", language),
        phrase("overflow_file", language, path=source.path, size=f"{source.size:,}", chars=f"{source.chars:,}"),
        phrase("overflow_next_file", language, path=source.path, first=1, last=_LINES_TO_TRY),
    ]
