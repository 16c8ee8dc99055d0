"""What is sent, or to be stopped, over a line that is dead, or just before the app is: it is kept until it is heard."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from broken_line import Line
from page import Chat, app_process, chat, free_port, running_app
from playwright.sync_api import Browser, expect
from replies import Gate, Stream, calls, held, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

_BUBBLE = '[data-step-type="user_message"]'
_WAITS = "#folio-queue .folio-waiting-text"
_NOTICE = "#folio-notice"
_LATE_MS = 30_000


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sent") / "work"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted", "APPROVAL": "auto"}
    with running_app(work, work.parent / "app.log", **settings) as url:
        yield url


@contextmanager
def on_a_line(browser: Browser, address: str, locale: str = "en-US") -> Iterator[tuple[Line, Chat]]:
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address, locale) as tab:
        yield line, tab


def bubbles(tab: Chat) -> list[str]:
    return [text.strip() for text in tab.page.locator(_BUBBLE).all_inner_texts()]


def asked(model: ScriptedServer, text: str) -> int:
    """How often the model was asked exactly this."""
    return sum(body["messages"][-1]["content"] == text for body in model.bodies)


def said_before(tab: Chat, model: ScriptedServer, is_first: bool) -> list[str]:
    """What was asked before the message in question: nothing, if that `is_first`."""
    if is_first:
        return []
    model.play(say("Hello."))
    tab.ask("hello")
    return ["hello"]


def send_into_nothing(tab: Chat, line: Line, text: str) -> None:
    tab.page.fill("#chat-input", text)
    tab.page.locator("#chat-submit:not([disabled])").wait_for()
    line.lose()
    tab.page.click("#chat-submit")


def come_back(tab: Chat, line: Line) -> None:
    """The page finds out that its line is dead, and has a new one."""
    with tab.page.expect_event("websocket", timeout=_LATE_MS):
        line.cut()
        tab.page.wait_for_timeout(200)
        line.mend()


def come_to(tab: Chat, line: Line) -> None:
    """The tab's page is loaded anew, before it has heard of a line again."""
    address = tab.page.url
    tab.page.goto("about:blank")
    line.cut()
    line.mend()
    tab.page.goto(address)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_message_that_was_sent_into_a_dead_line_is_asked_once_when_there_is_a_line_again(
    browser: Browser, address: str, model: ScriptedServer, is_first: bool
) -> None:
    text = f"important words {is_first}"
    with on_a_line(browser, address) as (line, tab):
        before = said_before(tab, model, is_first)
        model.play(say("I heard it."), say("And that."))
        send_into_nothing(tab, line, text)
        expect(tab.page.locator(_NOTICE)).to_contain_text("has not reached the app yet", timeout=_LATE_MS)
        tab.page.fill("#chat-input", "a draft")
        come_back(tab, line)
        tab.page.get_by_text("I heard it.").wait_for(timeout=_LATE_MS)
        tab.wait_until_idle()
        assert (bubbles(tab), asked(model, text)) == ([*before, text], 1)
        assert tab.page.input_value("#chat-input") == "a draft"
        expect(tab.page.locator(_NOTICE)).not_to_contain_text("has not reached")
        tab.page.reload()
        tab.page.get_by_text("I heard it.").wait_for(timeout=_LATE_MS)
        tab.page.wait_for_timeout(1_000)
        assert (bubbles(tab), asked(model, text), tab.page.locator(_WAITS).count()) == ([*before, text], 1, 0)
        assert tab.ask("and?") == "And that."


@pytest.mark.parametrize("is_first", [True, False])
def test_loaded_anew_meanwhile_the_page_asks_it_all_the_same(
    browser: Browser, address: str, model: ScriptedServer, is_first: bool
) -> None:
    text = f"words before the reload {is_first}"
    with on_a_line(browser, address) as (line, tab):
        before = said_before(tab, model, is_first)
        model.play(say("I heard it."))
        send_into_nothing(tab, line, text)
        tab.page.locator(_BUBBLE).get_by_text(text).wait_for()
        come_to(tab, line)
        tab.page.get_by_text("I heard it.").wait_for(timeout=_LATE_MS)
        tab.wait_until_idle()
        assert (bubbles(tab), asked(model, text)) == ([*before, text], 1)


