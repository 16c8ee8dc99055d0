"""The way in for files from the page: `/folio/files/upload`, one file a request, checked while it arrives."""

import asyncio
import contextvars
import secrets
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

from chainlit.context import init_ws_context
from fastapi import Query, Request
from fastapi.responses import JSONResponse

from app.events import Receipt
from app.language import Language
from app.phrases import phrase, reason_phrase
from app.ui.panel.arriving import Arriving, BrokenOff, TooLarge, TooSlow
from app.ui.panel.outcomes import OUTCOMES, Outcome
from app.ui.panel.uploads import UPLOADS, Upload
from app.ui.people.folders import folder_of, the_settings
from app.ui.people.person import id_of
from app.ui.people.serving import Reader, serve
from app.ui.people.sessions import SomeUser, own_session
from app.ui.session.current import settings
from app.workspace import Seen, WorkspaceError, current_call, current_turn

_ADDRESS = "/folio/files/upload"
_MEGABYTE = 1_000_000
# Each waits for a browser's next bytes; whoever comes when all are taken is not read from until one is free.
_AT_ONCE = 64
_OF_ONE_PERSON = 4
_LONGEST_WAIT = 60
_LONGEST_ID = 100
_pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="upload")
_shares: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(_OF_ONE_PERSON))
# What this run of the app has no outcome for did not happen in it.
_RUN = secrets.token_hex(8)

Given = TypeVar("Given")
_TICKET = r"^[A-Za-z0-9_-]{1,64}$"
Ticket = Annotated[str, Query(pattern=_TICKET)]
SomeTicket = Annotated[str, Query(pattern=_TICKET, default_factory=lambda: uuid.uuid4().hex)]


def serve_uploads() -> None:
    """Adds the routes, before the one that answers everything with the page."""
    for method, answer in (("PUT", take_in), ("DELETE", take_back), ("GET", limits)):
        serve(_ADDRESS, answer, method)
    serve(f"{_ADDRESS}/outcome", what_became)


class _Refused(Exception):
    """Why a file is not taken in: the phrase `key` with `values`."""

    def __init__(self, status: HTTPStatus, key: str, **values: str) -> None:
        super().__init__(key)
        self.status = status
        self.key = key
        self.values = values

    def outcome(self, language: Language) -> Outcome:
        """What the page is told."""
        return Outcome(self.status, {"said": phrase(self.key, language, **self.values)})


async def limits(user: SomeUser, session: str = "") -> dict[str, Any]:
    """What the page should know before it sends anything."""
    fixed = the_settings()
    return {
        "open": not _is_closed(session, user),
        "most_bytes": fixed.upload_max_mb * _MEGABYTE,
        "most_files": fixed.upload_max_files,
        "run": _RUN,
    }


async def take_in(
    request: Request,
    user: SomeUser,
    reader: Reader,
    name: str,
    ticket: SomeTicket,
    session: str = "",
    folder: str = "",
    gesture: str = "",
) -> JSONResponse:
    """Takes in the file that the body is, under `name` or one like it that is free.

    It is a change that `session` makes, and as free as others there. Sent again with the
    same ticket, it is not taken in again.
    """
    owner = id_of(user)

    async def taken() -> Outcome:
        if _is_closed(session, user):
            raise _Refused(HTTPStatus.FORBIDDEN, "upload_read_only")
        most = _room_for(request, owner, gesture)
        async with _share_of(owner):
            return _told(await _in_thread(_taken_in, owner, ticket, name, folder, Arriving(request.stream(), most)))

    return (await OUTCOMES.once(owner, ticket, lambda: _outcome(taken(), reader))).answer()


async def what_became(user: SomeUser, reader: Reader, ticket: Ticket, run: str = "") -> JSONResponse:
    """The outcome of an upload whose answer was lost. One that has not come by now is not taken in any more."""
    owner = id_of(user)

    async def found() -> Outcome:
        if upload := await _in_thread(_made_with, owner, ticket):
            return _told(upload)
        if run == _RUN:
            raise _Refused(HTTPStatus.NOT_FOUND, "upload_broken")
        # Of what an earlier run did, not everything may be on record.
        return Outcome(HTTPStatus.NOT_FOUND, {})

    return (await OUTCOMES.once(owner, ticket, lambda: _outcome(found(), reader))).answer()


async def take_back(user: SomeUser, reader: Reader, id: str) -> JSONResponse:
    """Undoes an upload that no conversation was told of yet."""
    owner = id_of(user)
    upload = UPLOADS.of(id, owner)
    if upload is None:
        return _Refused(HTTPStatus.NOT_FOUND, "upload_undo_gone").outcome(reader).answer()
    upload.gone = True
    try:
        await _in_thread(folder_of(owner).changes.undo, upload.receipt.id, Seen())
    except WorkspaceError as error:
        upload.gone = False
        return _conflict("upload_undo_refused", error, reader).answer()
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


def _conflict(key: str, error: WorkspaceError, language: Language) -> Outcome:
    return _Refused(HTTPStatus.CONFLICT, key, why=reason_phrase(error.code, language)).outcome(language)


async def _outcome(coming: Coroutine[Any, Any, Outcome], language: Language) -> Outcome:
    try:
        return await coming
    except WorkspaceError as error:
        return _conflict("upload_refused", error, language)
    except TooLarge as error:
        return _too_large(error.most).outcome(language)
    except (TooSlow, BrokenOff) as error:
        key = "upload_slow" if isinstance(error, TooSlow) else "upload_broken"
        return _Refused(HTTPStatus.BAD_REQUEST, key).outcome(language)
    except _Refused as refused:
        return refused.outcome(language)


@asynccontextmanager
async def _share_of(owner: str) -> AsyncIterator[None]:
    """One person's uploads leave room for everybody else's."""
    try:
        async with asyncio.timeout(_LONGEST_WAIT):
            await _shares[owner].acquire()
    except TimeoutError:
        raise _Refused(HTTPStatus.TOO_MANY_REQUESTS, "upload_busy") from None
    try:
        yield
    finally:
        _shares[owner].release()


def _turn_of(owner: str, ticket: str) -> str:
    """The name that the journal has for the upload, by which it is found again after a restart."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{owner}\n{ticket}").hex


def _taken_in(owner: str, ticket: str, name: str, folder: str, pieces: Iterator[bytes]) -> Upload:
    current_turn.set(_turn_of(owner, ticket))
    current_call.set(ticket)
    return _upload(owner, folder_of(owner).changes.take_in(name, folder, pieces))


def _made_with(owner: str, ticket: str) -> Upload | None:
    receipt = folder_of(owner).changes.made_in(_turn_of(owner, ticket)).get(ticket)
    return _upload(owner, receipt) if receipt else None


def _upload(owner: str, receipt: Receipt) -> Upload:
    try:
        kind = folder_of(owner).kind(receipt.path)
    except WorkspaceError:
        # Somebody took it away at once; the upload stands in the journal all the same.
        kind = ""
    return Upload(owner, receipt, kind)


def _told(upload: Upload) -> Outcome:
    receipt = upload.receipt
    folder, _, name = receipt.path.rpartition("/")
    can_undo = bool(receipt.id)
    told = {"id": UPLOADS.add(upload), "folder": folder, "name": name, "size": receipt.size_after, "undo": can_undo}
    return Outcome(HTTPStatus.CREATED, told)


async def _in_thread(act: Callable[..., Given], *given: Any) -> Given:
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(_pool, lambda: context.run(act, *given))
