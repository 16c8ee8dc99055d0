"""The charts of a comparison, on the page."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import chainlit as cl

from app.events import Chart, Series
from app.language import Language
from app.measuring import Condition, Measured
from app.measuring.charts import label_of, rounds_notes, rounds_of, tokens_title
from app.measuring.saying import CONDITIONS
from app.phrases import phrase
from app.ui.shown.chart import COLOURS, drawing, shown_chart

_HIGH, _TOP = 480, 72


def comparison_charts(measured: Measured, language: Language) -> list[cl.Plotly]:
    """Tokens and seconds of each condition, and the agent's input round by round."""
    if not measured.runs:
        return []
    tokens = {phrase(f"picture_{name}", language): f"{name}_tokens" for name in ("input", "output")}
    seconds = phrase("picture_seconds", language)
    bars = [
        _bars(measured, tokens_title(measured, language), tokens, "%{y:,}", COLOURS, language),
        _bars(measured, seconds, {seconds: "seconds"}, "%{y:,.1f}", COLOURS[2:], language),
    ]
    return [*bars, *([_rounds(measured, language)] if rounds_of(measured) else [])]


def _bars(
    measured: Measured, title: str, figures: dict[str, str], form: str, colours: Sequence[str], language: Language
) -> cl.Plotly:
    runs = [measured.counted(condition) for condition in CONDITIONS]
    labels = tuple(_label(measured, condition, language) for condition in CONDITIONS)
    series = tuple(
        Series(name, tuple(getattr(known[0], figure) if known else None for known in runs))
        for name, figure in figures.items()
    )
    drawn = drawing(Chart("bar", "", phrase("measure_condition", language), labels, series), language)
    for trace, colour in zip(drawn["data"], colours, strict=False):
        trace.update(marker={"color": colour}, texttemplate=form, textposition="outside", cliponaxis=False)
    drawn["layout"]["xaxis"]["title"] = None
    return _titled(drawn, title)


def _label(measured: Measured, condition: Condition, language: Language) -> str:
    name = label_of(measured, condition, language)
    return name if measured.counted(condition) else f"{name} ({phrase('picture_not_run', language)})"


def _rounds(measured: Measured, language: Language) -> cl.Plotly:
    rounds = rounds_of(measured)
    shares = tuple(
        Series(phrase(f"measure_{share}", language), tuple(float(getattr(each, share)) for each in rounds))
        for share in ("fixed", "resent", "added")
    )
    sums = tuple(float(sum) for sum in accumulate(each.input_tokens for each in rounds))
    total = Series(phrase("picture_sum", language), sums)
    numbers, axis = tuple(str(each.round) for each in rounds), phrase("picture_round", language)
    drawn = drawing(Chart("bar", "", axis, numbers, shares), language)
    line = drawing(Chart("line", "", axis, numbers, (total,)), language)
    drawn["data"].append({**line["data"][0], "yaxis": "y2", "marker": {"color": "#888"}})
    layout = drawn["layout"]
    layout.update(barmode="stack", height=_HIGH)
    layout["legend"]["traceorder"] = "normal"
    layout["margin"]["t"] = _TOP
    layout["yaxis"]["domain"] = [0.42, 1]
    layout["yaxis2"] = {**layout["yaxis"], "domain": [0, 0.32]}
    layout["xaxis"]["anchor"] = "y2"
    return _titled(drawn, phrase("picture_rounds", language), *rounds_notes(measured, language))


def _titled(drawn: dict[str, Any], title: str, *notes: str) -> cl.Plotly:
    drawn["layout"]["title"]["text"] = "<br>".join(
        [title, *(f"<span style='font-size:12px'>{note}</span>" for note in notes)]
    )
    return shown_chart(title, drawn)
