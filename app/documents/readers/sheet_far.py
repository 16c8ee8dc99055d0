"""An Excel file with cells so far apart that there is no room for all between them: only what is there is read."""

from collections.abc import Iterator
from typing import Any

from app.documents.extract import Line
from app.documents.pieces import Fact, Note, Piece, counted, named
from app.documents.readers.sheet_rows import cell_text, row_line
from app.documents.source import Source


def read_far(source: Source) -> Iterator[Piece]:
    """The stored values of all sheets; a note says what else was not read."""
    import openpyxl  # Takes a fifth of a second, and few workbooks need it.

    source.file.seek(0)
    book = openpyxl.load_workbook(source.file, read_only=True, data_only=True)
    yield Fact(counted(len(book.sheetnames), "sheet"))
    yield Note("its cells are far apart: formulas without a stored value, comments and text boxes were not read")
    for sheet in book.worksheets:
        yield from _rows(sheet, source)
    if not source.seconds_left:
        yield Note("there was no time for all of its cells")
    if hidden := [sheet.title for sheet in book.worksheets if sheet.sheet_state != "visible"]:
        yield Note(f"{counted(len(hidden), 'sheet')} hidden: {named(hidden)}")


def _rows(sheet: Any, source: Source) -> Iterator[Line]:
    place = f"sheet {sheet.title}"
    yield Line(f"[{place}{'' if sheet.sheet_state == 'visible' else ', hidden'}]", place)
    # The size that a sheet states of itself may be too small.
    sheet.reset_dimensions()
    for number, values in enumerate(sheet.iter_rows(values_only=True)):
        if not source.seconds_left:
            return
        if cells := {at: text for at, value in enumerate(values) if value is not None and (text := cell_text(value))}:
            yield row_line(number, cells, place)
