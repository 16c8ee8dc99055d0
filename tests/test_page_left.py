"""A tab that is loaded anew, closed or copied: what waited in it waits with its conversation."""

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
    tab.page.get_by_text("slow slow").wait_for()
    tab.page.fill("#chat-input", "two")
    tab.page.press("#chat-input", "Enter")
    expect(tab.page.locator(_WAITS)).to_have_text(["two"])
    return tab


def test_loaded_anew_a_tab_asks_what_waited_once_the_answer_before_it_has_come(
    tabs: BrowserContext, address: str, model: ScriptedServer
) -> None:
    model.play(LONG, say("Two."))
    tab = tab_with_one_that_waits(tabs, address)
    tab.page.reload()
    tab.page.get_by_text("Two.").wait_for(timeout=60_000)
    assert (tab.page.get_by_text("slow " * 59).count(), len(model.requests)) == (1, 2)
    expect(tab.page.locator(_WAITS)).to_have_count(0)


def test_what_waited_in_a_closed_tab_waits_for_the_person_where_its_conversation_is_opened_next(
    tabs: BrowserContext, address: str, model: ScriptedServer
) -> None:
    model.play(LONG)
    tab = tab_with_one_that_waits(tabs, address)
    conversation = tab.page.url
    second = Chat(tabs.new_page(), conversation)
    second.page.locator("#stop-button").wait_for()
    expect(second.page.locator(_WAITS)).to_have_count(0)
    new = Chat(tabs.new_page(), address)
    new.page.locator("#starters").wait_for()
    expect(new.page.locator(_WAITS)).to_have_count(0)
    tab.page.close()
    expect(second.page.locator(_WAITS)).to_have_text(["two"])
    second.page.get_by_role("button", name="Take back: two").click()
    assert second.page.input_value("#chat-input") == "two"
    second.page.reload()
    second.page.locator(".step").first.wait_for()
    expect(second.page.locator(_WAITS)).to_have_count(0)
