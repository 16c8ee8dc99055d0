"""Jupyter notebooks: each cell under a mark, with what it printed."""

import json
import re
from collections.abc import Iterator
from typing import Any

from app.documents.decoding import decoded
from app.documents.errors import DAMAGED, DocumentError
from app.documents.extract import Line
from app.documents.pieces import Fact, Piece, counted, lines_of
from app.documents.source import Source

_MOST_OUTPUT_LINES = 200
_MOST_OUTPUT_CHARS = 20_000
_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def read(source: Source) -> Iterator[Piece]:
    """All cells in their order."""
    cells = _cells(source)
    yield Fact(counted(len(cells), "cell"))
    for number, cell in enumerate(cells, 1):
        place = f"cell {number}"
        yield Line(f"[{place}, {cell.get('cell_type', 'raw')}]", place)
        yield from lines_of(_joined(cell.get("source", cell.get("input", ""))), place)
        for output in cell.get("outputs", []):
            yield from _output(output, f"{place}, output")


def _cells(source: Source) -> list[dict[str, Any]]:
    """The cells, of the present form or the one before it."""
    try:
        book = json.loads(decoded(source.whole()))
        sheets = [book] if "cells" in book else book["worksheets"]
        return [cell for sheet in sheets for cell in sheet["cells"] if isinstance(cell, dict)]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DocumentError(DAMAGED, "It is damaged: it holds no notebook cells.") from None


def _joined(text: object) -> str:
    """Texts are written as one string or as a list of lines."""
    return "".join(map(str, text)) if isinstance(text, list) else str(text)


def _output(output: dict[str, Any], place: str) -> Iterator[Line]:
    data = output.get("data", output)
    yield from (Line(f"[output: {kind}, not shown]", place) for kind in data if kind.startswith("image/"))
    text = _COLOURS.sub("", _output_text(output, data))
    if not text.strip():
        return
    yield Line("[error]" if output.get("output_type") in ("error", "pyerr") else "[output]", place)
    lines = list(lines_of(text[:_MOST_OUTPUT_CHARS], place))
    yield from lines[:_MOST_OUTPUT_LINES]
    if len(lines) > _MOST_OUTPUT_LINES or len(text) > _MOST_OUTPUT_CHARS:
        yield Line(f"[the rest of this output is left out; it has {len(text):,} characters]", place)


def _output_text(output: dict[str, Any], data: dict[str, Any]) -> str:
    if "ename" in output:
        return f"{output['ename']}: {output.get('evalue', '')}"
    return _joined(data.get("text/plain", data.get("text", "")))
