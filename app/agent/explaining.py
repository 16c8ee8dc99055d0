"""What is said when the model's context window overflowed. It cannot itself overflow."""

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
        return "\n".join([*_file_facts(largest, language), phrase("overflow_goes_on", language)])
    cause = "overflow_question" if len(turn.question) > _LONG else "overflow_history"
    return "\n".join(
        [
            phrase("overflow", language),
            phrase(cause, language, chars=f"{len(turn.question):,}"),
            phrase("overflow_next", language),
        ]
    )


def largest_source(turn: Turn) -> Source | None:
    """The file of which this turn read most, all its parts taken together.

    None when it read none, or so little that it cannot be at fault.
    """
    chars: dict[str, int] = {}
    for source in turn.sources:
        chars[source.path] = chars.get(source.path, 0) + source.chars
    path = max(chars, key=lambda name: chars[name], default="")
    if chars.get(path, 0) <= max(_LONG, len(turn.question)):
        return None
    return Source(path, max(source.size for source in turn.sources if source.path == path), chars[path])


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


def _file_facts(source: Source, language: Language) -> list[str]:
    return [
        phrase("overflow", language),
        phrase("overflow_file", language, path=source.path, size=f"{source.size:,}", chars=f"{source.chars:,}"),
        phrase("overflow_next_file", language, path=source.path, first=1, last=_LINES_TO_TRY),
    ]
