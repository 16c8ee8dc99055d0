"""PowerPoint: the text of each slide under a slide mark, with tables, groups, charts, notes and comments."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from pptx import Presentation

from app.documents.extract import Line
from app.documents.guard import opened_zip
from app.documents.markup import attribute, found, parsed, texts
from app.documents.pieces import Fact, Note, Piece, counted, lines_of
from app.documents.readers.chart import chart_lines
from app.documents.source import Source

_DEEPEST_GROUP = 20


def read(source: Source) -> Iterator[Piece]:
    """All slides in their order."""
    opened_zip(source)
    slides = list(Presentation(source.file).slides)
    yield Fact(counted(len(slides), "slide"))
    hidden = [number for number, slide in enumerate(slides, 1) if _is_hidden(slide)]
    for number, slide in enumerate(slides, 1):
        yield Line(f"[slide {number}, hidden]" if number in hidden else f"[slide {number}]", f"slide {number}")
        yield from _slide(slide, f"slide {number}")
    if hidden:
        yield Note(f"{counted(len(hidden), 'slide')} hidden: {', '.join(map(str, hidden))}")


def _is_hidden(slide: Any) -> bool:
    return slide._element.get("show") in ("0", "false")


def _slide(slide: Any, place: str) -> Iterator[Line]:
    for shape in slide.shapes:
        yield from _shape(shape, place, _DEEPEST_GROUP)
    for text in _related(slide, "diagramData"):
        yield Line(f"[diagram] {text}", place)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None and notes.text.strip():
        yield Line("[notes]", f"{place}, notes")
        yield from lines_of(_with_breaks(notes.text), f"{place}, notes")
    for text in _related(slide, "comments"):
        yield Line(f"[comment] {text}", f"{place}, comments")


def _shape(shape: Any, place: str, levels: int) -> Iterator[Line]:
    if getattr(shape, "has_table", False):
        yield from (Line(" | ".join(_cell(cell) for cell in row.cells), place) for row in shape.table.rows)
    elif getattr(shape, "has_chart", False):
        yield from (Line(text, place) for text in chart_lines(parsed(shape.chart.part.blob)))
    elif hasattr(shape, "shapes"):
        yield from (line for inner in shape.shapes if levels for line in _shape(inner, place, levels - 1))
    elif shape.has_text_frame and shape.text_frame.text.strip():
        yield from lines_of(_with_breaks(shape.text_frame.text), place)
    elif about := _about_picture(shape):
        yield Line(f"[picture: {about}]", place)


def _with_breaks(text: str) -> str:
    """A break within a paragraph comes as a vertical tab."""
    return text.replace("\v", "\n")


def _cell(cell: Any) -> str:
    return " / ".join(line for line in _with_breaks(cell.text).splitlines() if line.strip())


def _about_picture(shape: Any) -> str:
    named = next(shape._element.iter("{*}cNvPr"), None)
    is_picture = next(shape._element.iter("{*}blip"), None) is not None
    return attribute(named, "descr") if is_picture and named is not None else ""


def _related(slide: Any, kind: str) -> Iterator[str]:
    """The text of parts that belong to a slide and that the library does not know: diagrams and comments."""
    for link in slide.part.rels.values():
        if not link.is_external and link.reltype.rpartition("/")[2] == kind:
            yield from _paragraphs(parsed(link.target_part.blob))


def _paragraphs(root: Element) -> Iterator[str]:
    """Text in paragraphs, or, in comments of the older form, in elements called `text`."""
    blocks = [texts(block) for block in found(root, "p")]
    said = blocks or [element.text or "" for element in found(root, "text")]
    return (text for text in said if text.strip())
