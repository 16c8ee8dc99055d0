"""Looks at the cells' names in an Excel file before it is parsed: the parser makes room for all between two cells."""

import re
import zipfile

from app.documents.errors import DocumentError

_MOST_CELLS = 10_000_000
_BLOCK = 1 << 20
_CELL = re.compile(rb'<(?:\w+:)?(?:c|row)\s[^>]*?\br="([A-Z]{0,4})(\d{1,8})"')
# Longer than any cell's tag up to its name.
_OVERLAP = 200


def require_small_sheets(archive: zipfile.ZipFile) -> None:
    """Raises DocumentError `file:too_big` when a sheet spans too much, however few cells it has."""
    for name in archive.namelist():
        if name.startswith("xl/worksheets/") and name.endswith(".xml"):
            rows, columns = _span(archive, name)
            if rows * columns > _MOST_CELLS:
                raise DocumentError(
                    "file:too_big", f"It is too large inside: a sheet spans {rows:,} rows and {columns:,} columns."
                )


def _span(archive: zipfile.ZipFile, name: str) -> tuple[int, int]:
    """Rows and columns up to the last cell."""
    rows = columns = 0
    with archive.open(name) as stream:
        rest = b""
        while block := stream.read(_BLOCK):
            text = rest + block
            names = _CELL.findall(text)
            rows = max([rows, *map(int, {row for _, row in names})])
            columns = max([columns, *map(_column, {letters for letters, _ in names})])
            rest = text[-_OVERLAP:]
    return rows, columns


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number
