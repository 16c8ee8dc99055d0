"""A tab that is loaded anew or closed: what waited is kept, and what was under way is accounted for."""

import time
from collections.abc import Iterator

import pytest
from page import Chat, running_app
from playwright.sync_api import Browser, BrowserContext, expect
from replies import say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

LONG = say("slow " * 60, between=0.15)
_WAITS = "#folio-queue .folio-waiting-text"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    work = tmp_path_factory.mktemp("left") / "work"
    work.mkdir()
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


@pytest.fixture
def tabs(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en-US")
    yield context
    context.close()


def tab_with_one_that_waits(tabs: BrowserContext, address: str) -> Chat:
    tab = Chat(tabs.new_page(), address)
    tab.send("one")
    tab.page.locator("#stop-button").wait_for()
    tab.page.fill("#chat-input", "two")
    tab.page.press("#chat-input", "Enter")
    expect(tab.page.locator(_WAITS)).to_have_text(["two"])
    return tab


def test_loaded_anew_a_tab_says_what_became_of_the_answer_until_the_next_question(
    tabs: BrowserContext, address: str, model: ScriptedServer
) -> None:
    model.play(LONG, say("Two."))
    tab = tab_with_one_that_waits(tabs, address)
    tab.page.reload()
    said = tab.page.get_by_text("An answer was being written when this page was loaded anew.")
    expect(said).to_be_visible()
    tab.page.get_by_role("button", name="Send: two").click()
    tab.page.get_by_text("Two.").wait_for()
    expect(said).not_to_be_visible()
    tab.wait_until_idle()
    tab.page.reload()
    tab.page.locator("#starters").wait_for()
    expect(said).not_to_be_visible()
    expect(tab.page.locator(_WAITS)).to_have_count(0)


def test_loaded_anew_a_tab_ends_its_turn_at_once(tabs: BrowserContext, address: str, model: ScriptedServer) -> None:
    model.play(say("slow " * 400, between=0.15), say("Two."))
    tab = tab_with_one_that_waits(tabs, address)
    tab.page.reload()
    deadline = time.monotonic() + 20
    while not model.closed_early and time.monotonic() < deadline:
        tab.page.wait_for_timeout(50)
    assert (model.closed_early, len(model.requests)) == (1, 1)


def test_a_copy_of_a_tab_stops_nothing_and_says_nothing(
    tabs: BrowserContext, address: str, model: ScriptedServer
) -> None:
    model.play(say("slow " * 40 + "done", between=0.15))
    tab = Chat(tabs.new_page(), address)
    tab.send("one")
    tab.page.locator("#stop-button").wait_for()
    with tabs.expect_page() as opened:
        tab.page.evaluate("window.open(location.href)")
    copy = opened.value
    assert copy.evaluate("sessionStorage.getItem('folio-running')")
    copy.locator("#starters").wait_for()
    tab.page.get_by_text("done").wait_for(timeout=20_000)
    expect(copy.get_by_text("An answer was being written")).not_to_be_visible()
    assert model.closed_early == 0


def test_what_waited_in_a_closed_tab_waits_in_the_next_and_an_open_tab_keeps_its_own(
    tabs: BrowserContext, address: str, model: ScriptedServer
) -> None:
    model.play(LONG)
    tab = tab_with_one_that_waits(tabs, address)
    second = Chat(tabs.new_page(), address)
    second.page.locator("#starters").wait_for()
    expect(second.page.locator(_WAITS)).to_have_count(0)
    tab.page.close()
    second.page.close()
    third = Chat(tabs.new_page(), address)
    expect(third.page.locator(_WAITS)).to_have_text(["two"])
    third.page.get_by_role("button", name="Take back: two").click()
    assert third.page.input_value("#chat-input") == "two"
    third.page.reload()
    third.page.locator("#starters").wait_for()
    expect(third.page.locator(_WAITS)).to_have_count(0)
