"""A chart's figures, worked out of a table: never taken from anybody's word."""

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from app.events import Chart, ChartKind, Series
from app.tools.wording import CONTENT_MARK
from app.workspace import Table, WorkspaceError, escaped, number_in, shown_name

MOST_POINTS: dict[ChartKind, int] = {"bar": 100, "line": 1_000, "scatter": 1_000, "pie": 24}
_MOST_SERIES = 6
_NAMED = 40
_MORE_ROOM = 80
# What is greater cannot be set beside another figure: the space between them is beyond all numbers that there are.
_GREATEST = 1e300
_MEASURES: dict[str, Callable[[Sequence[float]], float]] = {
    "sum": sum,
    "mean": fmean,
    "min": min,
    "max": max,
    "count": len,
}

Figure = float | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart, of how many rows, and in a sentence each what of the table is not in it."""

    chart: Chart
    rows: int
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Point:
    x: str | float
    values: tuple[Figure, ...]


def drawn(table: Table, kind: ChartKind, x: str, y: Sequence[str], aggregate: str) -> Drawn:
    """The chart that is asked for. Raises WorkspaceError, with what would do, where the table cannot give it."""
    if not table.rows:
        raise WorkspaceError("result:empty", f"{shown_name(table.path)} has no rows below its column names.")
    label = _column(table, x, "x") if x else 0
    columns = [_column(table, name, "y") for name in y] or _numeric(table, label)
    if kind == "pie":
        columns = columns[:1]
    points, skipped = _points(table, label, columns, kind == "scatter", aggregate == "count")
    if not points:
        named = ", ".join(f"'{escaped(table.names[column])}'" for column in columns)
        raise WorkspaceError("result:empty", f"No row has a number in {named}. {_offer(table)}")
    combined = _combined(points, kind, aggregate)
    # A sum of one figure each is that figure; a count is a count.
    measure = aggregate if aggregate == "count" or len(combined) < len(points) else "none"
    points, beyond = _drawable(combined)
    if not points:
        raise WorkspaceError("result:empty", f"Every figure is too large to be drawn. {_offer(table)}")
    _require_parts(points, kind)
    shown = points[: MOST_POINTS[kind]]
    series = tuple(Series(table.names[at], tuple(p.values[i] for p in shown)) for i, at in enumerate(columns))
    axis = _axis([p.x for p in shown], kind)
    chart = Chart(kind, table.path, table.names[label], axis, series, "" if measure == "none" else measure)
    return Drawn(chart, len(table.rows) - skipped, tuple(_left_out(table, skipped, beyond, len(points), len(shown))))


def chart_text(done: Drawn, room: int) -> str:
    """What the model is told: the figures that were drawn, as many as there is room for, and what was left out."""
    chart = done.chart
    of = f", {chart.measure} by {escaped(chart.axis)}" if chart.measure else ""
    head = [
        f"[{escaped(chart.path)}: {chart.kind} chart{of}, {len(chart.x):,} points from {done.rows:,} rows;"
        " the person sees it]",
        *(f"[Left out: {said}]" for said in done.left_out),
    ]
    lines = [_line(name for name in (chart.axis, *(series.name for series in chart.series)))]
    room -= sum(map(len, head)) + len(CONTENT_MARK) + _MORE_ROOM
    for index, x in enumerate(chart.x):
        line = _line((x, *(series.values[index] for series in chart.series)))
        room -= len(line) + 1
        if room < 0:
            head.append(f"[Not listed here: the last {len(chart.x) - index:,} points]")
            break
        lines.append(line)
    return "\n".join([*head, CONTENT_MARK, *lines])


def _line(cells: Iterable[str | Figure]) -> str:
    return " | ".join(cell if isinstance(cell, str) else "" if cell is None else f"{cell:.12g}" for cell in cells)


def _column(table: Table, name: str, argument: str) -> int:
    """The column of this name; case, width and blanks at its ends do not matter where only one fits."""
    if name in table.names:
        return table.names.index(name)
    near = [index for index, known in enumerate(table.names) if _plain(known) == _plain(name)]
    if len(near) != 1:
        raise WorkspaceError(f"args:allowed:{argument}", f"There is no column {shown_name(name)}. {_offer(table)}")
    return near[0]


def _numeric(table: Table, label: int) -> list[int]:
    """The columns beside `label` in which most cells that hold something are numbers."""
    found = [at for at in range(len(table.names)) if at != label and _is_numeric(table, at)]
    if not found:
        raise WorkspaceError("args:missing:y", f"No other column holds numbers. {_offer(table)}")
    return found[:_MOST_SERIES]


def _is_numeric(table: Table, column: int) -> bool:
    cells = [cell for row in table.rows[:1000] if (cell := _cell(row.cells, column))]
    return sum(number_in(cell, table.decimal) is not None for cell in cells) * 2 > len(cells)


def _points(
    table: Table, label: int, columns: Sequence[int], numeric_x: bool, counts: bool
) -> tuple[list[_Point], int]:
    """A point for each row that has one, and how many rows have none."""
    points: list[_Point] = []
    for row in table.rows:
        given = _cell(row.cells, label)
        x = number_in(given, table.decimal) if numeric_x else given
        cells = [_cell(row.cells, column) for column in columns]
        values = tuple((1.0 if cell else None) if counts else number_in(cell, table.decimal) for cell in cells)
        if x is not None and x != "" and any(value is not None for value in values):
            points.append(_Point(x, values))
    return points, len(table.rows) - len(points)


def _combined(points: list[_Point], kind: ChartKind, aggregate: str) -> list[_Point]:
    """One point for each label. Raises WorkspaceError where rows share one and nothing says what to make of them."""
    if aggregate != "none":
        groups: dict[str | float, list[_Point]] = {}
        for point in points:
            groups.setdefault(point.x, []).append(point)
        return [_Point(x, _measured(group, _MEASURES[aggregate])) for x, group in groups.items()]
    times = Counter(point.x for point in points)
    shared = next((x for x, number in times.items() if number > 1), None)
    if kind in ("bar", "pie") and shared is not None:
        raise WorkspaceError(
            "args:missing:aggregate",
            f"Several rows have the same label, such as {shown_name(str(shared))}. Say what to make of them: aggregate"
            " sum, mean, count, min or max; or choose another x.",
        )
    return points


def _measured(group: Sequence[_Point], measure: Callable[[Sequence[float]], float]) -> tuple[Figure, ...]:
    columns = zip(*(point.values for point in group), strict=True)
    filled = ([value for value in column if value is not None] for column in columns)
    return tuple(_figure(measure, values) if values else None for values in filled)


def _figure(measure: Callable[[Sequence[float]], float], values: Sequence[float]) -> float:
    try:
        return float(measure(values))
    except OverflowError:
        return math.inf


def _drawable(points: Sequence[_Point]) -> tuple[list[_Point], int]:
    """The points with those figures that can be drawn, and how many figures cannot."""
    found = [replace(p, values=tuple(v if v is None or _fits(v) else None for v in p.values)) for p in points]
    left = [p for p in found if any(v is not None for v in p.values) and (isinstance(p.x, str) or _fits(p.x))]
    had, have = (sum(v is not None for p in among for v in p.values) for among in (points, left))
    return left, had - have


def _fits(figure: float) -> bool:
    return abs(figure) <= _GREATEST


def _require_parts(points: Sequence[_Point], kind: ChartKind) -> None:
    if kind == "pie" and any((point.values[0] or 0) < 0 for point in points):
        raise WorkspaceError("args:allowed:kind", "A pie cannot show negative numbers; kind bar can.")


def _axis(labels: Sequence[str | float], kind: ChartKind) -> tuple[str | float, ...]:
    """The labels; numbers where all of a line's are, so that they stand as far apart as they are."""
    numbers = [number_in(str(label)) for label in labels] if kind == "line" else []
    found = [number for number in numbers if number is not None]
    return tuple(found if labels and len(found) == len(labels) and all(map(_fits, found)) else labels)


def _left_out(table: Table, skipped: int, beyond: int, points: int, shown: int) -> list[str]:
    said = []
    if skipped:
        said.append(f"{skipped:,} of {len(table.rows):,} rows, which have no label or no number there")
    if beyond:
        said.append(f"{beyond:,} of the figures, too large to be drawn")
    if points > shown:
        said.append(f"the last {points - shown:,} of {points:,} points")
    if table.cut:
        said.append("what comes after the part of the file that could be taken in")
    return said


def _offer(table: Table) -> str:
    named = ", ".join(f"'{escaped(name)}'" for name in table.names[:_NAMED])
    more = f" and {len(table.names) - _NAMED} more" if len(table.names) > _NAMED else ""
    return f"Its columns are: {named}{more}."


def _cell(cells: Sequence[str], column: int) -> str:
    return cells[column].strip() if column < len(cells) else ""


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()