@pytest.mark.parametrize("is_clicked", [False, True])
def test_what_is_sent_before_there_is_a_line_waits_in_sight_and_is_asked_when_there_is_one(
    browser: Browser, address: str, model: ScriptedServer, is_clicked: bool
) -> None:
    with chat(browser, address) as tab:
        model.play(say("I heard it."))
        # On its first load the page has none.
        tab.page.add_init_script("""
            if (!sessionStorage.getItem("loaded")) WebSocket.prototype.send = () => {};
            sessionStorage.setItem("loaded", "yes");
        """)
        tab.page.reload()
        tab.page.fill("#chat-input", "early words")
        while is_clicked and not tab.page.is_enabled("#chat-submit"):
            # On a busy machine the page can draw its empty box once more.
            tab.page.wait_for_timeout(50)
            tab.page.fill("#chat-input", "early words")
        if is_clicked:
            tab.page.click("#chat-submit")
        else:
            tab.page.press("#chat-input", "Enter")
        expect(tab.page.locator(_WAITS)).to_have_text("early words")
        assert bubbles(tab) == []
        tab.page.reload()
        tab.page.get_by_text("I heard it.").wait_for(timeout=_LATE_MS)
        tab.wait_until_idle()
        assert (bubbles(tab), asked(model, "early words"), tab.page.locator(_WAITS).count()) == (["early words"], 1, 0)


