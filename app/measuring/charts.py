"""A comparison as charts: bars of the three conditions, and the agent's input round by round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from app.drawing import Spec
from app.events import RoundEnded
from app.language import Language
from app.measuring.figures import Condition, Measured
from app.measuring.saying import CONDITIONS, condition_name
from app.measuring.spread import spread
from app.phrases import phrase

# Told apart from one another, and from a white and a dark ground, also by eyes that see no red or green.
_FIRST, _SECOND, _THIRD = "#2a9d8f", "#d98e3f", "#7a6fd0"
_FAILED = "#c45d6b"
_WIDTH, _BAR, _ROUND_HEIGHT, _SUM_HEIGHT = 300, 22, 190, 90
_LONGEST = 90
_FONT = "system-ui, 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', sans-serif"
# Charts of one picture have their own colours, each below its own title.
_APART = {"resolve": {"scale": {"color": "independent"}}}
_IS_DRAWN = {"filter": "isValid(datum.value)"}
_NOT_DRAWN = {
    "transform": [{"filter": "!isValid(datum.value)"}],
    "mark": {"type": "text", "align": "left", "dx": 5, "fontStyle": "italic", "color": _FAILED},
    "encoding": {"x": {"datum": 0}, "text": {"field": "note"}},
}
_SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart, with what stands above it: its title, and what must be known beside the figures."""

    title: str
    notes: tuple[str, ...]
    chart: Spec

    def titled(self) -> Spec:
        """The chart with the words above it drawn, too."""
        return {**self.chart, "title": _title(self.title, *self.notes)}


def tokens_picture(measured: Measured, language: Language) -> Picture:
    """Input and output tokens of each condition."""
    series = [("picture_input", "input_tokens", _FIRST), ("picture_output", "output_tokens", _SECOND)]
    return _bars(measured, language, tokens_title(measured, language), series, ",.0f")


def seconds_picture(measured: Measured, language: Language) -> Picture:
    """How long each condition took."""
    title = phrase("picture_seconds", language)
    return _bars(measured, language, title, [("picture_seconds", "seconds", _THIRD)], ",.1f")


def rounds_picture(measured: Measured, language: Language) -> Picture | None:
    """What the agent's first run sent in each round, and the sum so far; None where it came to no round."""
    rounds = rounds_of(measured)
    if not rounds:
        return None
    shares = [("fixed", _FIRST), ("resent", _SECOND), ("added", _THIRD)]
    names = [phrase(f"measure_{share}", language) for share, _ in shares]
    rows = [
        {"round": each.round, "share": name, "order": at, "value": getattr(each, share)}
        for each in rounds
        for at, ((share, _), name) in enumerate(zip(shares, names, strict=True))
    ]
    sums = accumulate(each.input_tokens for each in rounds)
    total = [{"round": each.round, "sum": sum} for each, sum in zip(rounds, sums, strict=True)]
    colours = {"domain": names, "range": [colour for _, colour in shares]}
    charts = [_share_bars(rows, colours), _sum_line(total, language)]
    return Picture(phrase("picture_rounds", language), rounds_notes(measured, language), {"vconcat": charts, **_APART})


def all_in_one(measured: Measured, language: Language) -> Spec:
    """Every picture in one, under the question, on white: a file that stands for itself."""
    bars = {
        "vconcat": [tokens_picture(measured, language).titled(), seconds_picture(measured, language).titled()],
        "spacing": 28,
        **_APART,
    }
    rounds = rounds_picture(measured, language)
    whole = {"hconcat": [bars, rounds.titled()] if rounds else [bars], "spacing": 40, **_APART}
    about = phrase("picture_model", language, model=_short(model_of(measured, language)))
    title = {
        **_title(_short(measured.question), about),
        "fontSize": 16,
        "subtitleFontSize": 13,
        "offset": 18,
        "limit": 2 * _WIDTH,
    }
    return drawable({**whole, "title": title}, ink="#1d2528", ground="#ffffff")


