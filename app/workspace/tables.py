"""A table in a file, cell by cell: separated values, or one sheet of a workbook."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from app.documents import Extract, Line
from app.documents.readers.sheet_rows import column_letters, column_number
from app.workspace.errors import WorkspaceError, offered, shown_name
from app.workspace.numbers import number_in

SEPARATED = frozenset({".csv", ".tsv", ".tab"})
"""The endings of files with separated values."""

MOST_CHARS = 32_000_000
_MOST_ROWS = 200_000
_MOST_COLUMNS = 200
_SEPARATORS = ",\t;|"
_SAMPLE_ROWS = 50
_SAMPLE_CHARS = 20_000
_FRACTIONS = (re.compile(r"[+-]?[\d.]*,\d+"), re.compile(r"[+-]?[\d,]*\.\d+"))


@dataclass(frozen=True, slots=True)
class Row:
    """Its cells as they read, and the line of the file's text that it begins in, from 1."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """`names` are those of the columns, each once; `rows` are those below them, and `above` counts those before.

    `sheet` is "" for separated values, `sheets` are all that the file has. With `cut` there is more than was
    taken in. `decimal` is what parts a number's fraction where the comma parts nothing else. `basis` tells this
    content of the file from any other.
    """

    path: str
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    above: int = 0
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    cut: bool = False
    decimal: str = "."
    basis: str = ""


def separated_table(path: str, text: str, cut: bool, basis: str) -> Table:
    """The table in a text. Raises WorkspaceError where it cannot be one."""
    separator = max(_SEPARATORS, key=lambda one: _fit(text[:_SAMPLE_CHARS], one))
    rows, too_many = _taken(_parsed(text, separator), path)
    decimal = "," if separator == ";" and _has_comma_fractions(rows) else "."
    return _headed(Table(path, (), rows, cut=cut or too_many, decimal=decimal, basis=basis))


def sheet_table(path: str, taken: Extract, sheet: str, basis: str) -> Table:
    """The sheet of this name, or the first that holds something. Raises WorkspaceError where there is none."""
    lines = list(enumerate(taken.lines, 1))
    sheets = tuple(dict.fromkeys(line.place.removeprefix("sheet ") for line in taken.lines if line.place))
    wanted = sheet or next((line.place.removeprefix("sheet ") for line in taken.lines if line.parts), "")
    if wanted not in sheets:
        there = f" There are: {offered(sheets)}." if sheets else ""
        raise WorkspaceError("args:allowed:sheet", f"{shown_name(path)} has no sheet {shown_name(sheet)}.{there}")
    found = ((at, _cells(line)) for at, line in lines if line.parts and line.place == f"sheet {wanted}")
    rows, too_many = _taken(found, path)
    # The text of a very large workbook ends early, and says so in a note.
    cut = too_many or any(note.startswith("only the beginning was read") for note in taken.notes)
    return _headed(Table(path, (), rows, sheet=wanted, sheets=sheets, cut=cut, basis=basis))


def _parsed(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    line, reader = 1, csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    for cells in reader:
        yield line, cells
        line = reader.line_num + 1


def _has_comma_fractions(rows: Sequence[Row]) -> bool:
    """Whether more cells look like 1,5 than like 1.5."""
    cells = [cell.strip() for row in rows[:_SAMPLE_ROWS] for cell in row.cells]
    commas, points = (sum(bool(form.fullmatch(cell)) for cell in cells) for form in _FRACTIONS)
    return commas > points


def _fit(sample: str, separator: str) -> int:
    """In how many rows of `sample` it parts the same number of columns, times that number."""
    try:
        widths = Counter(len(cells) for _, cells in islice(_parsed(sample, separator), _SAMPLE_ROWS) if len(cells) > 1)
    except csv.Error:
        return 0
    return max((width * count for width, count in widths.items()), default=0)


def _taken(found: Iterable[tuple[int, Sequence[str]]], path: str) -> tuple[tuple[Row, ...], bool]:
    """The rows that hold something, and whether there are more."""
    filled = (Row(line, tuple(cells[:_MOST_COLUMNS])) for line, cells in found if any(map(str.strip, cells)))
    try:
        rows = tuple(islice(filled, _MOST_ROWS))
        return rows, next(filled, None) is not None
    except csv.Error as error:
        raise WorkspaceError("file:unreadable", f"{shown_name(path)} is no table that can be read: {error}.") from None


def _cells(line: Line) -> list[str]:
    """A sheet's row with its cells in their columns."""
    ends = [start - len(" | ") for start, _ in line.parts[1:]] + [len(line.text)]
    cells: list[str] = []
    for (start, name), end in zip(line.parts, ends, strict=True):
        column = column_number(name)
        cells += [""] * (column - len(cells))
        cells.append(line.text[start:end].removeprefix(f"{name}: "))
    return cells


def _headed(table: Table) -> Table:
    """The table with the names of its columns: those of the first row that is as wide as most."""
    widths = Counter(_width(row) for row in table.rows[:_SAMPLE_ROWS])
    usual = max(widths, key=lambda width: (widths[width], width), default=0)
    at = next((index for index, row in enumerate(table.rows) if _width(row) >= usual), 0)
    head = table.rows[at].cells if table.rows else ()
    if all(number_in(cell, table.decimal) is not None for cell in head if cell.strip()):
        # Figures from the first row on: the columns are called as in a spreadsheet.
        head, below = (), table.rows[at:]
    else:
        below = table.rows[at + 1 :]
    columns = max([len(head), *(len(row.cells) for row in below[:_SAMPLE_ROWS])])
    named = [*head, *[""] * (columns - len(head))]
    return replace(table, names=tuple(_told_apart(named)), rows=below, above=at)


def _width(row: Row) -> int:
    return sum(bool(cell.strip()) for cell in row.cells)


def _told_apart(names: Sequence[str]) -> Iterator[str]:
    seen = Counter[str]()
    for index, given in enumerate(names):
        name = " ".join(given.split()) or column_letters(index)
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"
