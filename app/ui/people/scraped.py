"""The figures of this process, for a Prometheus that may read them."""

import secrets
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

_PATH = "/metrics"
_SCHEME = "bearer "


class Scraped:
    """ASGI middleware: answers at /metrics with what `figures` gives, of this kind.

    A scraper has no cookie, so it is asked for `token`. Without one, whoever reaches the app may read where `is_open`,
    and nobody elsewhere. It stands before the sign-in, which takes cookies alone.
    """

    def __init__(self, app: ASGIApp, figures: Callable[[], bytes], kind: str, token: str | None, is_open: bool) -> None:
        self._app = app
        self._figures = figures
        self._kind = kind
        self._token = token
        self._is_open = is_open

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == _PATH:
            await self._answer(scope)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if self._token is None and not self._is_open:
            return PlainTextResponse("Not served here: METRICS_TOKEN is not set.\n", 404)
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Read only.\n", 405, {"allow": "GET, HEAD"})
        if self._token is not None and not _says(Headers(scope=scope), self._token):
            return PlainTextResponse("Say METRICS_TOKEN as a bearer token.\n", 401, {"www-authenticate": "Bearer"})
        # Its own line, since Starlette would put a character set behind the one that is there.
        return Response(self._figures(), headers={"content-type": self._kind, "cache-control": "no-store"})


def _says(headers: Headers, token: str) -> bool:
    said = headers.get("authorization", "")
    known = said[: len(_SCHEME)].lower() == _SCHEME
    # In the time that any other word takes.
    return known and secrets.compare_digest(said[len(_SCHEME) :].strip().encode(), token.encode())
