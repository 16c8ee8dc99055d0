"""Looks at the cells' names in an Excel file before it is parsed: the parser makes room for all between two cells."""

import re
import zipfile

_MOST_CELLS = 10_000_000
_BLOCK = 1 << 20
_CELL = re.compile(rb'<(?:\w+:)?(?:c|row)\s[^>]*?\br="([A-Z]{0,4})(\d{1,8})"')
# Longer than any cell's tag up to its name.
_OVERLAP = 200


def has_far_cells(archive: zipfile.ZipFile) -> bool:
    """Whether a sheet spans too much to make room for, however few cells it has."""
    sheets = (name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml"))
    return any(rows * columns > _MOST_CELLS for rows, columns in (_span(archive, name) for name in sheets))


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
