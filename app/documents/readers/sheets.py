"""Spreadsheets (xlsx, xlsb, xls, ods): each row that holds something is a line that knows its cells."""

import zipfile
from collections.abc import Iterator

import python_calamine as calamine

from app.documents.errors import ENCRYPTED, DocumentError
from app.documents.extract import Line
from app.documents.guard import opened_zip
from app.documents.pieces import Fact, Note, Piece, counted, named
from app.documents.readers.sheet_aside import Aside, asides
from app.documents.readers.sheet_far import read_far
from app.documents.readers.sheet_rows import cell_name, cell_text, row_line
from app.documents.readers.sheet_size import has_far_cells
from app.documents.source import Source

_MOST_MERGES = 50
_NO_CELLS = Aside("", (), ())


def read(source: Source) -> Iterator[Piece]:
    """All sheets in their order, hidden ones marked."""
    beside: dict[str, Aside] = {}
    if zipfile.is_zipfile(source.file):
        archive = opened_zip(source)
        if has_far_cells(archive):
            yield from read_far(source)
            return
        beside = {aside.sheet: aside for aside in asides(archive, source)}
    book = _opened(source)
    sheets = book.sheets_metadata
    yield Fact(counted(len(sheets), "sheet"))
    for sheet in sheets:
        yield from _sheet(book, sheet, beside.get(sheet.name, _NO_CELLS))
    if hidden := [sheet.name for sheet in sheets if _is_hidden(sheet)]:
        yield Note(f"{counted(len(hidden), 'sheet')} hidden: {named(hidden)}")
    if missing := sum(len(aside.formulas) for aside in beside.values()):
        yield Note(f"{counted(missing, 'formula')} without a stored value, shown as “=… (not calculated)”")


def _opened(source: Source) -> calamine.CalamineWorkbook:
    source.file.seek(0)
    try:
        return calamine.CalamineWorkbook.from_object(source.file)
    except calamine.PasswordError:
        raise DocumentError(
            ENCRYPTED, "It is protected by a password. A copy saved without the password can be read."
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
        yield Line(
            f"[merged cells: {', '.join(f'{cell_name(*start)}:{cell_name(*end)}' for start, end in merged)}]", place
        )
    yield from _rows(sheet, place, formulas)
    yield from (Line(text, place) for text in aside.remarks)


def _rows(sheet: calamine.CalamineSheet, place: str, formulas: dict[tuple[int, int], str]) -> Iterator[Line]:
    """The rows with values, and those that hold only formulas without a value, in their order."""
    left = sheet.start[1] if sheet.start else 0
    more: dict[int, dict[int, str]] = {}
    for (row, column), formula in formulas.items():
        more.setdefault(row, {})[column] = f"{formula} (not calculated)"
    for number, values in enumerate(sheet.iter_rows() if sheet.start else ()):
        cells = {left + at: text for at, value in enumerate(values) if (text := cell_text(value))}
        cells = more.pop(number, {}) | cells
        if cells:
            yield row_line(number, cells, place)
    for number, cells in sorted(more.items()):
        yield row_line(number, cells, place)


def _span(sheet: calamine.CalamineSheet, formulas: dict[tuple[int, int], str]) -> str:
    """From the first to the last cell that holds something."""
    corners = [corner for corner in (sheet.start, sheet.end, *formulas) if corner]
    if not corners:
        return "empty"
    rows, columns = zip(*corners, strict=True)
    return f"{cell_name(min(rows), min(columns))}:{cell_name(max(rows), max(columns))}"
