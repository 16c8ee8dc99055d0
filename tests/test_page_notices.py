"""The line above the message box: what a person should know while they wait, and what they can do."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from broken_line import Line
from page import chat, running_app
from playwright.sync_api import Browser, expect
from replies import calls, say
from scripted_server import ScriptedServer
from views import folder_for_views

pytestmark = pytest.mark.browser

_SLOW = {
    "en-US": r"The model has not answered for (\d+) s. You can wait or press Stop.",
    "ja-JP": r"モデルから (\d+) 秒間、応答がありません。このまま待つか、停止ボタンを押してください。",
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    work = folder_for_views(tmp_path_factory.mktemp("notices") / "work")
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


def test_a_lost_connection_is_told_calmly_until_it_is_found_and_what_was_typed_is_kept(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    model.play(say("Hello."), say("Two."))
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        notice = tab.page.locator("#folio-notice")
        tab.ask("hello")
        tab.page.fill("#chat-input", "a draft")
        line.cut()
        expect(notice).to_contain_text("No connection to the app.", timeout=30_000)
        expect(notice.get_by_role("status")).to_contain_text("what you typed stays here")
        expect(tab.page.locator("#session-error")).not_to_be_visible()
        assert tab.page.locator("[data-sonner-toast]").count() == 0
        tab.page.locator("#chat-input").press_sequentially(" and more")
        line.mend()
        expect(notice).to_contain_text("Connected again.", timeout=30_000)
        assert tab.page.input_value("#chat-input") == "a draft and more"
        tab.page.press("#chat-input", "Enter")
        tab.page.get_by_text("Two.").wait_for()
        expect(notice).to_be_hidden(timeout=30_000)


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_a_slow_model_is_told_with_the_seconds_that_go_on_and_a_question_is_no_slowness(
    browser: Browser, address: str, model: ScriptedServer, locale: str
) -> None:
    write = calls(("write_file", {"file_path": "notes.md", "text": "new\n"}))
    with chat(browser, address, locale) as tab:
        # The page's own clock, which waits for nobody.
        tab.page.clock.install()
        notice = tab.page.locator("#folio-notice")
        said = notice.locator("[aria-hidden]")
        model.play(say("Late.", before=2.5), write, say("Not written."))
        tab.send("hello")
        tab.page.locator("#stop-button").wait_for()
        tab.page.clock.run_for(7_000)
        expect(notice).to_be_hidden()
        tab.page.clock.run_for(2_000)
        expect(said).to_have_text(re.compile(_SLOW[locale]))
        first = said.inner_text()
        tab.page.clock.run_for(2_000)
        expect(said).not_to_have_text(first)
        expect(notice.get_by_role("status")).to_have_text(first)
        tab.page.get_by_text("Late.").wait_for(timeout=30_000)
        tab.page.clock.run_for(1_500)
        expect(notice).to_be_hidden()
        tab.send("write")
        tab.page.locator(".folio-choices").wait_for()
        tab.page.clock.run_for(20_000)
        expect(notice).to_be_hidden()
        tab.page.locator(".folio-choices button").nth(1).click()
