"""A spreadsheet's rows as lines, each of which knows its cells."""

import datetime
from functools import cache

from app.documents.extract import Line


def row_line(number: int, cells: dict[int, str], place: str) -> Line:
    """`3 | Apple | 120 | F3: note`: a cell that does not follow the one before it is named. Rows count from 0."""
    text, parts, expected = str(number + 1), [], 0
    for column, value in sorted(cells.items()):
        name = cell_name(number, column)
        text += " | "
        parts.append((len(text), name))
        text += value if column == expected else f"{name}: {value}"
        expected = column + 1
    return Line(text, place, tuple(parts))


def cell_name(row: int, column: int) -> str:
    """`B3` for row 2 and column 1, which count from 0."""
    return f"{column_letters(column)}{row + 1}"


def cell_text(value: object) -> str:
    """What a cell shows, as one line."""
    match value:
        case str() if "\n" not in value and "\r" not in value:
            return value
        case bool():
            return str(value).upper()
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime.datetime() if value.time() == datetime.time():
            return value.date().isoformat()
        case datetime.datetime():
            return value.isoformat(" ", "seconds")
    return " ⏎ ".join(line for line in str(value).splitlines() if line.strip())


def column_number(cell: str) -> int:
    """The column, from 0, of a cell such as `B3`."""
    number = 0
    for letter in cell.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


@cache
def column_letters(column: int) -> str:
    """`A` for column 0, `AA` for column 26."""
    letters, rest = "", column + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
