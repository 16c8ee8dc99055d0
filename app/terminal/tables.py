"""Tables for a terminal of 80 columns, in any script."""

from collections.abc import Sequence

from wcwidth import ljust, rjust, width, wrap

from app.terminal.screen import harmless

WIDTH = 79
_BETWEEN = 2
_NARROWEST = 20
_INDENT = "  "


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table: a column of texts, which are broken where they are long, and others to its right."""
    cells = [[harmless(cell) for cell in row] for row in (heading, *rows)]
    others = [max(map(width, column)) + _BETWEEN for column in list(zip(*cells, strict=True))[1:]]
    first = max(WIDTH - sum(others), _NARROWEST)
    lines = [line for row in cells for line in _row(row, first, others)]
    return [lines[0], "─" * (first + sum(others)), *lines[1:]]


def wrapped(text: str) -> list[str]:
    """The lines of `text`; a Japanese one may be broken anywhere."""
    return list(wrap(harmless(text), WIDTH))


def _row(cells: Sequence[str], first: int, others: Sequence[int]) -> list[str]:
    begins, *goes_on = wrap(cells[0].replace("\n", " "), first, subsequent_indent=_INDENT) or [""]
    return [ljust(begins, first) + "".join(map(rjust, cells[1:], others)), *goes_on]
