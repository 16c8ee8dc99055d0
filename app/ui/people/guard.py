"""Who may talk to the app, and what its page may load: this page only, and nothing from outside."""

import base64
import hashlib
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

_POLICY = (
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
_HEADERS = {
    "content-security-policy": "; ".join((*_POLICY, "script-src 'self'")),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_OUTSIDE_LINK = re.compile(rb"<link\b[^>]*\bhref=\"https?://[^\"]*\"[^>]*>\s*", re.IGNORECASE)


class Guard:
    """ASGI middleware: refuses a foreign Host or Origin over HTTP and WebSocket, and sends the policy.

    A foreign Host is a name that was made to point here (DNS rebinding); a foreign Origin
    is another page in the same browser. Requests without an Origin come from no page.
    Without `hosts` any Host will do: behind a login, a foreign name has no cookie to come with.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif not self._is_own(Headers(scope=scope)):
            await _refuse(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(_uncompressed_page(scope), receive, _Answer(send).send)

    def _is_own(self, headers: Headers) -> bool:
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            known = not self._hosts or urlsplit(f"//{host}").hostname in self._hosts
            return known and (origin is None or urlsplit(origin).netloc == host)
        except ValueError:
            return False


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        # Closed before it is accepted, which the server answers with 403.
        await send({"type": "websocket.close", "code": 1008})
        return
    refusal = PlainTextResponse("Only this app's own page may talk to it.\n", status_code=403, headers=_HEADERS)
    await refusal(scope, receive, send)


def _uncompressed_page(scope: Scope) -> Scope:
    """The request without its wish for compression where a page may be what comes: pages are looked through."""
    if "." in scope["path"].rpartition("/")[2]:
        return scope
    return {**scope, "headers": [header for header in scope["headers"] if header[0] != b"accept-encoding"]}


class _Answer:
    """Sends an answer on with the policy's headers; a page without its links to outside hosts."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._page = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(_HEADERS)
            if headers.get("content-type", "").startswith("text/html"):
                self._start = message
                return
        elif self._start is not None and message["type"] == "http.response.body":
            await self._send_page(message)
            return
        await self._send(message)

    async def _send_page(self, message: Message) -> None:
        """Holds the page back until it is whole: its length changes."""
        self._page += message.get("body", b"")
        if message.get("more_body") or self._start is None:
            return
        page = _OUTSIDE_LINK.sub(b"", self._page)
        headers = MutableHeaders(scope=self._start)
        headers["content-security-policy"] = _policy_of(page)
        if "content-length" in headers:
            headers["content-length"] = str(len(page))
        await self._send(self._start)
        await self._send({"type": "http.response.body", "body": page})


def _policy_of(page: bytes) -> str:
    """The policy with room for the scripts that stand in the page's own template, and no others.

    Its elements with buttons are compiled by the page itself, which counts as `eval`.
    """
    digests = (base64.b64encode(hashlib.sha256(script).digest()).decode() for script in _INLINE_SCRIPT.findall(page))
    own = (f"'sha256-{digest}'" for digest in digests)
    return "; ".join((*_POLICY, " ".join(("script-src 'self' 'unsafe-eval'", *own))))
