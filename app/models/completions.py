"""The place of `client.chat.completions` behind ChatOpenAI: cheaper, and with every reply mended."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import httpx2
import openai

from app.models.deltas import Deltas
from app.models.lessons import Lessons
from app.models.lines import Lines
from app.models.responses import Events, request_for

Json = dict[str, Any]

_PATH = "/chat/completions"
_RESPONSES_PATH = "/responses"
_FOR_THE_CLIENT = frozenset({"extra_headers", "extra_query", "extra_body", "timeout"})
_FIRST = ("model", "stream", "messages")


class Completions:
    """Chat completions through the client's `post`, streamed as plain dicts.

    The library's own `create` walks every message of every request against its type
    definitions and builds an object per chunk, which ChatOpenAI turns back into the dict that
    arrived. Without them a round costs half. `post` sends the same bytes; where the client has
    none, or is asked for something else, the library's own way is taken. Where the lessons say
    so, the Responses API is spoken instead, and its events are read as chunks.
    """

    def __init__(self, client: openai.AsyncOpenAI, lessons: Lessons) -> None:
        self._client = client
        self._library = client.chat.completions
        self._lessons = lessons

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    async def create(self, **body: Any) -> Any:
        """As in the library; a stream is of dicts."""
        if not body.get("stream"):
            return await self._library.create(**body)
        events = Events() if self._lessons.speaks_responses else None
        return aclosing(self._chunks(await self._sent(body), body, events))

    async def _sent(self, body: Json) -> Any:
        if self._lessons.speaks_responses:
            request = self._lessons.responses.heeded(request_for(body))
            return await self._sent_to(_RESPONSES_PATH, request, self._client.responses)
        return await self._sent_to(_PATH, body, self._library)

    async def _sent_to(self, path: str, body: Json, library: Any) -> Any:
        post = getattr(self._client, "post", None)
        if post is None or body.keys() & _FOR_THE_CLIENT:
            return await library.create(**body)
        if not body.get("stream"):
            return await post(path, body=_ordered(body), cast_to=object)
        return await post(path, body=_ordered(body), cast_to=object, stream=True, stream_cls=Lines)

    async def _chunks(self, stream: Any, body: Json, events: Events | None) -> AsyncGenerator[Json, None]:
        request: httpx2.Request = stream.response.request
        deltas, begun = Deltas(self._lessons, request), False
        async with stream:
            async for sent in stream:
                for chunk in (sent,) if events is None else events.chunks(sent):
                    begun = True
                    yield deltas.mended(chunk)
                if deltas.is_too_long:
                    yield deltas.cut()
                    break
        if not begun:
            # Some servers answer a request for a stream with nothing, or with one whole reply that no
            # stream reader sees. Asked for a whole reply, they give it, or the error they kept back.
            whole = await self._whole(body)
            for chunk in (whole,) if events is None else events.whole(whole):
                yield deltas.mended(chunk)
        if rest := deltas.rest():
            yield rest

    async def _whole(self, body: Json) -> Any:
        whole = await self._sent(
            {name: part for name, part in body.items() if name not in ("stream", "stream_options")}
        )
        if isinstance(whole, str):
            raise ValueError("the reply is no JSON object")
        return whole


def _ordered(body: Json) -> Json:
    """`body` in the order in which the library sends it."""
    return {name: body[name] for name in (*_FIRST, *sorted(body.keys() - _FIRST)) if name in body}
