"""Rows and cells, from the lines of a file with separated values and from those of a workbook."""

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

from app.documents import Line

_SEPARATORS = {".csv": ",;\t|", ".tsv": "\t", ".tab": "\t"}
_SAMPLE = 10_000
_MOST_COLUMNS = 200
_CELL = re.compile(r"([A-Z]+)(\d+)")

Row = dict[str, Any]
"""`line` is where it begins; its cells are `cells`, or `said` is a line about the sheet."""


def delimited_rows(text: str, first: int, suffix: str) -> list[Row]:
    """The rows of `text`, which begins with line `first`; none where it is no table."""
    separator = _separator(text[:_SAMPLE], _SEPARATORS[suffix])
    rows, line = list[Row](), first
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            rows.append({"line": line, "cells": cells[:_MOST_COLUMNS], "more": max(0, len(cells) - _MOST_COLUMNS)})
            line = first + reader.line_num
    except csv.Error:
        return []
    return rows


def sheet_rows(lines: Sequence[Line], first: int) -> list[Row]:
    """The rows of a workbook's lines, each with the number and the columns that it has there."""
    return [_sheet_row(line, number) for number, line in enumerate(lines, first)]


def _separator(sample: str, possible: str) -> str:
    """The one that parts most of the first line; the comma where none does."""
    head = sample.partition("\n")[0]
    return max(possible, key=head.count)


def _sheet_row(line: Line, number: int) -> Row:
    if not line.parts:
        return {"line": number, "said": line.text}
    ends = [start - len(" | ") for start, _ in line.parts[1:]] + [len(line.text)]
    cells = {}
    for (start, name), end in zip(line.parts[:_MOST_COLUMNS], ends, strict=False):
        if found := _CELL.fullmatch(name):
            cells[found[1]] = line.text[start:end].removeprefix(f"{name}: ")
    return {"line": number, "row": line.text.partition(" | ")[0], "cells": cells}
