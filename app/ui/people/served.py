"""What of Chainlit's own addresses this app serves: those that its page uses, and no other, and no endless requests."""

from chainlit.server import app as web
from chainlit.server import router as chainlits
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from app.ui.people.serving import serve

_USED = frozenset(
    {
        ("GET", "/public/{filename:path}"),
        ("GET", "/assets/{filename:path}"),
        ("GET", "/favicon"),
        ("GET", "/logo"),
        ("GET", "/avatars/{avatar_id:str}"),
        ("GET", "/health"),
        ("HEAD", "/"),
        ("GET", "/auth/config"),
        ("POST", "/auth/header"),
        ("GET", "/auth/oauth/{provider_id}"),
        ("GET", "/auth/oauth/{provider_id}/callback"),
        ("POST", "/auth/oauth/azure-ad-hybrid/callback"),
        ("POST", "/login"),
        ("POST", "/logout"),
        ("GET", "/user"),
        ("GET", "/project/translations"),
        ("GET", "/project/settings"),
        ("POST", "/project/threads"),
        ("GET", "/project/thread/{thread_id}"),
        ("GET", "/project/thread/{thread_id}/element/{element_id}"),
        ("PUT", "/project/thread"),
        ("DELETE", "/project/thread"),
        ("POST", "/project/action"),
        ("PUT", "/feedback"),
        ("DELETE", "/feedback"),
        # The page itself, at every address that is no other.
        ("GET", "/{full_path:path}"),
    }
)

_MOST_BYTES = 1_000_000
_COUNTED = ("/folio/files/upload", "/ws/")


def serve_only_what_is_used() -> None:
    """Closes all other addresses of Chainlit and FastAPI: a later version may have some that nobody here has seen."""
    for route in [*web.router.routes, *chainlits.routes]:
        if isinstance(route, Route):
            _close(route.path, [method for method in route.methods or () if (method, route.path) not in _USED])
    serve("/set-session-cookie", _no_cookie, "POST")
    web.add_exception_handler(RequestValidationError, _not_understood)


def _close(path: str, methods: list[str]) -> None:
    if methods:
        serve(path, _not_served, *methods)


async def _not_served() -> PlainTextResponse:
    return PlainTextResponse("Not served here.\n", 404)


async def _no_cookie() -> dict[str, str]:
    """The page asks for a cookie by which several servers would find its session: there is one, and no cookie."""
    return {}


async def _not_understood(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
    # FastAPI's own answer has what was sent in it, which may be what cannot be sent.
    return JSONResponse({"detail": "not understood"}, 422)


class Bounded:
    """ASGI middleware: what a request brings is read up to a limit, but where it is counted as it comes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._bounded = RequestBodyLimitMiddleware(app, _MOST_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_counted = scope["type"] == "http" and scope["path"].startswith(_COUNTED)
        await (self._app if is_counted else self._bounded)(scope, receive, send)
