"""What a person is told of a comparison: the cells of its tables, and what must be known beside them."""

from collections.abc import Callable, Sequence

from app.language import Language
from app.measuring.figures import Condition, Measured, Run, Wanted, WhatIf
from app.measuring.spread import spread
from app.models import chosen_model
from app.phrases import phrase
from app.settings import Settings

CONDITIONS: tuple[Condition, ...] = ("no_tools", "agent", "pasted")
_COLUMNS = ("condition", "requests", "tokens_in", "tokens_out", "seconds", "first_token", "cost", "right")
_ROUND_COLUMNS = ("round", "requests", "tokens_in", "fixed", "resent", "added", "cached", "tokens_out", "running_sum")
_WHAT_IF_COLUMNS = ("without", "requests", "tokens_in", "seconds")
_NONE = "–"
_ABOUT = "≈"


def condition_name(condition: Condition, language: Language) -> str:
    """What a condition is called."""
    return phrase(f"measure_{condition}", language)


def beginning(settings: Settings, wanted: Wanted, language: Language) -> str:
    """Which model is asked, how often, and what that takes at most."""
    model = chosen_model(settings)
    name = phrase("helper_name", language) if model.embedded else f"{model.endpoint.model} ({model.endpoint.url})"
    runs, most = wanted.repeat * len(CONDITIONS), settings.max_rounds + 1
    return phrase("measure_begins", language, model=name, runs=runs, most=most)


def run_line(run: Run, repeat: int, wanted: Wanted, language: Language) -> str:
    """What one run took, and how it came out, in a line."""
    name = condition_name(run.condition, language)
    of = phrase("measure_repeat", language, repeat=repeat, all=wanted.repeat) if wanted.repeat > 1 else ""
    if not run.requests:
        return phrase("measure_not_run", language, name=name, of=of)
    mark, seconds = _ABOUT if run.estimated else "", f"{run.seconds:.1f}"
    tokens = {"tokens_in": f"{mark}{run.input_tokens:,}", "tokens_out": f"{mark}{run.output_tokens:,}"}
    took = phrase("measure_took", language, name=name, of=of, requests=run.requests, seconds=seconds, **tokens)
    if run.fault:
        return took + phrase("measure_no_answer", language)
    return (
        took if run.right is None else took + phrase("measure_is_right" if run.right else "measure_is_wrong", language)
    )


def ending(wanted: Wanted, runs: Sequence[Run], language: Language) -> list[str]:
    """That not all of the runs were made, if so."""
    left = wanted.repeat * len(CONDITIONS) - len(runs)
    return [phrase("measure_left", language, left=left, all=left + len(runs))] if left else []


def columns(language: Language) -> list[str]:
    """The headings of `rows`."""
    return _headings(_COLUMNS, language)


def rows(measured: Measured, language: Language) -> list[list[str]]:
    """A row for each condition; with repeats it has the medians, and below it stand the least and the most of each."""
    return [row for condition in CONDITIONS for row in _rows_of(measured, condition, language)]


def round_columns(language: Language) -> list[str]:
    """The headings of `round_rows`."""
    return _headings(_ROUND_COLUMNS, language)


def round_rows(run: Run) -> list[list[str]]:
    """A row for each round of the agent."""
    table, running = [], 0
    for each in run.rounds:
        running += each.input_tokens
        figures = (each.input_tokens, each.fixed, each.resent, each.added, each.prompt_cached_tokens)
        mark = _ABOUT if each.estimated else ""
        tokens = [f"{mark}{figure:,}" for figure in (*figures, each.output_tokens, running)]
        table.append([str(each.round), str(each.requests), *tokens])
    return table


def what_if_columns(language: Language) -> list[str]:
    """The headings of `what_if_rows`."""
    return _headings(_WHAT_IF_COLUMNS, language)


def what_if_rows(measured: Measured, language: Language) -> list[list[str]]:
    """The turn as it was, and a row for each thing that it is computed without."""
    run = next((run for run in measured.of("agent") if run.rounds), None)
    if run is None:
        return []
    named: list[tuple[str, Run | WhatIf]] = [(phrase("measure_as_it_was", language), run)]
    named += [(phrase(f"measure_without_{one.absent}", language), one) for one in measured.what_if]
    return [[name, f"{one.requests:,}", f"{one.input_tokens:,}", f"{one.seconds:.2f}"] for name, one in named]


def notes_on(measured: Measured, language: Language) -> list[str]:
    """What has to be known beside the figures, in sentences."""
    notes = [phrase("measure_rules", language)] if measured.embedded else []
    if any(run.estimated for run in measured.runs):
        notes.append(phrase("measure_estimated", language))
    if any(run.cost is not None for run in measured.runs):
        notes.append(phrase("measure_prices", language))
    if any(len(run.rounds) > 1 for run in measured.of("agent")):
        notes.append(phrase("measure_shares", language))
    if measured.what_if:
        notes.append(phrase("measure_computed", language))
    notes += [note for condition in CONDITIONS for note in _notes_on(measured.of(condition), language)]
    return notes


def _notes_on(runs: Sequence[Run], language: Language) -> list[str]:
    """Why some of a condition's runs came to no answer, and what was not pasted."""
    faults = dict.fromkeys(run.fault for run in runs if run.fault)
    notes = [phrase("measure_fault", language, name=condition_name(runs[0].condition, language), why=f) for f in faults]
    if left := dict.fromkeys(name for run in runs for name in run.not_pasted):
        notes.append(phrase("measure_not_pasted", language, names="; ".join(left)))
    return notes


def _headings(names: Sequence[str], language: Language) -> list[str]:
    return [phrase(f"measure_{name}", language) for name in names]


def _rows_of(measured: Measured, condition: Condition, language: Language) -> list[list[str]]:
    """The medians of the runs that count, and how far they are spread."""
    if not measured.of(condition):
        return []
    name, counted = condition_name(condition, language), measured.counted(condition)
    if not counted:
        return [[name, *[_NONE] * (len(_COLUMNS) - 1)]]
    cells = [_cells(counted, show) for show in (_middle, _extremes)]
    middle = [name, *cells[0], _right(counted, language)]
    if len(counted) == 1:
        return [middle]
    return [middle, [phrase("measure_spread", language), *cells[1], ""]]


def _cells(runs: Sequence[Run], show: Callable[[list[float], str], str]) -> list[str]:
    mark = _ABOUT if any(run.estimated for run in runs) else ""
    figures: tuple[tuple[str, list[float | None], str], ...] = (
        ("", [run.requests for run in runs], ",.0f"),
        (mark, [run.input_tokens for run in runs], ",.0f"),
        (mark, [run.output_tokens for run in runs], ",.0f"),
        ("", [run.seconds for run in runs], ",.2f"),
        ("", [run.first_token_seconds for run in runs], ",.2f"),
        ("", [run.cost for run in runs], ".5f"),
    )
    known = [(mark, [value for value in values if value is not None], form) for mark, values, form in figures]
    return [f"{mark}{show(values, form)}" if values else _NONE for mark, values, form in known]


def _middle(values: list[float], form: str) -> str:
    return f"{spread(values).median:{form}}"


def _extremes(values: list[float], form: str) -> str:
    found = spread(values)
    least, most = f"{found.least:{form}}", f"{found.most:{form}}"
    return least if least == most else f"{least}–{most}"


def _right(runs: Sequence[Run], language: Language) -> str:
    judged = [run.right for run in runs if run.right is not None]
    if not judged:
        return _NONE
    if len(judged) == 1:
        return phrase("measure_yes" if judged[0] else "measure_no", language)
    return phrase("measure_of", language, right=sum(judged), all=len(judged))
