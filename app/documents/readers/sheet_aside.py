"""What an Excel file holds beside its values: formulas that were never calculated, comments, text boxes, headers."""

import html
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

from app.documents.markup import Relation, attribute, found, parsed, relations, texts
from app.documents.source import Source

# A formula without a value after it. As a text (t="str") it has one, which may be of length zero.
_NO_VALUE = re.compile(
    rb'<(?:\w+:)?c\b(?![^>]*\bt="str")[^>]*\br="([A-Z]+[0-9]+)"[^>]*>\s*<(?:\w+:)?f\b(?:[^>]*/>|[^>]*>[^<]*</(?:\w+:)?f>)'
    rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
# The longest formula has 8,192 characters.
_OVERLAP = 20_000
# Codes in headers and footers, such as the page number or the font.
_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-F]{6}|\d+|[A-Z&])')
_BLOCK = 1 << 20

Formula = tuple[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Aside:
    """Of one sheet: formulas by row and column (from 0), and marked lines of text."""

    sheet: str
    formulas: tuple[Formula, ...]
    remarks: tuple[str, ...]


def asides(archive: zipfile.ZipFile, source: Source) -> Iterator[Aside]:
    """One for each sheet of an .xlsx or .xlsm; none for other kinds."""
    names = set(archive.namelist())
    if "xl/workbook.xml" not in names:
        return
    links = {link.id: link.target for link in relations(archive, "xl/workbook.xml")}
    sheets = found(parsed(archive.read("xl/workbook.xml")), "sheet")
    parts = {attribute(sheet, "name"): links.get(attribute(sheet, "id"), "") for sheet in sheets}
    missing = {name: _without_value(archive, part) for name, part in parts.items() if part in names}
    formulas = _formulas(source, missing) if any(missing.values()) else {}
    for name, part in parts.items():
        remarks = tuple(_remarks(archive, part)) if part in names else ()
        yield Aside(name, tuple(formulas.get(name, ())), remarks)


def _without_value(archive: zipfile.ZipFile, part: str) -> set[str]:
    """The names of the sheet's cells that have a formula and no value."""
    cells: set[str] = set()
    with archive.open(part) as stream:
        rest = b""
        while block := stream.read(_BLOCK):
            cells |= {name.decode() for name in _NO_VALUE.findall(rest + block)}
            rest = block[-_OVERLAP:]
    return cells


def _formulas(source: Source, missing: dict[str, set[str]]) -> dict[str, list[Formula]]:
    """The formulas in the cells that have no value, by sheet."""
    import openpyxl  # Takes a fifth of a second, and few workbooks need it.

    book = openpyxl.load_workbook(source.file, read_only=True)
    return {name: list(_in_cells(book[name], cells)) for name, cells in missing.items() if cells}


def _in_cells(sheet: Any, cells: set[str]) -> Iterator[Formula]:
    # The size that a sheet states of itself may be too small.
    sheet.reset_dimensions()
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type == "f" and cell.coordinate in cells:
                yield (cell.row - 1, cell.column - 1), str(getattr(cell.value, "text", cell.value))


def _remarks(archive: zipfile.ZipFile, part: str) -> Iterator[str]:
    links = list(relations(archive, part))
    yield from _comments(archive, links)
    for link in links:
        if link.kind == "drawing":
            for shape in found(parsed(archive.read(link.target)), "sp"):
                if text := " ⏎ ".join(line for p in found(shape, "p") if (line := texts(p)).strip()):
                    yield f"[text box] {text}"
    yield from _headers(archive, part)


def _comments(archive: zipfile.ZipFile, links: list[Relation]) -> Iterator[str]:
    """Comments of both forms; a threaded one stands in the older form as well, with a long remark of Excel's."""
    threads = [parsed(archive.read(link.target)) for link in links if link.kind == "threadedComment"]
    threaded = [
        (attribute(one, "ref"), texts(one, "text")) for root in threads for one in found(root, "threadedComment")
    ]
    yield from (f"[comment on {cell}] {_one_line(text)}" for cell, text in threaded)
    known = {cell for cell, _ in threaded}
    for link in links:
        if link.kind == "comments":
            root = parsed(archive.read(link.target))
            yield from (line for cell, line in _older(root) if cell not in known)


def _older(root: Element) -> Iterator[tuple[str, str]]:
    authors = [author.text or "" for author in found(root, "author")]
    for comment in found(root, "comment"):
        number = attribute(comment, "authorId")
        author = authors[int(number)] if number.isdigit() and int(number) < len(authors) else ""
        cell = attribute(comment, "ref")
        yield cell, f"[comment on {cell}{' by ' + author if author else ''}] {_one_line(texts(comment))}"


def _one_line(text: str) -> str:
    return " ⏎ ".join(line for line in text.splitlines() if line.strip())


def _headers(archive: zipfile.ZipFile, part: str) -> Iterator[str]:
    """The lines of the printed page's header and footer, out of the sheet's last bytes."""
    with archive.open(part) as stream:
        tail = b""
        while block := stream.read(_BLOCK):
            tail = (tail + block)[-20_000:]
    for name, text in re.findall(rb"<(?:odd|even|first)(Header|Footer)>([^<]*)<", tail):
        said = _CODE.sub(" ", html.unescape(text.decode("utf-8", "replace"))).strip()
        if said:
            yield f"[{name.decode().lower()}] {' '.join(said.split())}"
