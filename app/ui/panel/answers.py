"""What the panel's routes answer with, in the reader's language; never a path of this machine."""

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends
from fastapi.responses import JSONResponse, Response

from app.language import Language
from app.phrases import phrase, reason_phrase
from app.ui.people.folders import folder_of
from app.ui.people.person import id_of
from app.ui.people.sessions import SomeUser
from app.workspace import Workspace, WorkspaceError, escaped

_LONGEST_NAME = 200
_STATUS = {
    "path:not_found": 404,
    "path:outside": 403,
    "file:unreadable": 403,
    "file:binary": 415,
    "file:encoding": 415,
    "args:range": 416,
    "tool:timeout": 503,
}
_HEADERS = {"cache-control": "no-store"}


def _folder_of(user: SomeUser) -> Workspace:
    return folder_of(id_of(user))


Folder = Annotated[Workspace, Depends(_folder_of)]
"""The folder of whoever asks."""


def told(content: Mapping[str, Any]) -> Response:
    """An answer that is made anew each time."""
    return JSONResponse(dict(content), headers=_HEADERS)


def refused(error: WorkspaceError, path: str, language: Language) -> Response:
    """One sentence on why it was not done."""
    name = escaped(path)[:_LONGEST_NAME] or phrase("panel_folder", language)
    said = phrase("panel_refused", language, name=name, why=reason_phrase(error.code, language))
    status = _STATUS.get(":".join(error.code.split(":")[:2]), 409)
    return JSONResponse({"code": error.code, "said": said}, status, headers=_HEADERS)


def page_address(path: str) -> str:
    """Where the pages of the PDF `path` are as pictures, up to the number that is put behind it."""
    return f"/folio/files/page?path={quote(escaped(path), safe='')}&number="


def address(path: str) -> str:
    """Where the bytes of the file `path` are."""
    return f"/folio/files/raw?path={quote(escaped(path), safe='')}"