def drawable(picture: Spec, ink: str = "currentColor", ground: str = "transparent") -> Spec:
    """The picture with its `ink` and its `ground`; without a word of the library's own, which speaks English."""
    text = {"labelColor": ink, "titleColor": ink, "labelFont": _FONT, "titleFont": _FONT, "labelFontSize": 12}
    lines = {"gridColor": "#888", "gridOpacity": 0.25, "domainColor": "#888", "tickColor": "#888"}
    return {
        "$schema": _SCHEMA,
        "padding": 12,
        "background": ground,
        **picture,
        "config": {
            "aria": False,
            "view": {"stroke": None},
            "axis": {**text, **lines, "titleFontWeight": "normal", "labelLimit": 200},
            "legend": {**text, "symbolType": "square", "columnPadding": 18},
            "title": {
                "color": ink,
                "subtitleColor": ink,
                "font": _FONT,
                "subtitleFont": _FONT,
                "fontSize": 14,
                "subtitlePadding": 5,
            },
            "text": {"color": ink, "font": _FONT, "fontSize": 12},
            "rule": {"color": ink},
            "line": {"color": ink},
            "point": {"color": ink},
        },
    }


def tokens_title(measured: Measured, language: Language) -> str:
    """What the bars of tokens are of, and whether some of it is estimated."""
    title = phrase("picture_tokens", language)
    is_estimated = any(run.estimated for run in measured.runs)
    return phrase("picture_estimated", language, title=title) if is_estimated else title


def rounds_of(measured: Measured) -> Sequence[RoundEnded]:
    """The rounds of the agent's first run."""
    return next((run.rounds for run in measured.of("agent") if run.rounds), ())


def rounds_notes(measured: Measured, language: Language) -> tuple[str, ...]:
    """Of which run the rounds are, and which of their figures are estimates."""
    runs, estimated = len(measured.of("agent")), any(each.estimated for each in rounds_of(measured))
    shares = phrase("picture_shares_estimated" if estimated else "picture_shares", language)
    return (phrase("picture_first_run", language, runs=runs), shares) if runs > 1 else (shares,)


def model_of(measured: Measured, language: Language) -> str:
    """Who answered."""
    return phrase("picture_helper", language) if measured.embedded else measured.model


def label_of(measured: Measured, condition: Condition, language: Language) -> str:
    """The condition as it is named beside its bars, with what came of it where that was no answer."""
    name, runs = condition_name(condition, language), measured.counted(condition)
    is_answered = not runs or any(not run.fault for run in runs)
    return name if is_answered else phrase("picture_no_answer", language, condition=name)


def _bars(
    measured: Measured, language: Language, title: str, series: Sequence[tuple[str, str, str]], form: str
) -> Picture:
    rows = list(_rows(measured, language, series))
    names = [label_of(measured, condition, language) for condition in CONDITIONS]
    most = max((row["most"] for row in rows if "most" in row), default=0) or 1
    repeated = max(len(measured.counted(condition)) for condition in CONDITIONS)
    notes = (phrase("picture_spread", language, runs=repeated),) if repeated > 1 else ()
    # Apart on the line of their condition, where there are several.
    apart = {"yOffset": {"field": "series", "type": "nominal", "sort": None}} if len(series) > 1 else {}
    value = {"type": "quantitative", "scale": {"domain": [0, most * 1.25], "nice": False}}
    axis = {"title": None, "ticks": False}
    line = {"field": "condition", "type": "nominal", "sort": names, "scale": {"padding": 0.3}, "axis": axis}
    chart = {
        "data": {"values": rows},
        "width": _WIDTH,
        "height": _BAR * len(series) * len(CONDITIONS) + _BAR * len(CONDITIONS),
        "encoding": {"y": line},
        "layer": [
            _lengths(apart, value, _colours(series, language)),
            *([_spread_lines(apart, value)] if notes else []),
            _figures(apart, value, form),
            _NOT_DRAWN,
        ],
    }
    return Picture(title, notes, chart)


