"""A chart on the page, in the colours of either theme."""

import json
import re
from collections.abc import Sequence
from typing import Any

import chainlit as cl

from app.events import Chart, Series
from app.language import Language
from app.phrases import phrase

# Apart from one another, and from both grounds, also for eyes that see no red or green.
COLOURS = ("#2a9d8f", "#d98e3f", "#7a6fd0", "#c45d6b", "#4c8fc4", "#8a9a3a")
_GREY, _LINES = "#888", "rgba(136,136,136,.25)"
_CLEAR = "rgba(0,0,0,0)"
_HEIGHT = 360
# Nothing of the library's own, which speaks English: neither buttons nor tips.
_CONFIG = {"displayModeBar": False, "displaylogo": False, "showTips": False, "responsive": True}
_MEASURED = {"sum": "chart_sum", "mean": "chart_mean", "count": "chart_count", "min": "chart_min", "max": "chart_max"}
# As they stand in files, the first that fits; the library's own have English names of months.
_DAY_MS = 86_400_000
_TICKS = (
    ("M12", None, "%Y"),
    ("M1", "M11", "%Y-%m"),
    (_DAY_MS, "M1", "%Y-%m-%d"),
    (None, _DAY_MS - 1, "%H:%M\n%Y-%m-%d"),
)
# Whole numbers with their separators, up to a length that nobody reads; figures of years have none.
_NUMBERS = {"exponentformat": "power", "minexponent": 15}
_SLICE = "%{label}<br>%{value:,.15~g}<br>%{percent}<extra></extra>"
_DATES = {len("2026-01"): "%Y-%m", len("2026-01-31"): "%Y-%m-%d"}
_ISO_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?([T ]\d\d:\d\d(:\d\d)?)?")


def chart_element(chart: Chart, language: Language) -> cl.Plotly:
    """The chart, to be looked at closely: values on pointing at them, a part of it on drawing a frame around it."""
    return shown_chart(f"{chart.path}: {_title(chart, language)}", drawing(chart, language))


def shown_chart(name: str, drawn: dict[str, Any]) -> cl.Plotly:
    """What the library is to draw, as an element of that `name`."""
    from plotly.graph_objects import Figure  # Takes long to load, and few conversations draw.

    shown = cl.Plotly(name=name, figure=Figure(drawn), display="inline")
    shown.content = json.dumps({**json.loads(shown.content), "config": _CONFIG})
    return shown


def drawing(chart: Chart, language: Language) -> dict[str, Any]:
    """The chart as the library takes it: what to draw, and how it is laid out."""
    return {"data": _traces(chart), "layout": _layout(chart, language)}


def _traces(chart: Chart) -> list[dict[str, Any]]:
    if chart.kind == "pie":
        values, colours = chart.series[0].values, [COLOURS[at % len(COLOURS)] for at in range(len(chart.x))]
        return [
            {
                "type": "pie",
                "labels": _labels(chart.x),
                "values": values,
                "sort": False,
                "marker": {"colors": colours},
                "hovertemplate": _SLICE,
            }
        ]
    return [_trace(chart, series, COLOURS[at % len(COLOURS)]) for at, series in enumerate(chart.series)]


def _trace(chart: Chart, series: Series, colour: str) -> dict[str, Any]:
    drawn = {"x": _labels(chart.x), "y": series.values, "name": _plain(series.name), "marker": {"color": colour}}
    if chart.kind == "bar":
        return {"type": "bar", **drawn}
    return {"type": "scatter", "mode": "markers" if chart.kind == "scatter" else "lines+markers", **drawn}


def _layout(chart: Chart, language: Language) -> dict[str, Any]:
    axis = {"gridcolor": _LINES, "zerolinecolor": _LINES, "automargin": True}
    return {
        "template": "none",
        "height": _HEIGHT,
        "title": {"text": _title(chart, language), "font": {"size": 14}, "x": 0, "xref": "paper", "xanchor": "left"},
        "paper_bgcolor": _CLEAR,
        "plot_bgcolor": _CLEAR,
        "font": {"color": _GREY, "family": "inherit"},
        "separators": ".,",
        "margin": {"l": 48, "r": 16, "t": 48, "b": 48},
        "showlegend": len(chart.series) > 1 or chart.kind == "pie",
        "legend": {"orientation": "h", "y": -0.25, "yanchor": "top"},
        "xaxis": {**axis, **_kind_of_axis(chart.x), "title": {"text": _plain(chart.axis)}},
        "yaxis": {
            **axis,
            **_NUMBERS,
            "separatethousands": True,
            "rangemode": "tozero" if chart.kind == "bar" else "normal",
        },
    }


def _title(chart: Chart, language: Language) -> str:
    shown = chart.series[: 1 if chart.kind == "pie" else None]
    names = phrase("chart_names_joint", language).join(series.name for series in shown)
    measure = phrase(_MEASURED[chart.measure], language, names=_set_off(names, language)) if chart.measure else names
    return phrase("chart_title", language, what=_plain(measure), axis=_plain(_set_off(chart.axis, language)))


def _set_off(name: str, language: Language) -> str:
    """A name before Japanese words, which have no space of their own after a Latin one."""
    return f"{name} " if language == "ja" and name[-1:].isascii() else name


def _kind_of_axis(labels: Sequence[str | float]) -> dict[str, Any]:
    """Said, so that a label is never taken for something else than it is."""
    texts = [label for label in labels if isinstance(label, str)]
    if not texts:
        return {"type": "linear", **_NUMBERS}
    if len(texts) < len(labels) or not all(map(_ISO_DATE.fullmatch, texts)):
        return {"type": "category"}
    ticks = [{"dtickrange": [least, most], "value": form} for least, most, form in _TICKS]
    pointed_at = _DATES.get(max(map(len, texts)), "%Y-%m-%d %H:%M")
    return {"type": "date", "tickformatstops": ticks, "hoverformat": pointed_at}


def _labels(given: Sequence[str | float]) -> list[str | float]:
    return [_plain(label) if isinstance(label, str) else label for label in given]


def _plain(text: str) -> str:
    """`text` without what the library would take for markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;")
