"""The door of the page: who is let in, as the settings say, from which addresses."""

import sys

from chainlit.config import config
from chainlit.oauth_providers import get_configured_oauth_providers
from chainlit.server import app as web

from app.accounts import Accounts
from app.settings import Settings
from app.telemetry.metrics import CONTENT_TYPE
from app.ui.people.folders import the_metrics
from app.ui.people.frames import Formed
from app.ui.people.guard import LOOPBACK, Guard
from app.ui.people.presses import take_presses
from app.ui.people.scraped import Scraped
from app.ui.people.secret import secret_for
from app.ui.people.served import Bounded, serve_only_what_is_used
from app.ui.people.signed_in import set_up_cookie
from app.ui.people.signed_out import SignedOut
from app.ui.people.signing_in import sign_in_by_itself, sign_in_with_oauth, sign_in_with_password

_NO_LOGIN = (
    "without a login the page listens on 127.0.0.1 only, not on {host}. For a team set AUTH=password and make accounts"
    " (python -m app.users add NAME), or set AUTH=oauth"
)
_NO_PROVIDER = (
    "AUTH=oauth needs a provider, such as OAUTH_GOOGLE_CLIENT_ID and OAUTH_GOOGLE_CLIENT_SECRET in the environment"
)
# It posts its answer without a word of who asked: anybody could have a browser sign in as somebody else.
_UNTIED = "azure-ad-hybrid"
_NO_HYBRID = (
    "the hybrid flow of Entra ID (Azure AD) is not offered, for its answer is not tied to the browser that asked; set"
    " OAUTH_AZURE_AD_CLIENT_ID, _CLIENT_SECRET and _TENANT_ID in place of the OAUTH_AZURE_AD_HYBRID ones"
)
_NOBODY = "AUTH=oauth needs OAUTH_ALLOWED: who may sign in, such as jo@example.com, @example.com, or * for anybody"


def open_door(settings: Settings, given_secret: str | None, public_url: str) -> str:
    """Sets up sign-in and guard; gives the secret that signs cookies. Ends the app with a sentence where it cannot.

    `given_secret` is the operator's own, if there is one; `public_url` the address that browsers use, if another.
    """
    if settings.auth == "local" and config.run.host not in LOOPBACK:
        sys.exit(f"folio: {_NO_LOGIN.format(host=config.run.host)}.")
    set_up_cookie(config.run.port, public_url.startswith("https:"))
    _set_up(settings)
    serve_only_what_is_used()
    take_presses()
    web.add_middleware(Bounded)
    web.add_middleware(Formed)
    web.add_middleware(
        Scraped,
        figures=the_metrics().exposition,
        kind=CONTENT_TYPE,
        token=settings.metrics_token,
        is_open=settings.auth == "local",
    )
    hosts = [name.strip() for name in settings.allowed_hosts.split(",") if name.strip()]
    # Added last, it stands before all others.
    web.add_middleware(Guard, hosts=LOOPBACK if settings.auth == "local" else hosts)
    return secret_for(settings.auth, settings.data_dir / "sign-in", given_secret)


def _set_up(settings: Settings) -> None:
    ended = SignedOut(settings.data_dir / "sign-in" / "signed-out", config.project.user_session_timeout)
    match settings.auth:
        case "local":
            sign_in_by_itself("You")
        case "password":
            sign_in_with_password(Accounts(settings.accounts_file), ended)
        case "oauth":
            if not settings.oauth_allowed:
                sys.exit(f"folio: {_NOBODY}.")
            if _UNTIED in get_configured_oauth_providers():
                sys.exit(f"folio: {_NO_HYBRID}.")
            try:
                sign_in_with_oauth(settings.oauth_allowed, ended)
            except ValueError:
                sys.exit(f"folio: {_NO_PROVIDER}.")
