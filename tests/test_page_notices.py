"""The line above the message box: what a person should know while they wait, and what they can do."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from broken_line import Line
from page import chat, running_app
from playwright.sync_api import Browser, expect
from replies import Gate, Stream, calls, say
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


def test_a_network_that_is_back_before_the_app_leaves_the_page_its_person_and_its_conversation(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    model.play(say("Hello."), say("Two."))
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        tab.ask("hello")
        # The page has asked who the person is, and would not ask again at once.
        tab.page.wait_for_timeout(2_500)
        with tab.page.expect_request("**/user"):
            line.cut()
            tab.page.context.set_offline(True)
            tab.page.context.set_offline(False)
        expect(tab.page.locator("#folio-notice")).to_contain_text("No connection to the app.", timeout=30_000)
        line.mend()
        expect(tab.page.locator("#folio-notice")).to_contain_text("Connected again.", timeout=30_000)
        assert tab.page.get_by_text("Hello.", exact=True).is_visible()
        assert tab.ask("and two") == "Two."


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_a_slow_model_is_told_with_the_seconds_that_go_on_and_a_question_is_no_slowness(
    browser: Browser, address: str, model: ScriptedServer, locale: str
) -> None:
    write = calls(("write_file", {"file_path": "notes.md", "text": "new\n"}))
    gate = Gate()
    with chat(browser, address, locale) as tab:
        # The page's own clock runs ahead, never back: on a slow machine more than what is asked for.
        tab.page.clock.install()
        notice = tab.page.locator("#folio-notice")
        said, read_out = notice.locator("[aria-hidden]"), notice.get_by_role("status")
        model.play(Stream((gate, *say("Late.").pieces)), write, say("Not written."))
        tab.send("hello")
        tab.page.locator("#stop-button").wait_for()
        tab.page.clock.run_for(3_000)
        expect(notice).to_be_hidden()
        tab.page.clock.run_for(6_000)
        expect(read_out).to_have_text(re.compile(_SLOW[locale]))
        first = read_out.inner_text()
        tab.page.clock.run_for(2_000)
        expect(said).to_have_text(re.compile(_SLOW[locale]))
        expect(said).not_to_have_text(first)
        expect(read_out).to_have_text(first)
        gate.open()
        tab.page.get_by_text("Late.").wait_for(timeout=30_000)
        tab.page.clock.run_for(1_500)
        expect(notice).to_be_hidden()
        tab.send("write")
        tab.page.locator(".folio-choices").wait_for()
        tab.page.clock.run_for(20_000)
        expect(notice).to_be_hidden()
        tab.page.locator(".folio-choices button").nth(1).click()


def test_who_has_answered_a_question_sees_the_end_of_the_answer_unless_they_move_up(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    long = "\n\n".join(f"Paragraph {number} of it." for number in range(60))
    write = calls(("write_file", {"file_path": "notes.md", "text": "\n".join(map(str, range(80)))}))
    with chat(browser, address, height=500) as tab:
        model.play(say(long), write, say(f"{long}\n\nThe end."), write, say(f"{long}\n\nThe end, again.", between=0.02))
        tab.ask("tell")
        tab.send("write")
        tab.page.get_by_role("button", name="Deny", exact=True).click()
        tab.page.get_by_text("The end.", exact=True).wait_for()
        tab.wait_until_idle()
        expect(tab.page.get_by_text("The end.", exact=True)).to_be_in_viewport()
        tab.send("write again")
        tab.page.get_by_role("button", name="Deny", exact=True).click()
        # The answer has begun, and is followed.
        tab.page.get_by_text("Paragraph 9 of it.", exact=True).nth(2).wait_for()
        tab.page.locator("main, [role='main']").first.hover()
        tab.page.mouse.wheel(0, -400)
        tab.page.get_by_text("The end, again.", exact=True).wait_for()
        tab.wait_until_idle()
        expect(tab.page.get_by_text("The end, again.", exact=True)).not_to_be_in_viewport()


def test_a_conversation_that_is_not_there_is_told_as_such_and_not_as_a_lost_connection(
    browser: Browser, address: str
) -> None:
    with chat(browser, address) as tab:
        tab.page.evaluate(
            """() => {
                window.seen = [];
                const notice = () => document.querySelector("#folio-notice:not([hidden])")?.innerText;
                setInterval(() => notice() && window.seen.push(notice()), 20);
            }"""
        )
        tab.page.evaluate("history.pushState({}, '', '/thread/11111111-1111-4111-8111-111111111111')")
        tab.page.goto(f"{address}/thread/11111111-1111-4111-8111-111111111111")
        expect(tab.page.locator("[data-sonner-toast]")).to_contain_text("This conversation could not be opened.")
        for _ in range(40):
            assert tab.page.locator("#folio-notice").inner_text() == ""
            tab.page.wait_for_timeout(200)


def test_what_stands_on_the_page_says_what_is_so(browser: Browser, address: str, model: ScriptedServer) -> None:
    model.play(say("Hello."))
    with chat(browser, address) as tab:
        tab.ask("hello")
        for steps, line in (("None", "Steps are hidden"), ("Only tools", "Only tools"), ("All", "Every step is shown")):
            tab.page.locator("#chat-settings-open-modal:not([disabled])").click()
            tab.page.locator("#chat-settings #steps").click()
            tab.page.get_by_role("option", name=steps, exact=True).click()
            tab.page.click("#confirm")
            expect(tab.page.locator(".watermark")).to_contain_text(line)
        tab.page.locator("#chat-settings-open-modal:not([disabled])").click()
        tab.page.locator("#chat-settings #max_rounds").fill("0")
        tab.page.click("#confirm")
        told = tab.page.locator("[data-sonner-toast]")
        expect(told).to_contain_text("must be at least 1")
        tab.page.wait_for_function(
            """() => {
                const [told, header] = ["[data-sonner-toast]", "#header"].map((part) => document.querySelector(part));
                return told.getBoundingClientRect().top >= header.getBoundingClientRect().bottom;
            }"""
        )
        tab.page.locator("#chat-settings-open-modal:not([disabled])").click()
        expect(tab.page.locator("#chat-settings #max_rounds")).not_to_have_value("0")
        tab.page.keyboard.press("Escape")
        tab.page.fill("#chat-input", "/exp")
        tab.page.locator("#message-composer .command-item").wait_for()
        tab.page.press("#chat-input", "Enter")
        expect(tab.page.locator("#chat-input")).to_have_attribute("placeholder", "Press Enter to send")
        tab.page.press("#chat-input", "Enter")
        tab.page.get_by_text("Markdown").wait_for()
        expect(tab.page.locator("#chat-input")).not_to_have_attribute("placeholder", "Press Enter to send")
        tab.page.locator("#thread-options").first.focus()
        tab.page.keyboard.press("Enter")
        tab.page.get_by_role("menuitem", name="Delete").click()
        expect(tab.page.get_by_role("alertdialog").get_by_role("button").last).to_have_text("Delete")