def _lengths(apart: Spec, value: Spec, colours: Spec) -> Spec:
    x = {**value, "field": "value", "axis": {"title": None, "tickCount": 5}}
    return {"transform": [_IS_DRAWN], "mark": "bar", "encoding": {**apart, "x": x, "color": colours}}


def _figures(apart: Spec, value: Spec, form: str) -> Spec:
    text = {"field": "value", "type": "quantitative", "format": form}
    return {
        "transform": [_IS_DRAWN],
        "mark": {"type": "text", "align": "left", "dx": 5},
        "encoding": {**apart, "x": {**value, "field": "most"}, "text": text},
    }


def _rows(measured: Measured, language: Language, series: Sequence[tuple[str, str, str]]) -> Iterator[dict[str, Any]]:
    for condition in CONDITIONS:
        name, runs = label_of(measured, condition, language), measured.counted(condition)
        if not runs:
            yield {"condition": name, "note": phrase("picture_not_run", language)}
        for key, figure, _ in series if runs else ():
            found = spread([getattr(run, figure) for run in runs])
            shown = {"value": found.median, "least": found.least, "most": found.most}
            yield {"condition": name, "series": phrase(key, language), **shown}


def _spread_lines(apart: Spec, value: Spec) -> Spec:
    return {
        "transform": [{"filter": "datum.least < datum.most"}],
        "mark": {"type": "rule", "strokeWidth": 1.5},
        "encoding": {**apart, "x": {**value, "field": "least"}, "x2": {"field": "most"}},
    }


def _colours(series: Sequence[tuple[str, str, str]], language: Language) -> Spec:
    names = [phrase(key, language) for key, _, _ in series]
    scale = {"domain": names, "range": [colour for _, _, colour in series]}
    legend = {"title": None, "orient": "top"} if len(series) > 1 else None
    return {"field": "series", "type": "nominal", "scale": scale, "legend": legend}


def _share_bars(rows: list[dict[str, Any]], colours: Spec) -> Spec:
    legend = {"title": None, "orient": "top", "labelLimit": _WIDTH}
    return {
        "data": {"values": rows},
        "width": _WIDTH,
        "height": _ROUND_HEIGHT,
        "mark": {"type": "bar", "width": {"band": 0.7}},
        "encoding": {
            "x": {"field": "round", "type": "ordinal", "axis": {"title": None, "labelAngle": 0}},
            "y": {"field": "value", "type": "quantitative", "axis": {"title": None, "format": ",.0f"}},
            "color": {"field": "share", "type": "nominal", "scale": colours, "legend": legend},
            "order": {"field": "order", "type": "quantitative"},
        },
    }


def _sum_line(total: list[dict[str, int]], language: Language) -> Spec:
    axes = {
        "x": {
            "field": "round",
            "type": "ordinal",
            "axis": {"title": phrase("picture_round", language), "labelAngle": 0},
        },
        "y": {"field": "sum", "type": "quantitative", "axis": {"title": None, "format": ",.0f", "tickCount": 3}},
    }
    last = {"filter": f"datum.round === {total[-1]['round']}"}
    return {
        "title": _title(phrase("picture_sum", language)),
        "data": {"values": total},
        "width": _WIDTH,
        "height": _SUM_HEIGHT,
        "encoding": axes,
        "layer": [
            {"mark": {"type": "line", "point": True}},
            {
                "transform": [last],
                "mark": {"type": "text", "align": "right", "dy": -10, "dx": 8},
                "encoding": {"text": {"field": "sum", "type": "quantitative", "format": ","}},
            },
        ],
    }


def _title(text: str, *notes: str) -> Spec:
    return {"text": text, "subtitle": notes, "anchor": "start", "frame": "bounds", "offset": 12}


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
