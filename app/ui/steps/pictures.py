"""What a step has read or drawn, as a person looks at it: the rows of a table, a PDF's pages, a chart."""

import asyncio
from collections.abc import Sequence
from typing import Any

import chainlit as cl

from app.events import Extent, ToolFinished
from app.language import Language
from app.phrases import phrase
from app.ui.shown.chart import chart_element
from app.ui.shown.elements import element
from app.workspace import SEPARATED, Table, Workspace, WorkspaceError, escaped, number_in

_ROWS, _COLUMNS, _CELL_CHARS = 50, 30, 200
_PAGES = 3
# More are what was gone through, not what was asked to be seen.
_MOST_PICTURES = 4

Element = cl.Image | cl.CustomElement | cl.Plotly


async def looked_at(event: ToolFinished, folder: Workspace, language: Language) -> list[Element]:
    """The elements for what `event` tells of in `folder`; none for what was shown before, or is nothing to look at."""
    if event.chart is not None:
        return [chart_element(event.chart, language)]
    if event.extent is None or not event.extent.last or event.picture or event.cached:
        return []
    try:
        return await asyncio.to_thread(_of_file, folder, event.extent, language)
    except WorkspaceError:
        # It was read, and has gone or changed since: what was read stands in the step.
        return []


def with_answer(found: Sequence[tuple[cl.Step, Element]]) -> list[tuple[cl.Step, Element]]:
    """Of the elements of steps those that are to be seen with the answer: charts, and pictures if they are few."""
    charts = [(step, shown) for step, shown in found if isinstance(shown, cl.Plotly)]
    pictures = [(step, shown) for step, shown in found if isinstance(shown, cl.Image)]
    return [*charts, *(pictures if len(pictures) <= _MOST_PICTURES else [])]


def _of_file(folder: Workspace, read: Extent, language: Language) -> list[Element]:
    facts = folder.facts(read.path)
    if facts.kind is None:
        is_table = f".{read.path.rpartition('.')[2].lower()}" in SEPARATED
        return [_table(folder.table(read.path), read, language)] if is_table else []
    if facts.kind.reader == "sheets":
        places = (line.place for line in folder.document_lines(read.path, read.first, read.last) if line.parts)
        sheet = next(places, "").removeprefix("sheet ")
        return [_table(folder.table(read.path, sheet), read, language)] if sheet else []
    return _pages(folder, read, language) if facts.kind.reader == "pdf" else []


def _table(table: Table, read: Extent, language: Language) -> Element:
    """The first rows of those that were read."""
    before = next((at for at, row in enumerate(table.rows) if row.line >= read.first), len(table.rows))
    rows = [row.cells[:_COLUMNS] for row in table.rows[before : before + _ROWS]]
    names = [name[:_CELL_CHARS] for name in table.names[:_COLUMNS]]
    filled = [[cell for row in rows if at < len(row) and (cell := row[at].strip())] for at in range(len(names))]
    return element(
        "Table",
        caption=_caption(table, before, len(rows), language),
        names=names,
        rows=[[cell[:_CELL_CHARS] for cell in row] for row in rows],
        numeric=[bool(cells) and all(number_in(c, table.decimal) is not None for c in cells) for cells in filled],
    )


def _caption(table: Table, before: int, shown: int, language: Language) -> str:
    name = escaped(table.path) + (f" ({table.sheet})" if table.sheet else "")
    numbers: dict[str, Any] = {
        "first": f"{before + 1:,}",
        "last": f"{before + shown:,}",
        "total": f"{len(table.rows):,}",
    }
    whole = "table_one" if shown == 1 else "table_whole"
    key = "table_of_more" if table.cut else whole if shown == len(table.rows) else "table_part"
    said = phrase(key, language, name=name, **numbers)
    hidden = len(table.names) - _COLUMNS
    return said if hidden <= 0 else f"{said} {phrase('table_columns', language, number=f'{hidden:,}')}"


def _pages(folder: Workspace, read: Extent, language: Language) -> list[Element]:
    lines = folder.document_lines(read.path, read.first, read.last)
    numbers = list(dict.fromkeys(int(p) for line in lines if (p := line.place.removeprefix("page ")).isdecimal()))
    return [
        cl.Image(
            name=phrase("pdf_page", language, path=escaped(read.path), number=number),
            content=content,
            mime="image/png",
            display="inline",
            size="large",
        )
        for number, content in folder.pdf_pages(read.path, numbers[:_PAGES])
    ]
