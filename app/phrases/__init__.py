"""What the app itself says to a person, in both languages: English first, then Japanese."""

from typing import Any

from app.language import Language
from app.phrases import (
    changes,
    check,
    choices,
    demo,
    history,
    measure,
    models,
    page,
    panel,
    pictures,
    reasons,
    report,
    spending,
    steps,
    turns,
)

ALL = {
    **turns.PHRASES,
    **steps.PHRASES,
    **changes.PHRASES,
    **models.PHRASES,
    **reasons.PHRASES,
    **page.PHRASES,
    **panel.PHRASES,
    **check.PHRASES,
    **choices.PHRASES,
    **demo.PHRASES,
    **history.PHRASES,
    **measure.PHRASES,
    **report.PHRASES,
    **spending.PHRASES,
    **pictures.PHRASES,
}


def phrase(key: str, language: Language, **values: Any) -> str:
    """The phrase `key` with `values` filled in."""
    english, japanese = ALL[key]
    return (japanese if language == "ja" else english).format(**values)


def reason_phrase(code: str, language: Language) -> str:
    """Why a call with the outcome `code` was not done, in a few words."""
    shorter = (code, ":".join(code.split(":")[:2]), "tool:failed")
    return phrase(next(key for key in shorter if key in reasons.PHRASES), language)
