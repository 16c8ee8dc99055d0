"""A chart, as figures."""

from dataclasses import dataclass
from typing import Literal

ChartKind = Literal["bar", "line", "pie", "scatter"]


@dataclass(frozen=True, slots=True)
class Series:
    """The figures of one column; None where a row has none."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of a table, as figures out of the file `path`. `x` are numbers or labels, as many as each series has.

    `axis` names what `x` is; `measure` is what was worked out of the rows with the same label, "" for nothing.
    """

    kind: ChartKind
    path: str
    axis: str
    x: tuple[str | float, ...]
    series: tuple[Series, ...]
    measure: str = ""
