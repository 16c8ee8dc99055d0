"""Signing in: by itself on this machine, with a password, or through OAuth."""

import asyncio
import logging
import secrets
from functools import partial
from typing import Annotated

import chainlit as cl
from chainlit.auth import get_token_from_cookies
from chainlit.server import app as web
from chainlit.server import login as chainlits_login
from chainlit.server import logout as chainlits_logout
from fastapi import Depends, HTTPException, Request, Response
from fastapi.security import OAuth2PasswordRequestForm

from app.accounts import Accounts, AccountsError
from app.ledger import ONE_PERSON
from app.ui.people.allowed import is_allowed
from app.ui.people.attempts import Attempts
from app.ui.people.serving import serve
from app.ui.people.signed_in import SignedIn
from app.ui.people.signed_out import SignedOut

logger = logging.getLogger(__name__)

# Said to whoever asks without the page, which has words of its own for the status.
_TOO_MANY = "too many attempts: wait five minutes"
_NO_ACCOUNTS = "nobody can sign in right now: ask whoever runs this app"
_MARK = "account"


def sign_in_by_itself(name: str) -> None:
    """Everybody who reaches the page is the one person of this machine, under `name`, and sees no login."""
    user = cl.User(identifier=ONE_PERSON, display_name=name)

    @cl.header_auth_callback
    async def on_header(headers: object) -> cl.User:  # noqa: ARG001
        return user

    web.add_middleware(SignedIn, holds=lambda known: known.identifier == ONE_PERSON, user=user)


def sign_in_with_password(accounts: Accounts, ended: SignedOut) -> None:
    """A form asks for a name and a password. Attempts are limited; a new password signs out everywhere."""
    attempts = Attempts()

    @cl.password_auth_callback
    async def on_password(name: str, password: str) -> cl.User | None:
        mark = await asyncio.to_thread(accounts.mark, _account(name), password)
        return cl.User(identifier=_account(name), metadata={_MARK: mark, **_this_sign_in()}) if mark else None

    async def login(
        request: Request, response: Response, form_data: Annotated[OAuth2PasswordRequestForm, Depends()]
    ) -> Response:
        await asyncio.to_thread(_require_accounts, accounts)
        name, address = _account(form_data.username), request.client.host if request.client else ""
        if not attempts.may(name, address):
            raise HTTPException(429, _TOO_MANY)
        try:
            answer: Response = await chainlits_login(request, response, form_data)
        except HTTPException:
            attempts.failed(name, address)
            raise
        attempts.succeeded(name, address)
        return answer

    serve("/login", login, "POST")
    _serve_sign_out(ended)
    web.add_middleware(SignedIn, holds=partial(_has_account, accounts), ended=ended)


def sign_in_with_oauth(allowed: str, ended: SignedOut) -> None:
    """The providers that Chainlit finds configured sign people in, of whom only those in `allowed` may come."""

    @cl.oauth_callback
    async def on_oauth(
        provider: str, _: str, __: dict[str, str], user: cl.User, ___: str | None = None
    ) -> cl.User | None:
        if not is_allowed(user.identifier, allowed):
            return None
        # The same name at two providers may be two people.
        identifier = f"{provider}:{user.identifier}"
        return cl.User(identifier=identifier, display_name=user.identifier, metadata=_this_sign_in())

    _serve_sign_out(ended)
    web.add_middleware(
        SignedIn, holds=lambda known: is_allowed(known.identifier.partition(":")[2], allowed), ended=ended
    )


def _serve_sign_out(ended: SignedOut) -> None:
    async def sign_out(request: Request, response: Response) -> object:
        if token := get_token_from_cookies(request.cookies):
            await asyncio.to_thread(ended.add, token)
        return await chainlits_logout(request, response)

    serve("/logout", sign_out, "POST")


def _this_sign_in() -> dict[str, str]:
    """What makes its token another than that of the same person's sign-in in the same second."""
    return {"sign_in": secrets.token_hex(8)}


def _require_accounts(accounts: Accounts) -> None:
    """Chainlit would take the trouble for a wrong password."""
    try:
        accounts.names()
    except AccountsError as error:
        logger.error("nobody can sign in: %s", error)
        raise HTTPException(503, _NO_ACCOUNTS) from None


def _account(name: str) -> str:
    return name.strip().lower()


def _has_account(accounts: Accounts, user: cl.User) -> bool:
    mark = accounts.marks().get(user.identifier)
    return mark is not None and mark == user.metadata.get(_MARK)
