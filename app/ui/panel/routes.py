"""The panel's addresses: a folder's names, the names that fit, a file as it reads or looks, and its bytes."""

from typing import Annotated
from urllib.parse import quote

from fastapi import Query
from fastapi.responses import Response, StreamingResponse

from app.ui.panel.answers import Folder, refused, told
from app.ui.panel.changes import changes
from app.ui.panel.view import NEWEST_LINES, file_view
from app.ui.people.serving import Reader, serve
from app.ui.shown.boxes import SHOWN_CHARS
from app.ui.shown.elements import drawn_kind
from app.workspace import Named, Span, WorkspaceError, escaped

_MOST_NAMES = 1_000
_MOST_LINES = 2_000
_LONGEST_PATTERN = 200

Path = Annotated[str, Query()]


def serve_panel() -> None:
    """Adds the panel's addresses to the app."""
    serve("/folio/files/list", names)
    serve("/folio/files/find", fitting)
    serve("/folio/files/view", view)
    serve("/folio/files/raw", raw)
    serve("/folio/files/page", page_picture)
    serve("/folio/files/changes", changes)


def names(
    folder: Folder,
    reader: Reader,
    path: Path = "",
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_NAMES)] = 500,
) -> Response:
    """Some of the names in a folder."""
    try:
        page = folder.folder_page(path, offset, limit)
    except WorkspaceError as error:
        return refused(error, path, reader)
    return told(
        {
            "path": escaped(page.path),
            "names": [_name(named) for named in page.names],
            "offset": page.offset,
            "total": page.total,
            "hidden": page.hidden,
            "cut": page.cut,
        }
    )


def fitting(folder: Folder, reader: Reader, text: Annotated[str, Query(max_length=_LONGEST_PATTERN)]) -> Response:
    """The first names, anywhere in the folder, that `text` is a part of."""
    try:
        found = folder.find_names(text, "")
    except WorkspaceError as error:
        return refused(error, text, reader)
    shown = found.names[:_MOST_NAMES]
    rows = [{"path": escaped(name.path.rstrip("/")), "kind": name.kind, "size": name.size} for name in shown]
    return told({"names": rows, "total": len(found.names), "cut": bool(found.cut)})


def view(
    folder: Folder,
    reader: Reader,
    path: Path,
    first: Annotated[int, Query(alias="from", ge=1)] = 1,
    lines: Annotated[int, Query(ge=1, le=_MOST_LINES)] = NEWEST_LINES,
    column: Annotated[int, Query(ge=1)] = 1,
) -> Response:
    """A part of a file, as it reads."""
    try:
        return told(file_view(folder, path, Span(first, lines, column, SHOWN_CHARS), reader))
    except WorkspaceError as error:
        return refused(error, path, reader)


def raw(folder: Folder, reader: Reader, path: Path) -> Response:
    """A file's bytes, to be kept; the page draws them only where they are a picture."""
    try:
        content = folder.bytes_of(path)
    except WorkspaceError as error:
        return refused(error, path, reader)
    facts = content.facts
    name = escaped(facts.path.rpartition("/")[2])
    headers = {
        "content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        "content-length": str(facts.size),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
    }
    kind = drawn_kind(facts.head) or "application/octet-stream"
    return StreamingResponse(content, headers=headers, media_type=kind)


def page_picture(folder: Folder, reader: Reader, path: Path, number: Annotated[int, Query(ge=1)]) -> Response:
    """One page of a PDF, as it looks."""
    try:
        drawn = folder.pdf_pages(path, (number,))
    except WorkspaceError as error:
        return refused(error, path, reader)
    headers = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
    return Response(drawn[0][1] if drawn else b"", 200 if drawn else 404, headers, "image/png")


def _name(named: Named) -> dict[str, object]:
    shown = {"name": escaped(named.name), "kind": named.kind, "size": named.size, "changed": named.changed}
    return {**shown, "link": True} if named.is_link else shown
