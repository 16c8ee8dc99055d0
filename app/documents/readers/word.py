"""Word: paragraphs, headings, lists and tables in their order, and what stands beside them."""

import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from app.documents.extract import Line
from app.documents.guard import opened_zip
from app.documents.markup import Relation, attribute, child, found, local, outermost, parsed, relations
from app.documents.pieces import Fact, Note, Piece, counted, lines_of
from app.documents.readers.chart import chart_lines
from app.documents.readers.word_numbering import Numbering
from app.documents.readers.word_text import TRACKED, text_of
from app.documents.source import Source

_HEADING = re.compile(r"heading ([1-9])$", re.I)


def read(source: Source) -> Iterator[Piece]:
    """Headers, the text, then footers, notes and comments, each marked as what it is."""
    archive = opened_zip(source)
    main = next(link.target for link in relations(archive, "") if link.kind == "officeDocument")
    links = list(relations(archive, main))
    document = _Document(archive, links)
    root = parsed(archive.read(main))
    yield from document.aside("header")
    yield from document.blocks(root)
    yield from document.charts()
    yield from document.aside("footer")
    yield from document.numbered("footnotes", "footnote")
    yield from document.numbered("endnotes", "endnote")
    yield from document.numbered("comments", "comment")
    yield Fact(counted(document.paragraphs, "paragraph"))
    if document.tables:
        yield Fact(counted(document.tables, "table"))
    if changes := sum(child(change, "r") is not None for change in found(root, *TRACKED)):
        yield Note(f"{counted(changes, 'tracked change')}, shown as [inserted: …] and [deleted: …]")


class _Document:
    """One document while it is read: its parts, and how many paragraphs and tables there were so far."""

    def __init__(self, archive: zipfile.ZipFile, links: list[Relation]) -> None:
        self._archive = archive
        self._links = links
        styles = self._roots("styles")
        self._levels = {key: level for root in styles for key, level in _heading_levels(root)}
        self._numbering = Numbering(self._roots("numbering"), styles)
        self.paragraphs = 0
        self.tables = 0

    def _roots(self, kind: str) -> list[Element]:
        names = set(self._archive.namelist())
        return [parsed(self._archive.read(x.target)) for x in self._links if x.kind == kind and x.target in names]

    def blocks(self, element: Element) -> Iterator[Line]:
        """The paragraphs and tables below `element`, in their order."""
        for block in element:
            match local(block):
                case "p":
                    self.paragraphs += 1
                    yield from self._paragraph(block, f"paragraph {self.paragraphs}")
                case "tbl":
                    self.tables += 1
                    yield from _table(block, f"table {self.tables}")
                case "sectPr" | "sdtPr" | "AlternateContent":
                    continue
                case _:
                    yield from self.blocks(block)

    def _paragraph(self, element: Element, place: str) -> Iterator[Line]:
        boxes: list[Element] = []
        text = text_of(element, boxes)
        style = _style(element)
        if text.strip():
            heading = "#" * self._levels.get(style, 0)
            lead = " ".join(part for part in (heading, self._numbering.label(element, style)) if part)
            yield from lines_of(f"{lead} {text}" if lead else text, place)
        for box in boxes:
            yield from _marked("[text box]", box, place)

    def aside(self, kind: str) -> Iterator[Line]:
        """Each different header or footer, once."""
        seen: set[tuple[str, ...]] = set()
        for root in self._roots(kind):
            texts = tuple(_lines(root))
            if texts and texts not in seen:
                seen.add(texts)
                yield from (Line(f"[{kind}] {text}", kind) for text in texts)

    def charts(self) -> Iterator[Line]:
        """The charts, whose places in the text are not told."""
        for number, root in enumerate(self._roots("chart"), 1):
            yield from (Line(text, f"chart {number}") for text in chart_lines(root))

    def numbered(self, kind: str, name: str) -> Iterator[Line]:
        """Footnotes, endnotes or comments, with the number by which the text refers to them."""
        for note in (note for root in self._roots(kind) for note in root if "eparator" not in attribute(note, "type")):
            place = f"{name} {attribute(note, 'id')}"
            author = attribute(note, "author")
            yield from _marked(f"[{place}{' by ' + author if author else ''}]", note, place)


def _heading_levels(styles: Element) -> Iterator[tuple[str, int]]:
    """Style ids with the level of heading that they make; ids differ between languages, names do not."""
    for style in found(styles, "style"):
        named = child(style, "name")
        name = "" if named is None else attribute(named, "val")
        outline = child(style, "pPr", "outlineLvl")
        if heading := _HEADING.match(name):
            yield attribute(style, "styleId"), int(heading[1])
        elif name.lower() == "title":
            yield attribute(style, "styleId"), 1
        elif outline is not None and attribute(outline, "val") in "012345678":
            yield attribute(style, "styleId"), int(attribute(outline, "val") or 0) + 1


def _style(paragraph: Element) -> str:
    style = child(paragraph, "pPr", "pStyle")
    return "" if style is None else attribute(style, "val")


def _lines(element: Element) -> Iterator[str]:
    """The text of the paragraphs below `element`, those in text boxes too, without what is empty."""
    for paragraph in outermost(element, "p"):
        boxes: list[Element] = []
        yield from (line for line in text_of(paragraph, boxes).splitlines() if line.strip())
        for box in boxes:
            yield from (f"[text box] {line}" for line in _lines(box))


def _marked(mark: str, element: Element, place: str) -> Iterator[Line]:
    return (Line(f"{mark} {line}", place) for line in _lines(element))


def _table(table: Element, place: str) -> Iterator[Line]:
    for number, row in enumerate(outermost(table, "tr"), 1):
        cells = (" / ".join(_lines(cell)) for cell in outermost(row, "tc"))
        yield Line(" | ".join(cells), f"{place}, row {number}")