def test_loaded_anew_before_its_address_is_named_the_tab_goes_on_with_its_conversation(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    with chat(browser, address) as tab:
        gate, answer = held(say("It begins, and ends.", size=11), at=2)
        model.play(answer)
        tab.send("hello")
        tab.page.get_by_text("It begins").wait_for()
        tab.page.evaluate("history.replaceState(history.state, '', '/')")
        tab.page.reload()
        tab.page.get_by_text("It begins").wait_for(timeout=_LATE_MS)
        gate.open()
        tab.page.get_by_text("It begins, and ends.").wait_for()
        assert bubbles(tab) == ["hello"]


def test_a_message_that_came_though_the_page_heard_nothing_of_it_is_not_asked_again(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    with on_a_line(browser, address) as (line, tab):
        model.play(say("Hello."))
        tab.ask("hello")
        gate, answer = held(say("It begins, and ends.", size=11), at=2)
        model.play(answer)
        # What the app says from now on is lost.
        line.lose_replies()
        tab.send("heard and not told")
        assert gate.reached.wait(60)
        gate.open()
        come_back(tab, line)
        tab.page.get_by_text("It begins, and ends.").wait_for(timeout=_LATE_MS)
        tab.page.wait_for_timeout(1_500)
        assert (bubbles(tab), asked(model, "heard and not told")) == (["hello", "heard and not told"], 1)
        assert tab.page.locator(_WAITS).count() == 0


@pytest.mark.parametrize("is_first", [True, False])
def test_a_message_that_an_app_which_dies_has_not_taken_is_asked_once_by_the_next(
    browser: Browser, tmp_path: Path, model: ScriptedServer, is_first: bool
) -> None:
    (tmp_path / "work").mkdir()
    place = tmp_path / "work", tmp_path / "app.log", (port := free_port())
    settings, text = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted"}, f"typed while it hung {is_first}"
    with app_process(*place, **settings) as first, chat(browser, f"http://127.0.0.1:{port}") as tab:
        before = said_before(tab, model, is_first)
        tab.page.fill("#chat-input", text)
        tab.page.locator("#chat-submit:not([disabled])").wait_for()
        os.kill(first.pid, signal.SIGSTOP)
        tab.page.click("#chat-submit")
        tab.page.locator(_BUBBLE).get_by_text(text).wait_for()
        first.kill()
        first.wait()
        model.play(say("I heard it."))
        with app_process(*place, **settings):
            tab.page.get_by_text("I heard it.").wait_for(timeout=_LATE_MS)
            tab.wait_until_idle()
            assert (bubbles(tab), asked(model, text)) == ([*before, text], 1)


@pytest.mark.parametrize("is_reloaded", [False, True])
def test_stop_that_was_pressed_into_a_dead_line_is_not_shown_as_done_and_ends_the_turn_when_there_is_a_line_again(
    browser: Browser, address: str, model: ScriptedServer, work: Path, is_reloaded: bool
) -> None:
    gate, late = Gate(), f"late{is_reloaded}.txt"
    with on_a_line(browser, address) as (line, tab):
        *begun, end = calls(("write_file", {"file_path": late, "text": "x"}), text="It begins. ").pieces
        model.play(Stream((*begun, gate, end)), say("Written."))
        tab.send("write it late")
        tab.page.get_by_text("It begins.").wait_for()
        line.lose()
        tab.page.locator("#stop-button").click()
        expect(tab.page.locator(_NOTICE)).to_contain_text("Stopping is not confirmed yet", timeout=_LATE_MS)
        assert tab.page.locator("#stop-button").count() == 1
        if is_reloaded:
            line.cut()
            line.mend()
            tab.page.reload()
        else:
            come_back(tab, line)
        tab.page.get_by_text("Stopped.").wait_for(timeout=_LATE_MS)
        gate.open()
        tab.wait_until_idle()
        expect(tab.page.locator(_NOTICE)).not_to_contain_text("Stopping")
        # It was that turn alone.
        model.play(say("I am here."))
        assert tab.ask("Are you there?") == "I am here."
    assert not (work / late).exists()


def test_deleted_in_another_tab_a_conversation_makes_room_for_a_new_one_with_all_that_was_not_said(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    context = browser.new_context(locale="en-US")
    tab, other = Chat(context.new_page(), address), Chat(context.new_page(), address)
    gate, answer = held(say("It begins, and ends.", size=11), at=2)
    model.play(answer)
    tab.send("to be deleted")
    tab.page.get_by_text("It begins,").wait_for()
    tab.page.wait_for_url("**/thread/*")
    tab.page.fill("#chat-input", "waits")
    tab.page.press("#chat-input", "Enter")
    tab.page.fill("#chat-input", "a draft")
    assert _delete(other, tab.page.url.rsplit("/", 1)[1]) == 200
    expect(tab.page.locator(_NOTICE)).to_contain_text("has been deleted elsewhere", timeout=_LATE_MS)
    expect(tab.page.locator("#chat-input")).to_have_value("a draft")
    expect(tab.page.locator(_WAITS)).to_have_text(["waits"])
    assert (urlsplit(tab.page.url).path, bubbles(tab)) == ("/", [])
    gate.open()
    model.play(say("A new one."))
    assert tab.ask("and on") == "A new one."
    tab.page.reload()
    tab.page.get_by_text("A new one.").wait_for(timeout=_LATE_MS)
    assert bubbles(tab) == ["and on"]
    context.close()


def test_deleted_while_its_page_had_no_line_it_answers_nothing_that_would_be_thrown_away(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    with on_a_line(browser, address) as (line, tab), chat(browser, address) as other:
        model.play(say("Hello."))
        tab.ask("hello, to be deleted")
        send_into_nothing(tab, line, "said too late")
        tab.page.locator(_BUBBLE).nth(1).wait_for()
        assert _delete(other, tab.page.url.rsplit("/", 1)[1]) == 200
        come_back(tab, line)
        expect(tab.page.locator(_WAITS)).to_have_text(["said too late"], timeout=_LATE_MS)
        assert (bubbles(tab), asked(model, "said too late")) == ([], 0)
        model.play(say("In a new one."))
        tab.page.get_by_role("button", name="Send: said too late").click()
        tab.page.get_by_text("In a new one.").wait_for()


def _delete(tab: Chat, thread: str) -> int:
    status: int = tab.page.evaluate(
        """async (threadId) => {
            const headers = { "content-type": "application/json" };
            const sent = { method: "DELETE", headers, body: JSON.stringify({ threadId }) };
            return (await fetch("/project/thread", sent)).status;
        }""",
        thread,
    )
    return status
