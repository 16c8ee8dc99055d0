"""The way in for files from the page: `/folio/files/upload`, one file a request, checked while it arrives."""

import asyncio
import contextvars
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, TypeVar

from chainlit.context import init_ws_context
from fastapi import Request
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from app.events import Receipt
from app.language import Language, reader_language
from app.phrases import phrase, reason_phrase
from app.ui.panel.uploads import UPLOADS, Upload
from app.ui.people.folders import folder_of, the_settings
from app.ui.people.person import id_of
from app.ui.people.serving import serve
from app.ui.people.sessions import SomeUser, own_session
from app.ui.session.current import settings
from app.workspace import Seen, WorkspaceError, current_turn

_ADDRESS = "/folio/files/upload"
_MEGABYTE = 1_000_000
# Each waits for a browser's next bytes; whoever comes when all are taken is not read from until one is free.
_AT_ONCE = 16
_SILENCE_SECONDS = 60
_LONGEST_ID = 100
_pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="upload")

Given = TypeVar("Given")


def serve_uploads() -> None:
    """Adds the routes, before the one that answers everything with the page."""
    for method, answer in (("PUT", take_in), ("DELETE", take_back), ("GET", limits)):
        serve(_ADDRESS, answer, method)


class _Refused(Exception):
    """Why a file is not taken in: the phrase `key` with `values`."""

    def __init__(self, status: HTTPStatus, key: str, **values: str) -> None:
        super().__init__(key)
        self.status = status
        self.key = key
        self.values = values

    def answer(self, language: Language) -> JSONResponse:
        """What the page is told."""
        # What is left of the body is not waited for.
        headers = {"connection": "close"}
        return JSONResponse({"said": phrase(self.key, language, **self.values)}, self.status, headers=headers)


class _Arriving:
    """The body of `request` for a thread, piece by piece; the sender waits meanwhile."""

    def __init__(self, request: Request, most: int) -> None:
        self._stream = request.stream()
        self._loop = asyncio.get_running_loop()
        self._most = most

    def __iter__(self) -> Iterator[bytes]:
        left = self._most
        while (piece := asyncio.run_coroutine_threadsafe(self._next(), self._loop).result()) is not None:
            left -= len(piece)
            if left < 0:
                raise _too_large(self._most)
            yield piece

    async def _next(self) -> bytes | None:
        try:
            async with asyncio.timeout(_SILENCE_SECONDS):
                return await anext(self._stream, None)
        except (ClientDisconnect, TimeoutError):
            raise _Refused(HTTPStatus.BAD_REQUEST, "upload_broken") from None


async def limits(user: SomeUser, session: str = "") -> dict[str, Any]:
    """What the page should know before it sends anything."""
    fixed = the_settings()
    return {
        "open": not _is_closed(session, user),
        "most_bytes": fixed.upload_max_mb * _MEGABYTE,
        "most_files": fixed.upload_max_files,
    }


async def take_in(
    request: Request, user: SomeUser, name: str, session: str = "", folder: str = "", gesture: str = ""
) -> JSONResponse:
    """Takes in the file that the body is, under `name` or one like it that is free.

    It is a change that `session` makes, and as free as others there.
    """
    owner, language = id_of(user), _reader(request)
    try:
        if _is_closed(session, user):
            raise _Refused(HTTPStatus.FORBIDDEN, "upload_read_only")
        arriving = _Arriving(request, _room_for(request, owner, gesture))
        return _told(await _in_thread(_taken_in, owner, name, folder, arriving))
    except WorkspaceError as error:
        return _conflict("upload_refused", error, language)
    except _Refused as refused:
        return refused.answer(language)


async def take_back(request: Request, user: SomeUser, id: str) -> JSONResponse:
    """Undoes an upload that no conversation was told of yet."""
    owner, language = id_of(user), _reader(request)
    upload = UPLOADS.of(id, owner)
    if upload is None:
        return _Refused(HTTPStatus.NOT_FOUND, "upload_undo_gone").answer(language)
    upload.gone = True
    try:
        await _in_thread(folder_of(owner).changes.undo, upload.receipt.id, Seen())
    except WorkspaceError as error:
        upload.gone = False
        return _conflict("upload_undo_refused", error, language)
    return JSONResponse({})


def _is_closed(session_id: str, user: SomeUser) -> bool:
    """Whether a session is one in which nothing may be changed, or is none of the user's."""
    session = own_session(session_id, user)
    if session is None:
        return True
    init_ws_context(session)
    return settings().approval == "read_only"


def _room_for(request: Request, owner: str, gesture: str) -> int:
    """How many bytes may come. Raises _Refused when none may, or more are announced."""
    fixed = the_settings()
    most = fixed.upload_max_mb * _MEGABYTE
    if UPLOADS.count(owner, gesture[:_LONGEST_ID]) > fixed.upload_max_files:
        raise _Refused(HTTPStatus.TOO_MANY_REQUESTS, "upload_too_many", most=f"{fixed.upload_max_files:,}")
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > most:
        raise _too_large(most)
    return most


def _too_large(most: int) -> _Refused:
    return _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "upload_too_large", most=f"{most // _MEGABYTE:,}")


def _conflict(key: str, error: WorkspaceError, language: Language) -> JSONResponse:
    return _Refused(HTTPStatus.CONFLICT, key, why=reason_phrase(error.code, language)).answer(language)


def _taken_in(owner: str, name: str, folder: str, pieces: _Arriving) -> Upload:
    current_turn.set(uuid.uuid4().hex)
    workspace = folder_of(owner)
    receipt = workspace.changes.take_in(name, folder, pieces)
    return Upload(owner, receipt, _kind(workspace.kind, receipt))


def _kind(of: Callable[[str], str], receipt: Receipt) -> str:
    try:
        return of(receipt.path)
    except WorkspaceError:
        # Somebody took it away at once; the upload stands in the journal all the same.
        return ""


def _told(upload: Upload) -> JSONResponse:
    receipt = upload.receipt
    folder, _, name = receipt.path.rpartition("/")
    can_undo = bool(receipt.id)
    told = {"id": UPLOADS.add(upload), "folder": folder, "name": name, "size": receipt.size_after, "undo": can_undo}
    return JSONResponse(told, HTTPStatus.CREATED)


async def _in_thread(act: Callable[..., Given], *given: Any) -> Given:
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(_pool, lambda: context.run(act, *given))


def _reader(request: Request) -> Language:
    return reader_language(request.headers.get("accept-language", ""))
