"""OpenDocument texts and presentations: paragraphs, headings, lists and tables in their order."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from app.documents.errors import ENCRYPTED, DocumentError
from app.documents.extract import Line
from app.documents.guard import opened_zip
from app.documents.markup import attribute, child, found, local, outermost, parsed
from app.documents.pieces import Fact, Piece, counted, lines_of
from app.documents.source import Source

_MOST_BLANKS = 1_000
_BREAKS = {"tab": "\t", "line-break": "\n"}
# What hangs on a paragraph and is no part of its sentence.
_BESIDE = {"note": "footnote", "annotation": "comment", "text-box": "text box"}


def read(source: Source) -> Iterator[Piece]:
    """The text, each slide of a presentation under a mark, then headers and footers."""
    archive = opened_zip(source)
    if "META-INF/manifest.xml" in archive.namelist() and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise DocumentError(ENCRYPTED, "It is protected by a password. A copy saved without the password can be read.")
    document = _Document()
    body = child(parsed(archive.read("content.xml")), "body")
    if body is not None:
        yield from document.blocks(body)
    if "styles.xml" in archive.namelist():
        yield from _headers(parsed(archive.read("styles.xml")))
    yield Fact(counted(document.slides, "slide") if document.slides else counted(document.paragraphs, "paragraph"))


class _Document:
    """One document while it is read: how many paragraphs, tables and slides there were so far."""

    def __init__(self) -> None:
        self.paragraphs = 0
        self.tables = 0
        self.slides = 0

    def blocks(self, element: Element, place: str = "", lead: str = "") -> Iterator[Line]:
        """The paragraphs, tables and slides below `element`, in their order."""
        for block in element:
            match local(block):
                case "p" | "h":
                    self.paragraphs += 1
                    yield from _paragraph(block, place or f"paragraph {self.paragraphs}", lead)
                case "table":
                    self.tables += 1
                    yield from _table(block, ", ".join(x for x in (place, f"table {self.tables}") if x))
                case "page":
                    self.slides += 1
                    yield Line(f"[slide {self.slides}]", f"slide {self.slides}")
                    yield from self.blocks(block, f"slide {self.slides}")
                case "notes":
                    yield Line("[notes]", f"{place}, notes")
                    yield from self.blocks(block, f"{place}, notes")
                case "list-item":
                    yield from self.blocks(block, place, "- ")
                case "tracked-changes" | "forms" | "sequence-decls":
                    continue
                case _:
                    yield from self.blocks(block, place, lead)


def _paragraph(element: Element, place: str, lead: str) -> Iterator[Line]:
    beside: list[Element] = []
    text = _text(element, beside)
    if local(element) == "h" and attribute(element, "outline-level").isdigit():
        text = "#" * min(9, int(attribute(element, "outline-level"))) + " " + text
    else:
        text = lead + text
    if text.strip(" -#"):
        yield from lines_of(text, place)
    for part in beside:
        mark = _BESIDE[local(part)]
        yield from (Line(f"[{mark}] {line}", f"{place}, {mark}") for line in _lines(part))


def _text(element: Element, beside: list[Element]) -> str:
    """The text of a paragraph; what hangs on it is put into `beside`."""
    return (element.text or "") + "".join(_piece(part, beside) + (part.tail or "") for part in element)


def _piece(element: Element, beside: list[Element]) -> str:
    name = local(element)
    if name in _BESIDE:
        beside.append(element)
        return ""
    if name == "s":
        count = attribute(element, "c")
        return " " * min(_MOST_BLANKS, int(count) if count.isdigit() else 1)
    return _BREAKS.get(name) or _text(element, beside)


def _lines(element: Element) -> Iterator[str]:
    for paragraph in found(element, "p", "h"):
        yield from (line for line in _text(paragraph, []).splitlines() if line.strip())


def _table(table: Element, place: str) -> Iterator[Line]:
    for number, row in enumerate(outermost(table, "table-row"), 1):
        cells = [cell for cell in row if local(cell) in ("table-cell", "covered-table-cell")]
        yield Line(" | ".join(" / ".join(_lines(cell)) for cell in cells), f"{place}, row {number}")


def _headers(styles: Element) -> Iterator[Line]:
    for part in found(styles, "header", "footer"):
        yield from (Line(f"[{local(part)}] {line}", local(part)) for line in _lines(part))
