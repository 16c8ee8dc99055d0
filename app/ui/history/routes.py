"""The history's addresses: an element's bytes, and a conversation to take along. Each is its owner's alone."""

import json
import sys
from typing import Annotated, Any, Literal

from chainlit.types import Feedback, ThreadDict
from chainlit.user import PersistedUser, User
from chainlit.utils import utc_now
from fastapi import HTTPException
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, Field

from app.language import Language
from app.phrases import phrase
from app.ui.history.as_markdown import markdown_of
from app.ui.history.file_names import disposition, file_name
from app.ui.history.layer import HistoryLayer
from app.ui.history.stored_elements import ADDRESS
from app.ui.people.serving import Reader, serve
from app.ui.people.sessions import SomeUser
from app.ui.shown.elements import drawn_kind

EXPORTS = "/folio/export"
EARLIER = "/folio/earlier"

_HEADERS = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
_FORMAT = {"format": "folio-conversation", "version": 1}
# What a browser shows or plays, and never runs. Pictures are told by their bytes.
_INLINE = ("text/plain", "application/json", "application/pdf")
_PLAYED = ("audio/", "video/")
_HEAD = 16

_Id = Annotated[str, Field(max_length=100)]


class _Word(BaseModel):
    """What a person thinks of a step."""

    forId: _Id
    value: Literal[0, 1]
    id: _Id | None = None
    comment: Annotated[str, Field(max_length=10_000)] | None = None


class _Judging(BaseModel):
    feedback: _Word


class _TakingBack(BaseModel):
    feedbackId: _Id


def serve_history(layer: HistoryLayer) -> None:
    """Adds the history's addresses to the app."""
    routes = _Routes(layer)
    serve(f"{ADDRESS}/{{thread_id}}/{{element_id}}", routes.element)
    serve(f"{EXPORTS}/{{thread_id}}.md", routes.markdown)
    serve(f"{EXPORTS}/{{thread_id}}.json", routes.whole)
    serve(f"{EARLIER}/{{thread_id}}/{{step_id}}", routes.earlier)
    serve("/feedback", routes.judge, "PUT")
    serve("/feedback", routes.take_back, "DELETE")
    # Chainlit asks this before it shows, renames or removes a conversation.
    vars(sys.modules["chainlit.server"])["is_thread_author"] = routes.require_owner


class _Routes:
    def __init__(self, layer: HistoryLayer) -> None:
        self._layer = layer

    async def element(self, thread_id: str, element_id: str, user: SomeUser, reader: Reader) -> Response:
        """The bytes of an element."""
        file = self._layer.files.file(thread_id, element_id)
        kept = await self._layer.get_element(thread_id, element_id) if await self._owns(user, thread_id) else None
        if kept is None or not file.is_file():
            return _not_here(reader)
        with file.open("rb") as stored:
            kind = _shown_as(str(kept.get("mime") or ""), stored.read(_HEAD))
        headers = {**_HEADERS, "content-disposition": disposition(str(kept.get("name") or ""), inline=kind is not None)}
        return FileResponse(file, headers=headers, media_type=kind or "application/octet-stream")

    async def markdown(self, thread_id: str, user: SomeUser, reader: Reader) -> Response:
        """The conversation as Markdown."""
        thread = await self._thread(user, thread_id)
        if thread is None:
            return _not_here(reader)
        return _attached(markdown_of(thread, utc_now(), reader), thread, "md", "text/markdown", reader)

    async def whole(self, thread_id: str, user: SomeUser, reader: Reader) -> Response:
        """All that is kept of the conversation, as JSON."""
        thread = await self._thread(user, thread_id)
        if thread is None:
            return _not_here(reader)
        content: dict[str, Any] = {**_FORMAT, "exportedAt": utc_now(), **thread}
        return _attached(json.dumps(content, ensure_ascii=False, indent=2), thread, "json", "application/json", reader)

    async def judge(self, judging: _Judging, user: SomeUser, reader: Reader) -> Response:
        """Keeps what a person thinks of a step of their own conversation."""
        word = judging.feedback
        if user is None or not await self._layer.is_owner_of_step(user.identifier, word.forId):
            return _not_here(reader)
        id = await self._layer.upsert_feedback(Feedback(**word.model_dump()))
        return JSONResponse({"success": True, "feedbackId": id})

    async def take_back(self, taking: _TakingBack, user: SomeUser, reader: Reader) -> Response:
        """Forgets it again."""
        step_id = await self._layer.judged_step(taking.feedbackId)
        if user is None or step_id is None or not await self._layer.is_owner_of_step(user.identifier, step_id):
            return _not_here(reader)
        await self._layer.delete_feedback(taking.feedbackId)
        return JSONResponse({"success": True})

    async def require_owner(self, username: str, thread_id: str) -> bool:
        """Another's conversation is as one that is not there."""
        if await self._layer.memory_owner(thread_id) != username:
            raise HTTPException(404, "not here")
        return True

    async def earlier(self, thread_id: str, step_id: str, user: SomeUser, reader: Reader) -> Response:
        """The turns right before a step, and how many messages there are before those."""
        part = await self._layer.part_before(thread_id, step_id) if await self._owns(user, thread_id) else None
        if part is None or not part.steps:
            return _not_here(reader)
        left = await self._layer.messages_before(thread_id, part.steps[0]["id"])
        return JSONResponse({"steps": part.steps, "elements": part.elements, "left": left}, headers=_HEADERS)

    async def _thread(self, user: User | PersistedUser | None, thread_id: str) -> ThreadDict | None:
        return await self._layer.whole_thread(thread_id) if await self._owns(user, thread_id) else None

    async def _owns(self, user: User | PersistedUser | None, thread_id: str) -> bool:
        return user is not None and user.identifier == await self._layer.memory_owner(thread_id)


def _attached(text: str, thread: ThreadDict, ending: str, kind: str, language: Language) -> Response:
    name = file_name(thread["name"] or "", phrase("export_unnamed", language))
    headers = {**_HEADERS, "content-disposition": disposition(f"{name}.{ending}")}
    return Response(text.encode(), headers=headers, media_type=f"{kind}; charset=utf-8")


def _not_here(language: Language) -> Response:
    """The same for a conversation that is not there and for somebody else's."""
    return PlainTextResponse(phrase("history_not_here", language), 404, headers=_HEADERS)


def _shown_as(mime: str, head: bytes) -> str | None:
    """The type under which the bytes may be shown in place; None when they are only to be kept."""
    kind = mime.partition(";")[0].strip().lower()
    return drawn_kind(head) or (kind if kind in _INLINE or kind.startswith(_PLAYED) else None)
