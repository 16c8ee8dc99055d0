"""The helper as an HTTP server without a network: one transport for an httpx2 client."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable

import httpx2
from pydantic import ValidationError

from app.embedded.conversation import conversation_in
from app.embedded.plan import reply_to
from app.embedded.protocol import (
    CONTEXT_WINDOW,
    ChatRequest,
    Json,
    Reply,
    chunks,
    completion,
    error,
    models,
    overflow,
)

_LONGEST = 2.7
_FIRST_PAUSE = 0.2


class EmbeddedTransport(httpx2.AsyncBaseTransport):
    """Answers chat-completions requests in this process.

    `pace` is the pause in seconds between two pieces of a streamed answer. However long
    the text, an answer takes about three seconds at most: its pieces grow instead.
    """

    def __init__(self, pace: float = 0.012) -> None:
        self._pace = pace

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer one request; what is not part of the protocol gets a 404 with a JSON error."""
        match request.method, request.url.path.rstrip("/").removeprefix("/v1"):
            case "GET", "/models":
                return httpx2.Response(200, json=models(), request=request)
            case "POST", "/chat/completions":
                return await self._chat(request)
        body = error(f"Unknown address {request.method} {request.url.path}.", "not_found")
        return httpx2.Response(404, json=body, request=request)

    async def _chat(self, request: httpx2.Request) -> httpx2.Response:
        try:
            asked = ChatRequest.model_validate_json(await request.aread())
        except ValidationError as problem:
            told = error(f"The request is not understood: {problem}", "invalid_request")
            return httpx2.Response(400, json=told, request=request)
        if asked.tokens > CONTEXT_WINDOW:
            return httpx2.Response(400, json=overflow(asked.tokens), request=request)
        # Weighing sentences takes up to half a second: in a thread, so that Stop is heard.
        reply = await asyncio.to_thread(lambda: reply_to(conversation_in(asked)))
        return self._answered(request, asked, reply)

    def _answered(self, request: httpx2.Request, asked: ChatRequest, reply: Reply) -> httpx2.Response:
        if not asked.stream:
            return httpx2.Response(200, json=completion(asked, reply), request=request)
        most = int(_LONGEST / self._pace) if self._pace > 0 else 1_000_000
        stream = _EventStream(chunks(asked, reply, max(1, most)), self._pace)
        headers = {"content-type": "text/event-stream; charset=utf-8"}
        return httpx2.Response(200, headers=headers, stream=stream, request=request)


class _EventStream(httpx2.AsyncByteStream):
    """Server-sent events, one chunk each, at a pace a person can follow and interrupt."""

    def __init__(self, events: Iterable[Json], pace: float) -> None:
        self._events = events
        self._pace = pace
        self._closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for number, event in enumerate(self._events):
            await asyncio.sleep(self._pause_before(number))
            if self._closed:
                return
            yield f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
        yield b"data: [DONE]\n\n"

    async def aclose(self) -> None:
        self._closed = True

    def _pause_before(self, number: int) -> float:
        if self._pace <= 0 or number == 0:
            return 0
        return _FIRST_PAUSE if number == 1 else self._pace
