"""Signing in to the real app over HTTP: by itself, with a password, through an OAuth provider."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import aiohttp
import httpx2
import pytest
from page import app_environment, free_port, running_app

from app.accounts import Accounts
from app.settings import PROJECT
from app.ui.people.signed_out import SignedOut

pytestmark = pytest.mark.slow

_PAGE = {"accept": "text/html"}


def _sign_in(client: httpx2.Client, name: str, password: str) -> httpx2.Response:
    return client.post("/login", data={"username": name, "password": password})


def test_one_person_on_their_own_machine_is_signed_in_with_the_page_and_only_there(tmp_path: Path) -> None:
    with running_app(tmp_path / "work", tmp_path / "log") as url, httpx2.Client(base_url=url) as client:
        assert client.get("/user").status_code == 401
        assert client.get("/", headers=_PAGE).status_code == 200
        assert client.get("/user").json()["identifier"] == "you"
        # A cookie that is none of ours is replaced with the next page.
        with httpx2.Client(base_url=url, cookies={next(iter(client.cookies)): "forged"}) as other:
            assert other.get("/user").status_code == 401
            other.get("/", headers=_PAGE)
            assert other.get("/user").status_code == 200


def test_without_a_login_the_app_refuses_to_listen_on_other_addresses_and_says_how(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "chainlit", "run", "app/chatbot.py", "--headless", "--host", "0.0.0.0"]
    environment = app_environment(tmp_path / "work")
    ended = subprocess.run(
        [*command, "--port", str(free_port())], cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 1
    assert "AUTH=password" in ended.stderr
    assert "python -m app.users add NAME" in ended.stderr


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Accounts]]:
    """The app for a team, on every address, and its accounts: aiko and ben, both with the password of that name."""
    folder = tmp_path_factory.mktemp("team")
    accounts = Accounts(folder / "data" / "accounts.json")
    for name in ("aiko", "ben", "cleo", "dan"):
        accounts.set(name, f"password of {name}")
    settings = {"AUTH": "password", "DATA_DIR": str(folder / "data"), "CHAINLIT_HOST": "0.0.0.0"}
    with running_app(folder / "work", folder / "log", **settings) as url:
        yield url, accounts


def test_a_team_signs_in_with_a_name_and_a_password(team: tuple[str, Accounts]) -> None:
    url, _ = team
    with httpx2.Client(base_url=url) as client:
        assert client.get("/", headers=_PAGE).status_code == 200
        assert client.get("/user").status_code == 401
        assert _sign_in(client, "aiko", "wrong").status_code == 401
        assert _sign_in(client, " Aiko ", "password of aiko").status_code == 200
        assert client.get("/user").json()["identifier"] == "aiko"


def test_after_five_wrong_passwords_even_the_right_one_has_to_wait(team: tuple[str, Accounts]) -> None:
    url, _ = team
    with httpx2.Client(base_url=url) as client:
        assert {_sign_in(client, "ben", f"guess {number}").status_code for number in range(5)} == {401}
        refused = _sign_in(client, "ben", "password of ben")
        assert (refused.status_code, refused.json()["detail"]) == (429, "too many attempts: wait five minutes")
        assert client.get("/user").status_code == 401


def test_a_new_password_or_a_lost_account_signs_out_who_is_signed_in(team: tuple[str, Accounts]) -> None:
    url, accounts = team
    with httpx2.Client(base_url=url) as cleo, httpx2.Client(base_url=url) as dan:
        _sign_in(cleo, "cleo", "password of cleo")
        _sign_in(dan, "dan", "password of dan")
        assert (cleo.get("/user").status_code, dan.get("/user").status_code) == (200, 200)
        token = next(iter(cleo.cookies.values()))
        accounts.set("cleo", "another password")
        accounts.remove("dan")
        assert (cleo.get("/user").status_code, dan.get("/user").status_code) == (401, 401)
        # Nor does its token open another way, however it is written.
        for cookie in (f"x=1;{next(iter(cleo.cookies))}={token}", f"\xa0{next(iter(cleo.cookies))}={token}"):
            header = {"cookie": cookie.encode("latin-1")}
            assert httpx2.get(f"{url}/user", headers=header).status_code == 401  # type: ignore[arg-type]
        assert httpx2.get(f"{url}/user", headers={"authorization": f"Bearer {token}"}).status_code == 401


@pytest.mark.parametrize("speaks", [True, False])
def test_a_page_that_is_open_when_its_account_goes_is_heard_no_more_and_told_nothing(
    team: tuple[str, Accounts], speaks: bool
) -> None:
    url, accounts = team
    accounts.set("eve", "password of eve")
    with httpx2.Client(base_url=url) as client:
        _sign_in(client, "eve", "password of eve")
        cookies = dict(client.cookies)

    async def told_after_removal() -> list[str]:
        session = aiohttp.ClientSession(cookies=cookies, cookie_jar=aiohttp.CookieJar(unsafe=True))
        async with session, session.ws_connect(f"{url}/ws/socket.io/?EIO=4&transport=websocket") as socket:
            opened = await socket.receive_str()
            accounts.remove("eve")
            if speaks:
                await socket.send_str("2probe")
            ended = await socket.receive(timeout=20)
            return [opened[:1], ended.type.name]

    assert asyncio.run(told_after_removal()) == ["0", "CLOSE"]
    polled = httpx2.get(f"{url}/ws/socket.io/?EIO=4&transport=polling", cookies=cookies)
    assert polled.status_code == 401


def test_whoever_signs_out_has_ended_that_sign_in_with_all_that_it_had_open_and_no_other(
    team: tuple[str, Accounts],
) -> None:
    url, accounts = team
    accounts.set("fay", "password of fay")
    with httpx2.Client(base_url=url) as here, httpx2.Client(base_url=url) as there:
        _sign_in(here, "fay", "password of fay")
        _sign_in(there, "fay", "password of fay")
        copied = dict(here.cookies)
        # A panel that watches its folder.
        with httpx2.stream("GET", f"{url}/folio/files/changes?path=", cookies=copied, timeout=60) as watched:
            events = watched.iter_lines()
            assert next(events).startswith("data:")
            assert here.post("/logout").status_code == 200
            with pytest.raises(httpx2.RemoteProtocolError):
                list(events)
        assert httpx2.get(f"{url}/user", cookies=copied).status_code == 401
        assert there.get("/user").status_code == 200


def test_a_sign_out_outlasts_a_restart_for_as_long_as_its_token_would(tmp_path: Path) -> None:
    SignedOut(tmp_path / "sign-in" / "signed-out", 1000).add("token")
    assert SignedOut(tmp_path / "sign-in" / "signed-out", 1000).has("token")
    SignedOut(tmp_path / "other", -1).add("token")
    assert not SignedOut(tmp_path / "other", 1000).has("token")
    assert (tmp_path / "other").read_text() == ""


def test_accounts_that_cannot_be_read_are_no_wrong_password(tmp_path: Path) -> None:
    accounts = tmp_path / "data" / "accounts.json"
    accounts.parent.mkdir()
    accounts.write_text("{", encoding="utf-8")
    settings = {"AUTH": "password", "DATA_DIR": str(accounts.parent)}
    with (
        running_app(tmp_path / "work", tmp_path / "log", **settings) as url,
        httpx2.Client(base_url=url) as client,
    ):
        refused = _sign_in(client, "ann", "password of ann")
        assert (refused.status_code, refused.json()["detail"]) == (
            503,
            "nobody can sign in right now: ask whoever runs this app",
        )
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert log.count("nobody can sign in: the accounts in") == 1
    assert "Traceback" not in log


class _Provider(BaseHTTPRequestHandler):
    """An identity provider: whoever comes with the code of an address is that address."""

    def do_GET(self) -> None:
        _, _, code = self.headers.get("authorization", "").partition(" ")
        self._answer({"email": code})

    def do_POST(self) -> None:
        form = self.rfile.read(int(self.headers["content-length"])).decode()
        code = httpx2.QueryParams(form)["code"]
        self._answer({"access_token": code})

    def _answer(self, body: dict[str, Any]) -> None:
        sent = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def _provider() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Provider) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_through_oauth_come_those_who_are_allowed_and_nobody_else(tmp_path: Path) -> None:
    with _provider() as provider:
        names = {"CLIENT_ID": "id", "CLIENT_SECRET": "secret", "SCOPES": "email", "AUTH_URL": f"{provider}/auth"}
        urls = {"TOKEN_URL": f"{provider}/token", "USER_INFO_URL": f"{provider}/me"}
        oauth = {f"OAUTH_GENERIC_{name}": value for name, value in (names | urls).items()}
        settings = {"AUTH": "oauth", "OAUTH_ALLOWED": "@example.com"}
        with running_app(tmp_path / "work", tmp_path / "log", **oauth, **settings) as url:
            assert _through(url, "jo@evil.com").status_code == 401
            assert _through(url, "jo@example.com").json()["identifier"] == "generic:jo@example.com"


def _through(url: str, address: str) -> httpx2.Response:
    """What `/user` says after the provider said that this is `address`."""
    with httpx2.Client(base_url=url) as client:
        sent_on = client.get("/auth/oauth/generic")
        state = httpx2.URL(sent_on.headers["location"]).params["state"]
        client.get("/auth/oauth/generic/callback", params={"code": address, "state": state})
        return client.get("/user")


_HYBRID = {f"OAUTH_AZURE_AD_HYBRID_{name}": "x" for name in ("CLIENT_ID", "CLIENT_SECRET", "TENANT_ID")}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"AUTH": "oauth", "OAUTH_ALLOWED": "*"}, "needs a provider"),
        ({"AUTH": "oauth"}, "needs OAUTH_ALLOWED"),
        ({"AUTH": "oauth", "OAUTH_ALLOWED": "*", **_HYBRID}, "hybrid flow .* is not offered"),
    ],
)
def test_oauth_that_could_not_let_the_right_people_in_ends_the_start(
    tmp_path: Path, settings: dict[str, str], said: str
) -> None:
    with pytest.raises(RuntimeError, match=said), running_app(tmp_path / "work", tmp_path / "log", **settings):
        pass
