"""One question under three conditions, each run as soon as it is known."""

from collections.abc import AsyncGenerator, Sequence

from app.language import Language
from app.measuring.figures import Measured, Run, Wanted
from app.measuring.what_if import what_if
from app.models import chosen_model
from app.settings import Settings


async def compare(settings: Settings, wanted: Wanted, language: Language) -> AsyncGenerator[Run, None]:
    """Each run as soon as it is known: per repeat without tools, as an agent, and with the data in the prompt.

    Raises SettingsError when there can be no agent, or when `files` names none.
    """
    raise NotImplementedError(settings, wanted, language)
    yield Run("no_tools", "")


def measured(settings: Settings, wanted: Wanted, runs: Sequence[Run]) -> Measured:
    """All that is known of the `runs` of a comparison, also where it ended early."""
    model = chosen_model(settings)
    first = next((run for run in runs if run.condition == "agent"), None)
    return Measured(
        question=wanted.question,
        model=model.endpoint.model,
        url=model.endpoint.url,
        embedded=model.embedded,
        temperature=settings.temperature,
        expected=wanted.expected,
        runs=tuple(runs),
        what_if=what_if(first) if first and first.rounds else (),
    )
