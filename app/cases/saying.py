"""What a person is told before the cases and after them."""

from collections.abc import Sequence

from app.cases.case import CaseResult
from app.cases.running import MOST_SECONDS, most_requests
from app.language import Language
from app.models import chosen_model
from app.phrases import phrase
from app.settings import Settings

_COLUMNS = (
    "check_case",
    "check_outcome",
    "check_requests",
    "check_tokens_in",
    "check_tokens_out",
    "check_seconds",
)


def columns(language: Language) -> list[str]:
    """The headings of a table of results."""
    return [phrase(key, language) for key in _COLUMNS]


def beginning(settings: Settings, cases: int, model: str, language: Language) -> str:
    """Which model is checked, and what that takes at most."""
    most = most_requests(settings)
    seconds = f"{MOST_SECONDS:g}"
    return phrase("check_begins", language, model=model, cases=cases, requests=most, all=most * cases, seconds=seconds)


def notes_on(results: Sequence[CaseResult], cases: int, settings: Settings, language: Language) -> list[str]:
    """What has to be known beside the results of so many `cases`, in sentences."""
    notes = [phrase("check_rules", language)] if chosen_model(settings).embedded else []
    if any(result.estimated for result in results):
        notes.append(phrase("check_estimated", language))
    if left := cases - len(results):
        notes.append(phrase("check_left", language, left=left, all=cases))
    return [*notes, phrase("check_not_checked", language)]
