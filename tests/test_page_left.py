"""A tab that is loaded anew, closed or copied: what waited in it waits with its conversation."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import Chat, chat, running_app
from playwright.sync_api import Browser, BrowserContext, expect
from replies import Gate, Stream, held, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

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


def held_answer() -> tuple[Gate, Stream]:
    """An answer that comes to its end when the gate is opened."""
    return held(say("It begins, and ends.", size=11), at=2)


def tab_with_one_that_waits(tabs: BrowserContext, address: str) -> Chat:
    tab = Chat(tabs.new_page(), address)
    tab.send("one")
    tab.page.get_by_text("It begins,").wait_for()
    tab.page.wait_for_url("**/thread/*")
    tab.page.fill("#chat-input", "two")
    tab.page.press("#chat-input", "Enter")
    expect(tab.page.locator(_WAITS)).to_have_text(["two"])
    return tab


def test_loaded_anew_a_tab_asks_what_waited_once_the_answer_before_it_has_come(
    tabs: BrowserContext, address: str, model: ScriptedServer
) -> None:
    gate, answer = held_answer()
    model.play(answer, say("Two."))
    tab = tab_with_one_that_waits(tabs, address)
    tab.page.reload()
    tab.page.locator("#stop-button").wait_for()
    expect(tab.page.locator(_WAITS)).to_have_text(["two"])
    gate.open()
    tab.page.get_by_text("Two.").wait_for()
    assert (tab.page.get_by_text("It begins, and ends.").count(), len(model.requests)) == (1, 2)
    # The reload has ended nothing.
    assert model.closed_early == 0
    expect(tab.page.locator(_WAITS)).to_have_count(0)


def test_what_waited_in_a_closed_tab_waits_for_the_person_where_its_conversation_is_opened_next(
    tabs: BrowserContext, address: str, model: ScriptedServer
) -> None:
    gate, answer = held_answer()
    model.play(answer)
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
    second.page.locator("#stop-button").wait_for()
    expect(second.page.locator(_WAITS)).to_have_count(0)
    gate.open()
    second.page.get_by_text("It begins, and ends.").wait_for()
    assert (model.closed_early, len(model.requests)) == (0, 1)


def test_left_by_new_chat_a_conversation_goes_on_and_is_found_in_the_list_with_stop_or_with_its_answer(
    tabs: BrowserContext, address: str, model: ScriptedServer
) -> None:
    for is_stopped in (False, True):
        gate, answer = held_answer()
        model.play(answer)
        tab = Chat(tabs.new_page(), address)
        tab.send(f"Begin, {'stop' if is_stopped else 'end'}")
        tab.page.get_by_text("It begins,").wait_for()
        tab.page.locator("#new-chat-button").click()
        tab.page.locator("#confirm").click()
        tab.page.locator("#starters").wait_for()
        expect(tab.page.locator("#stop-button")).to_have_count(0)
        left = tab.page.locator("#thread-history").get_by_text("Begin, ").first
        if not is_stopped:
            gate.open()
        left.click()
        if is_stopped:
            tab.press_stop()
            gate.open()
        tab.page.get_by_text("Stopped." if is_stopped else "It begins, and ends.").wait_for()
        assert is_stopped or model.closed_early == 0
        expect(tab.page.locator("#stop-button")).to_have_count(0)
        tab.page.close()


def test_a_closed_tab_ends_its_turn_and_its_check_of_the_model_after_the_time_that_is_set(
    browser: Browser, tmp_path: Path, model: ScriptedServer
) -> None:
    (tmp_path / "work").mkdir()
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted", "CLOSED_TAB_SECONDS": "0.5"}
    with running_app(tmp_path / "work", tmp_path / "app.log", **settings) as url:
        for begin in (_ask, _check):
            model.play(say("never", before=120))
            with chat(browser, url) as tab:
                begin(tab)
                tab.page.locator("#stop-button").wait_for()
            _wait_until_left(model)
    assert "Traceback" not in (tmp_path / "app.log").read_text(encoding="utf-8")


def _ask(tab: Chat) -> None:
    tab.send("one")


def _check(tab: Chat) -> None:
    tab.page.locator("#command-button").wait_for()
    tab.page.fill("#chat-input", "/check")
    tab.page.locator(".command-item").wait_for()
    tab.page.locator("#chat-input").press("Enter")
    tab.page.locator("#chat-submit:not([disabled])").click()
    tab.steps.first.wait_for()


def _wait_until_left(model: ScriptedServer) -> None:
    deadline = time.monotonic() + 60
    while not model.closed_early:
        assert time.monotonic() < deadline
        time.sleep(0.05)
