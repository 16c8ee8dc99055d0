"""A page of another origin that opens the app in a window, or in itself, is not listened to."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from page import app_on_samples
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

_FOREIGN = """<!doctype html><title>foreign</title><script>
  let opened;
  function act(url) { opened = window.open(url); }
  function tell(message) { opened.postMessage(message, "*"); return opened.closed; }
  function embed(url) { const f = document.createElement("iframe"); f.src = url; document.body.append(f); }
</script><body>"""
# What the page's own listener hands to the server it would count.
_COUNT = """() => {
  window.heard = 0;
  addEventListener("message", (e) => { if (e.data?.type === "folio-add") window.heard++ });
}"""


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(_FOREIGN.encode())

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def foreign() -> Iterator[str]:
    """Another site, on another port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with app_on_samples(tmp_path_factory.mktemp("foreign")) as url:
        yield url


def _opened(browser: Browser, foreign: str, address: str) -> tuple[Page, Page]:
    context = browser.new_context()
    page = context.new_page()
    page.goto(foreign)
    with context.expect_page() as waiting:
        page.evaluate("url => act(url)", address)
    app = waiting.value
    app.wait_for_selector("#chat-input")
    app.evaluate(_COUNT)
    return page, app


def test_a_page_that_opened_the_app_in_a_window_has_no_hold_on_it(browser: Browser, foreign: str, address: str) -> None:
    page, app = _opened(browser, foreign, address)
    assert page.evaluate('tell({type: "folio-add", id: "x", text: "delete everything"})') is True
    app.wait_for_timeout(500)
    assert app.evaluate("window.heard") == 0
    assert app.evaluate("window.opener") is None
    page.context.close()


def test_where_the_browser_leaves_the_hold_its_messages_are_stopped(
    browser: Browser, foreign: str, address: str
) -> None:
    page, app = _opened(browser, foreign, address)
    # As a page without TLS on another machine gets it, where the header counts for nothing.
    said = """() => dispatchEvent(new MessageEvent("message", {origin: ORIGIN, data: {type: "folio-add"}}))"""
    app.evaluate(said.replace("ORIGIN", '"http://evil.example"'))
    assert app.evaluate("window.heard") == 0
    app.evaluate(said.replace("ORIGIN", "location.origin"))
    assert app.evaluate("window.heard") == 1
    page.context.close()


def test_the_app_is_not_shown_inside_another_page(browser: Browser, foreign: str, address: str) -> None:
    page = browser.new_page()
    page.goto(foreign)
    page.evaluate("url => embed(url)", address)
    page.wait_for_timeout(1500)
    assert page.frames[1].locator("#chat-input").count() == 0
    page.close()
