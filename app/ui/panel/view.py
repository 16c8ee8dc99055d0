"""A part of a file as the panel shows it: lines of text, rows of a table, a document's text, or a picture."""

from pathlib import PurePosixPath
from typing import Any

from app.language import Language
from app.phrases.documents import said_of
from app.ui.panel.about import about
from app.ui.panel.answers import address, page_address
from app.ui.panel.tables import Row, delimited_rows, sheet_rows
from app.ui.shown.elements import drawn_kind
from app.ui.shown.markdown import safe_markdown
from app.workspace import FileFacts, Page, Seen, Span, Workspace, escaped

NEWEST_LINES = 500
_MARKDOWN = frozenset({".md", ".markdown", ".mdown"})
_TABLES = frozenset({".csv", ".tsv", ".tab"})
# No text says how many pages there are; those that are not are left out by the page.
_PAGES_OF_A_SCAN = list(range(1, 21))

View = dict[str, Any]


def file_view(folder: Workspace, asked: str, span: Span, language: Language) -> View:
    """The part `span` of a file, and what it is, in the reader's `language`; blocks."""
    facts = folder.facts(asked)
    known = {
        "path": escaped(facts.path),
        "size": facts.size,
        "changed": facts.changed,
        "raw": address(facts.path),
    }
    if drawn_kind(facts.head):
        return {**known, "kind": "picture"}
    # What somebody looks at here, the conversation has not seen.
    page = folder.read(asked, span, raw=False, seen=Seen())
    part = page.part
    return {
        **known,
        "first": part.first,
        "last": part.last,
        "total": part.total,
        "columns": part.columns if part.columns[1] else None,
        "next": [part.next_offset, part.next_column] if part.next_offset else None,
        **(_of_document(folder, asked, facts, page, language) if page.about else _of_text(facts, page)),
    }


def _of_text(facts: FileFacts, page: Page) -> View:
    text, suffix = page.part.text, PurePosixPath(facts.path).suffix.lower()
    shown: View = {"kind": "text", "text": _lines(text)}
    if suffix in _MARKDOWN:
        return {**shown, "kind": "markdown", "rendered": safe_markdown(text)}
    if suffix in _TABLES and not page.part.columns[1] and (rows := delimited_rows(text, page.part.first, suffix)):
        return {**shown, "kind": "table", "rows": rows}
    return shown


def _of_document(folder: Workspace, asked: str, facts: FileFacts, page: Page, language: Language) -> View:
    said, notes = about(page.about, language)
    shown: View = {"kind": "document", "text": _lines(page.part.text), "about": said, "notes": notes}
    lines = folder.document_lines(asked, page.part.first, page.part.last) if page.part.first else ()
    if facts.kind and facts.kind.reader == "sheets" and not page.part.columns[1]:
        return {**shown, "kind": "sheets", "rows": [_told(row, language) for row in sheet_rows(lines, page.part.first)]}
    if facts.kind and facts.kind.reader == "pdf":
        places = (line.place.removeprefix("page ") for line in lines)
        numbers = list(dict.fromkeys(int(number) for number in places if number.isdecimal()))
        return {**shown, "kind": "pages", "pages": numbers or _PAGES_OF_A_SCAN, "page": page_address(facts.path)}
    return shown


def _told(row: Row, language: Language) -> Row:
    return {**row, "said": said_of(row["said"], language)} if "said" in row else row


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
