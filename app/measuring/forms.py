"""A comparison as JSON and as CSV, for other programs."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import Any

from app.measuring.figures import Measured, Run
from app.measuring.saying import CONDITIONS
from app.measuring.spread import spread

_FIGURES = ("requests", "tool_calls", "input_tokens", "output_tokens", "seconds", "first_token_seconds", "cost")
_COLUMNS = ("condition", "repeat", *_FIGURES, "estimated", "right", "fault", "answer", "files", "not_pasted")


def as_json(measured: Measured, repeat: int) -> str:
    """One object: what was asked and how often, the conditions with their spreads, every run, and what is computed.

    Each run has its rounds. `what_if` holds figures that were computed from the agent's first run, never measured.
    """
    asked = {name: getattr(measured, name) for name in ("question", "expected", "model", "url", "embedded")}
    conditions = {condition: _summed(measured.of(condition)) for condition in CONDITIONS}
    runs = [_run(measured, run) for run in measured.runs]
    what_if = [{**asdict(one), "computed": True} for one in measured.what_if]
    how = {"temperature": measured.temperature, "repeat": repeat}
    whole = {**asked, **how, "conditions": conditions, "runs": runs, "what_if": what_if}
    return json.dumps(whole, ensure_ascii=False, indent=2)


def as_csv(measured: Measured) -> str:
    """A row for each run, below a heading. Names of files are parted by line breaks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for run in measured.runs:
        writer.writerow([_cell(value) for name, value in _run(measured, run).items() if name in _COLUMNS])
    return text.getvalue()


def _summed(runs: Sequence[Run]) -> dict[str, Any]:
    """How many runs there were, how they came out, and the spread of the figures of those that were answered."""
    answered = [run for run in runs if not run.fault]
    judged = [run.right for run in answered if run.right is not None]
    spreads = {name: _spread_of(name, answered) for name in _FIGURES}
    return {"runs": len(runs), "answered": len(answered), "right": sum(judged) if judged else None, **spreads}


def _spread_of(name: str, runs: Sequence[Run]) -> dict[str, float] | None:
    values = [value for run in runs if (value := getattr(run, name)) is not None]
    return asdict(spread(values)) if values else None


def _run(measured: Measured, run: Run) -> dict[str, Any]:
    """A run in the order of the columns of CSV, then its rounds, each with the input tokens up to its end."""
    figures = asdict(run)
    number = next(at for at, one in enumerate(measured.of(run.condition), 1) if one is run)
    sums = accumulate(each.input_tokens for each in run.rounds)
    rounds = [{**asdict(each), "input_tokens_so_far": so_far} for each, so_far in zip(run.rounds, sums, strict=True)]
    told = {name: number if name == "repeat" else figures[name] for name in _COLUMNS}
    return {**told, "rounds": rounds, "calls": figures["calls"]}


def _cell(value: object) -> object:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case tuple():
            return _inert("\n".join(value))
        case str():
            return _inert(value)
    return value


def _inert(text: str) -> str:
    """`text` as no spreadsheet takes it for a formula (OWASP: CSV injection)."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
