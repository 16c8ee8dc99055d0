"""What a request's cookie is worth."""

import asyncio
import logging
from collections.abc import Callable

import chainlit as cl
from chainlit.auth import cookie as cookies
from chainlit.auth import create_jwt, set_auth_cookie
from chainlit.auth.jwt import decode_jwt
from fastapi import Request, Response
from jwt import InvalidTokenError
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.accounts import AccountsError
from app.ui.people.signed_out import SignedOut

logger = logging.getLogger(__name__)

_LINE = "/ws/"
_LOOK_SECONDS = 2.0

Holds = Callable[[cl.User], bool]


def set_up_cookie(port: int, secure: bool) -> None:
    """Gives the cookie a name of this app's own: browsers do not tell ports apart, so two apps would share it.

    A `secure` one is sent over HTTPS alone.
    """
    vars(cookies).update(_auth_cookie_name=f"folio_{port}", _cookie_secure=secure)


class SignedIn:
    """ASGI middleware: a cookie whose person may no longer come counts for nothing.

    `holds` says whether one still may, and `ended` which sign-ins are over. With `user`, a
    page that is asked for without a cookie that holds brings one for this user with it.
    """

    def __init__(self, app: ASGIApp, holds: Holds, ended: SignedOut | None = None, user: cl.User | None = None) -> None:
        self._app = app
        self._holds = holds
        self._ended = ended
        self._user = user

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        holds = self._is_held(scope)
        known = _only_cookies(scope, signed_in=holds)
        if holds:
            await self._app(known, self._while_held(scope, receive), send)
        elif scope["type"] == "websocket":
            await self._app(known, receive, send)
        elif scope["path"].startswith(_LINE):
            # A line that was opened before may not go on.
            await PlainTextResponse("Sign in first.\n", status_code=401)(scope, receive, send)
        elif self._user is None:
            await self._app(known, receive, send)
        else:
            await self._app(known, receive, _Welcome(Request(scope), self._user, send).send)

    def _while_held(self, scope: Scope, receive: Receive) -> Receive:
        """`receive`, which ends with the sender once the cookie does not hold any more, also where nothing comes."""

        async def heard() -> Message:
            coming = asyncio.ensure_future(receive())
            try:
                while not (await asyncio.wait((coming,), timeout=_LOOK_SECONDS))[0] and self._is_held(scope):
                    pass
                if self._is_held(scope):
                    return coming.result()
                return {"type": f"{scope['type']}.disconnect", "code": 1008}
            finally:
                coming.cancel()

        return heard

    def _is_held(self, scope: Scope) -> bool:
        token = cookies.get_token_from_cookies(_cookies(scope))
        try:
            if token is None or (self._ended and self._ended.has(token)):
                return False
            return self._holds(decode_jwt(token))
        except (InvalidTokenError, KeyError, TypeError, ValueError):
            return False
        except AccountsError as error:
            logger.error("nobody can be let in: %s", error)
            return False


def _cookies(scope: Scope) -> dict[str, str]:
    return Request({**scope, "type": "http"}).cookies


def _only_cookies(scope: Scope, signed_in: bool) -> Scope:
    """`scope` with cookies as the only way in, and without those that sign somebody in where nobody is.

    They are written anew, so that they are read everywhere as they were read here.
    """
    ours = vars(cookies)["_auth_cookie_name"]
    kept = (f"{name}={value}" for name, value in _cookies(scope).items() if signed_in or not name.startswith(ours))
    others = [header for header in scope["headers"] if header[0] not in (b"authorization", b"cookie")]
    return {**scope, "headers": [*others, (b"cookie", "; ".join(kept).encode("latin-1", "replace"))]}


class _Welcome:
    """Sends an answer on; a page with a cookie that signs its reader in."""

    def __init__(self, request: Request, user: cl.User, send: Send) -> None:
        self._request = request
        self._user = user
        self._send = send

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get("content-type", "").startswith("text/html"):
                carrier = Response()
                set_auth_cookie(self._request, carrier, create_jwt(self._user))
                for cookie in carrier.headers.getlist("set-cookie"):
                    headers.append("set-cookie", cookie)
        await self._send(message)
