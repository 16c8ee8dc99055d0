"""Addresses of the app's own, beside those that Chainlit serves, and the language of whoever asks there."""

from collections.abc import Callable
from typing import Annotated, Any

from chainlit.server import app as web
from fastapi import Depends, Header

from app.language import Language, reader_language


def serve(path: str, answer: Callable[..., Any], *methods: str) -> None:
    """Serves `answer` at `path`, for GET if nothing else is said.

    It stands before Chainlit's own addresses, the last of which takes every path.
    """
    web.add_api_route(path, answer, methods=list(methods or ("GET",)), response_model=None)
    web.router.routes.insert(0, web.router.routes.pop())


def _reader(accept_language: Annotated[str, Header()] = "") -> Language:
    return reader_language(accept_language.strip())


Reader = Annotated[Language, Depends(_reader)]
"""The language of whoever asks."""
