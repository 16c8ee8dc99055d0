"""Spreadsheets (xlsx, xlsb, xls, ods): each row that holds something is a line that knows its cells."""

import datetime
import zipfile
from collections.abc import Iterator
from functools import cache

import python_calamine as calamine

from app.documents.errors import DocumentError
from app.documents.extract import Line
from app.documents.guard import opened_zip
from app.documents.pieces import Fact, Note, Piece, counted
from app.documents.readers.sheet_aside import Aside, asides
from app.documents.readers.sheet_size import require_small_sheets
from app.documents.source import Source

_MOST_MERGES = 50
_NO_CELLS = Aside("", (), ())


def read(source: Source) -> Iterator[Piece]:
    """All sheets in their order, hidden ones marked."""
    beside: dict[str, Aside] = {}
    if zipfile.is_zipfile(source.file):
        archive = opened_zip(source)
        require_small_sheets(archive)
        beside = {aside.sheet: aside for aside in asides(archive, source)}
    book = _opened(source)
    sheets = book.sheets_metadata
    yield Fact(counted(len(sheets), "sheet"))
    for sheet in sheets:
        yield from _sheet(book, sheet, beside.get(sheet.name, _NO_CELLS))
    if hidden := [sheet.name for sheet in sheets if _is_hidden(sheet)]:
        yield Note(f"{counted(len(hidden), 'sheet')} hidden: {', '.join(hidden)}")
    if missing := sum(len(aside.formulas) for aside in beside.values()):
        yield Note(f"{counted(missing, 'formula')} without a stored value, shown as “=… (not calculated)”")


def _opened(source: Source) -> calamine.CalamineWorkbook:
    source.file.seek(0)
    try:
        return calamine.CalamineWorkbook.from_object(source.file)
    except calamine.PasswordError:
        raise DocumentError(
            "file:encrypted", "It is protected by a password. A copy saved without the password can be read."
        ) from None


def _is_hidden(sheet: calamine.SheetMetadata) -> bool:
    return bool(sheet.visible != calamine.SheetVisibleEnum.Visible)


def _sheet(book: calamine.CalamineWorkbook, about: calamine.SheetMetadata, aside: Aside) -> Iterator[Line]:
    place = f"sheet {about.name}"
    hidden = ", hidden" if _is_hidden(about) else ""
    if about.typ != calamine.SheetTypeEnum.WorkSheet:
        yield Line(f"[{place}{hidden}: no cells, it is a chart or a program]", place)
        return
    sheet = book.get_sheet_by_name(about.name)
    formulas = dict(aside.formulas)
    yield Line(f"[{place}{hidden}: {_span(sheet, formulas)}]", place)
    if merged := (sheet.merged_cell_ranges or [])[:_MOST_MERGES]:
        yield Line(f"[merged cells: {', '.join(f'{_name(*start)}:{_name(*end)}' for start, end in merged)}]", place)
    yield from _rows(sheet, place, formulas)
    yield from (Line(text, place) for text in aside.remarks)


def _rows(sheet: calamine.CalamineSheet, place: str, formulas: dict[tuple[int, int], str]) -> Iterator[Line]:
    """The rows with values, and those that hold only formulas without a value, in their order."""
    left = sheet.start[1] if sheet.start else 0
    more: dict[int, dict[int, str]] = {}
    for (row, column), formula in formulas.items():
        more.setdefault(row, {})[column] = f"{formula} (not calculated)"
    for number, values in enumerate(sheet.iter_rows() if sheet.start else ()):
        cells = {left + at: text for at, value in enumerate(values) if (text := _text(value))}
        cells = more.pop(number, {}) | cells
        if cells:
            yield _row(number, cells, place)
    for number, cells in sorted(more.items()):
        yield _row(number, cells, place)


def _row(number: int, cells: dict[int, str], place: str) -> Line:
    """`3 | Apple | 120 | F3: note`: a cell that does not follow the one before it is named."""
    text, parts, expected = str(number + 1), [], 0
    for column, value in sorted(cells.items()):
        name = _name(number, column)
        text += " | "
        parts.append((len(text), name))
        text += value if column == expected else f"{name}: {value}"
        expected = column + 1
    return Line(text, place, tuple(parts))


def _name(row: int, column: int) -> str:
    return f"{_letters(column)}{row + 1}"


@cache
def _letters(column: int) -> str:
    letters, rest = "", column + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def _span(sheet: calamine.CalamineSheet, formulas: dict[tuple[int, int], str]) -> str:
    """From the first to the last cell that holds something."""
    corners = [corner for corner in (sheet.start, sheet.end, *formulas) if corner]
    if not corners:
        return "empty"
    rows, columns = zip(*corners, strict=True)
    return f"{_name(min(rows), min(columns))}:{_name(max(rows), max(columns))}"


def _text(value: object) -> str:
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
