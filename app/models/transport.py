"""How requests to a model server travel: httpx2's interface, over aiohttp's connections."""

import asyncio
import io
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Literal
from urllib.parse import urlsplit
from urllib.request import getproxies

import aiohttp
import httpx2
import openai
from yarl import URL

from app.model_errors import SentElsewhere

# Many servers close a connection that has been idle for 5 s; a request must not meet that moment.
_IDLE_SECONDS = 4.0
# A header as long as any proxy sends; aiohttp would end at 8 KB.
_LONGEST_HEADER = 65_536
_ALL_GIVEN = ("User-Agent", "Accept", "Accept-Encoding", "Content-Type")

# The first that fits names the fault as httpx2 would. What is not here is a connection that broke.
_FAULTS: tuple[tuple[type[Exception], type[httpx2.RequestError]], ...] = (
    (aiohttp.ConnectionTimeoutError, httpx2.ConnectTimeout),
    (aiohttp.ServerTimeoutError, httpx2.ReadTimeout),
    (aiohttp.ClientConnectorError, httpx2.ConnectError),
    (aiohttp.NonHttpUrlClientError, httpx2.UnsupportedProtocol),
    (aiohttp.InvalidURL, httpx2.UnsupportedProtocol),
    (aiohttp.ServerDisconnectedError, httpx2.RemoteProtocolError),
    (aiohttp.ClientPayloadError, httpx2.RemoteProtocolError),
    # What came in place of the head of an answer is none.
    (aiohttp.ClientResponseError, httpx2.UnsupportedProtocol),
    (aiohttp.ClientError, httpx2.ReadError),
    (OSError, httpx2.ReadError),
    # A host's name or a port that cannot be.
    (ValueError, httpx2.ConnectError),
)

# asyncio knows its async generators by weak references only.
_endings: set[AsyncGenerator[None, None]] = set()


@cache
def certificates() -> ssl.SSLContext:
    """Whom to trust, as httpx2 finds it. Read once: it takes longer than all the rest of a client."""
    return httpx2.create_ssl_context()


def client_for(
    url: str, heard: Callable[[httpx2.Response], Awaitable[None]], method: Literal["GET", "POST"] = "POST"
) -> httpx2.AsyncClient:
    """The client for the server at `url` and one kind of request: all conversations share its connections.

    aiohttp's take a third less of the processor than httpx2's own; but only httpx2 knows
    every kind of proxy, so where one is set it goes its own way. `heard` gets each response first.
    Where a server sends a request on, it goes to no other host, and never without its body.
    """
    by_proxy = getproxies().keys() & {urlsplit(url).scheme, "all"}
    transport = None if by_proxy else AiohttpTransport()
    home = httpx2.URL(url)

    async def stay(request: httpx2.Request) -> None:
        is_plainer = home.scheme == "https" and request.url.scheme != "https"
        is_web = request.url.scheme in ("http", "https")
        if request.url.host != home.host or not is_web or is_plainer or request.method != method:
            raise SentElsewhere(_base_of(request.url), request)

    return openai.DefaultAsyncHttpxClient(transport=transport, event_hooks={"request": [stay], "response": [heard]})


def _base_of(url: httpx2.URL) -> str:
    shown = str(url.copy_with(query=None, fragment=None, userinfo=b""))
    return shown.removesuffix("/chat/completions").removesuffix("/responses")


class AiohttpTransport(httpx2.AsyncBaseTransport):
    """Sends over one aiohttp session per event loop; the loop's end closes it.

    A front door need not close what it never opened: asyncio ends the async generators of a
    loop before the loop, and one of them waits to close each session.
    """

    def __init__(self) -> None:
        self._sessions: dict[asyncio.AbstractEventLoop, aiohttp.ClientSession] = {}

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Sends one request; gives its response as soon as the head of it is here."""
        session = await self._session()
        limits = request.extensions.get("timeout", {})
        with _faults_of(request):
            answer = await session.request(
                request.method,
                # As it is, but for a password, which httpx2 has made a header of.
                URL(str(request.url.copy_with(userinfo=b"")), encoded=True),
                headers=request.headers.multi_items(),
                # More than 1 MB is taken as a file only.
                data=io.BytesIO(body) if (body := await request.aread()) else None,
                allow_redirects=False,
                timeout=aiohttp.ClientTimeout(
                    sock_connect=limits.get("connect"), sock_read=limits.get("read"), connect=limits.get("pool")
                ),
            )
        return httpx2.Response(
            answer.status,
            headers=list(answer.raw_headers),
            stream=_Body(answer, request),
            request=request,
            extensions={"http_version": b"HTTP/1.1", "reason_phrase": (answer.reason or "").encode()},
        )

    async def aclose(self) -> None:
        """Closes the session of this event loop."""
        if session := self._sessions.pop(asyncio.get_running_loop(), None):
            await session.close()

    async def _session(self) -> aiohttp.ClientSession:
        loop = asyncio.get_running_loop()
        if (session := self._sessions.get(loop)) is None:
            session = self._sessions[loop] = self._opened()
            ending = self._ending()
            await anext(ending)
            _endings.add(ending)
        return session

    async def _ending(self) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            await self.aclose()

    def _opened(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(ssl=certificates(), limit=0, keepalive_timeout=_IDLE_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            skip_auto_headers=_ALL_GIVEN,
            max_line_size=_LONGEST_HEADER,
            max_field_size=_LONGEST_HEADER,
        )


class _Body(httpx2.AsyncByteStream):
    """The body of an answer, in the pieces in which it comes. Closing it before its end closes the connection."""

    def __init__(self, answer: aiohttp.ClientResponse, request: httpx2.Request) -> None:
        self._answer = answer
        self._request = request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _faults_of(self._request):
            async for piece in self._answer.content.iter_any():
                yield piece

    async def aclose(self) -> None:
        self._answer.release()


@contextmanager
def _faults_of(request: httpx2.Request) -> Iterator[None]:
    """Says aiohttp's errors in httpx2's words: those are known to the openai client, and so to the retries."""
    try:
        yield
    except (aiohttp.ClientError, OSError, ValueError) as error:
        named = next(named for kind, named in _FAULTS if isinstance(error, kind))
        raise named(str(error), request=request) from error
