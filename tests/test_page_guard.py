"""Who may talk to the app."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import aiohttp
import pytest
from page import chat, running_app
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    work = tmp_path_factory.mktemp("guard") / "work"
    with running_app(work, work.parent / "app.log") as url:
        yield url


def _status(url: str, **headers: str) -> tuple[int, dict[str, str]]:
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, dict(answer.headers.items())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers.items())


@pytest.mark.parametrize("path", ["/", "/project/settings", "/ws/socket.io/?EIO=4&transport=polling"])
@pytest.mark.parametrize("header", ["Host", "Origin"])
def test_a_foreign_page_or_name_is_refused_over_http(address: str, path: str, header: str) -> None:
    foreign = "evil.example" if header == "Host" else "http://evil.example"
    assert _status(address + path, **{header: foreign})[0] == 403


@pytest.mark.parametrize("header", ["Host", "Origin"])
def test_an_address_that_is_none_is_refused(address: str, header: str) -> None:
    assert _status(address, **{header: "[::1" if header == "Host" else "http://[bad"})[0] == 403


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json"])
def test_pages_that_load_from_other_hosts_are_not_served(address: str, path: str) -> None:
    assert _status(address + path)[0] == 404


def test_another_port_of_this_machine_is_a_foreign_page(address: str) -> None:
    assert _status(address, Origin="http://127.0.0.1:1")[0] == 403
    assert _status(address, Origin="null")[0] == 403


def test_the_apps_own_page_is_let_in(address: str) -> None:
    assert _status(address, Origin=address)[0] == 200


@pytest.mark.parametrize(("origin", "let_in"), [("http://evil.example", False), ("", True)])
def test_a_websocket_of_a_foreign_page_is_refused(address: str, origin: str, let_in: bool) -> None:
    async def connects() -> bool:
        async with aiohttp.ClientSession() as session:
            try:
                url = f"{address}/ws/socket.io/?EIO=4&transport=websocket"
                async with session.ws_connect(url, headers={"Origin": origin or address}):
                    return True
            except aiohttp.WSServerHandshakeError:
                return False

    # In a thread of its own: the browser's thread runs a loop already.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, connects()).result(20) is let_in


def test_a_page_that_is_asked_for_as_anything_is_looked_through_before_it_is_sent(address: str) -> None:
    asked = urllib.request.Request(address, headers={"Accept": "*/*", "Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        page, policy = answer.read().decode(), answer.headers["content-security-policy"]
    assert "<html" in page
    assert "fonts.googleapis" not in page
    assert "'sha256-" in policy


def test_every_answer_carries_the_policy(address: str) -> None:
    for path in ("/", "/project/settings", "/public/folio.css", "/nothing/here"):
        headers = {name.lower(): value for name, value in _status(address + path)[1].items()}
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_uploads_are_refused(address: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhi\r\n--x--\r\n'
    url = f"{address}/project/file?session_id=none"
    request = urllib.request.Request(url, body, {"Content-Type": "multipart/form-data; boundary=x"}, method="POST")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    refused.value.close()
    assert refused.value.code in (400, 401, 404)


def test_the_page_offers_no_upload_and_no_editing(browser: Browser, address: str) -> None:
    with chat(browser, address) as tab:
        tab.ask("hello")
        assert tab.page.locator("#upload-button").count() == 0
        assert tab.page.locator(".edit-icon").count() == 0


def test_the_app_refuses_to_listen_where_others_could_reach_it(tmp_path: Path) -> None:
    with (
        pytest.raises(RuntimeError, match=r"listens on 127\.0\.0\.1 only"),
        running_app(tmp_path / "work", tmp_path / "app.log", CHAINLIT_HOST="0.0.0.0"),
    ):
        pass


def test_a_bad_setting_ends_the_start_with_one_sentence(tmp_path: Path) -> None:
    with (
        pytest.raises(RuntimeError) as failure,
        running_app(tmp_path / "work", tmp_path / "app.log", MAX_ROUNDS="many"),
    ):
        pass
    assert "MAX_ROUNDS" in str(failure.value)
    assert "Traceback" not in str(failure.value)
