"""What does not fit, on the page: the ways to go on as buttons, and the list of what is being read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from page import Chat, app_on_samples, chat, running_app
from playwright.sync_api import Browser, Locator

pytestmark = pytest.mark.browser

ALL = "Read paper3.txt from start to end and tell me all of it"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with app_on_samples(tmp_path_factory.mktemp("parts")) as url:
        yield url


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address) as opened:
        yield opened


def button(tab: Chat, name: str) -> Locator:
    return tab.page.get_by_role("button", name=name, exact=True)


def test_read_it_in_parts_is_a_button_that_writes_the_message_and_is_gone_once_used(tab: Chat) -> None:
    tab.ask(ALL)
    assert button(tab, "Read it in parts").get_attribute("title") == "Read paper3.txt in parts"
    rows = len(tab.rows())
    button(tab, "Read it in parts").click()
    tab.page.get_by_text("Read paper3.txt in parts", exact=True).wait_for()
    pressed = tab.page.locator('[data-step-type="user_message"]').last
    assert pressed.locator(".command-span").inner_text() == "Read it in parts"
    tab.page.get_by_text("1 of 6 parts", exact=True).locator("visible=true").wait_for()
    assert tab.page.locator(".folio-offers").count() == 0
    tab.wait_until_idle()
    # More than five calls fold under one row.
    assert [row.split(" · ")[0] for row in tab.rows()[rows:]] == ["6 parts read"]
    assert "6 of 6 parts." in tab.answer()
    assert tab.page.get_by_text("Done", exact=True).locator("visible=true").count() == 1
    assert (tab.complaints, tab.outside) == ([], [])


def test_the_buttons_go_when_another_message_is_sent(tab: Chat) -> None:
    tab.ask(ALL)
    assert tab.page.locator(".folio-offers button").all_inner_texts() == [
        "Read it in parts",
        "Drop this result and go on",
    ]
    tab.ask("What is in the work folder?")
    assert tab.page.locator(".folio-offers").count() == 0


def test_stopped_in_the_middle_the_notes_are_there_and_a_button_goes_on(browser: Browser, address: str) -> None:
    with chat(browser, address, locale="ja-JP", width=390, height=844) as tab:
        tab.send("paper3.txt を分割して読んで")
        tab.page.get_by_text("paper3.txt を読む（6 部分中 2 番目）").first.wait_for()
        tab.press_stop()
        assert "停止しました。" in tab.answer() and "1番目の部分" in tab.answer()
        button(tab, "2番目の部分から続ける").click()
        tab.page.get_by_text("paper3.txt を読む（6 部分中 3 番目）").first.wait_for()
        tab.press_stop()


def test_another_app_of_the_same_checkout_takes_nothing_with_it_when_it_ends(tab: Chat, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    with running_app(tmp_path / "work", tmp_path / "app.log"):
        tab.ask("What is in the work folder?")
    tab.ask(ALL)
    assert button(tab, "Read it in parts").is_visible()
