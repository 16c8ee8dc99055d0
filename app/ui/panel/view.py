"""A part of a file as the panel shows it: lines of text, rows of a table, a document's text, or a picture."""

from pathlib import PurePosixPath
from typing import Any

from app.ui.panel.answers import address, page_address
from app.ui.panel.tables import delimited_rows, sheet_rows
from app.ui.shown.boxes import SHOWN_CHARS
from app.ui.shown.elements import drawn_kind
from app.ui.shown.markdown import safe_markdown
from app.workspace import FileFacts, Page, Seen, Span, Workspace, escaped

NEWEST_LINES = 500
_MARKDOWN = frozenset({".md", ".markdown", ".mdown"})
_TABLES = frozenset({".csv", ".tsv", ".tab"})
# No text says how many pages there are; those that are not are left out by the page.
_PAGES_OF_A_SCAN = list(range(1, 21))

View = dict[str, Any]


def file_view(folder: Workspace, asked: str, first: int, lines: int, column: int) -> View:
    """Line `first` and those after it, `lines` at most and no more than are shown at once; blocks."""
    facts = folder.facts(asked)
    about = {
        "path": escaped(facts.path),
        "size": facts.size,
        "changed": facts.changed,
        "raw": address(facts.path),
    }
    if drawn_kind(facts.head):
        return {**about, "kind": "picture"}
    # What somebody looks at here, the conversation has not seen.
    page = folder.read(asked, Span(first, lines, column, SHOWN_CHARS), raw=False, seen=Seen())
    part = page.part
    return {
        **about,
        "first": part.first,
        "last": part.last,
        "total": part.total,
        "columns": part.columns if part.columns[1] else None,
        "next": [part.next_offset, part.next_column] if part.next_offset else None,
        **(_of_document(folder, asked, facts, page) if page.about else _of_text(facts, page)),
    }


def _of_text(facts: FileFacts, page: Page) -> View:
    text, suffix = page.part.text, PurePosixPath(facts.path).suffix.lower()
    shown: View = {"kind": "text", "text": _lines(text)}
    if suffix in _MARKDOWN:
        return {**shown, "kind": "markdown", "rendered": safe_markdown(text)}
    if suffix in _TABLES and not page.part.columns[1] and (rows := delimited_rows(text, page.part.first, suffix)):
        return {**shown, "kind": "table", "rows": rows}
    return shown


def _of_document(folder: Workspace, asked: str, facts: FileFacts, page: Page) -> View:
    shown: View = {"kind": "document", "text": _lines(page.part.text), "about": page.about[0], "notes": page.about[1:]}
    lines = folder.document_lines(asked, page.part.first, page.part.last) if page.part.first else ()
    if facts.kind and facts.kind.reader == "sheets" and not page.part.columns[1]:
        return {**shown, "kind": "sheets", "rows": sheet_rows(lines, page.part.first)}
    if facts.kind and facts.kind.reader == "pdf":
        said = (line.place.removeprefix("page ") for line in lines)
        numbers = list(dict.fromkeys(int(number) for number in said if number.isdecimal()))
        return {**shown, "kind": "pages", "pages": numbers or _PAGES_OF_A_SCAN, "page": page_address(facts.path)}
    return shown


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
