"""Messages that are written while a turn runs: they wait in sight, and none is lost."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from broken_line import Line
from page import Chat, chat, free_port, running_app
from playwright.sync_api import Browser, Locator, expect
from replies import Answer, Gate, Stream, calls, held, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

_READ = ("read_file", {"file_path": "a.txt"})


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    work = tmp_path_factory.mktemp("queue") / "work"
    work.mkdir()
    (work / "a.txt").write_text("this is a.txt\n", encoding="utf-8")
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address) as opened:
        yield opened


def held_answer() -> tuple[Gate, Stream]:
    """An answer that comes to its end when the gate is opened."""
    return held(say("It begins, and ends.", size=11), at=2)


def write(tab: Chat, text: str) -> None:
    """Writes `text` while a turn runs, and presses Enter."""
    tab.page.get_by_text("It begins,").last.wait_for()
    tab.page.fill("#chat-input", text)
    tab.page.press("#chat-input", "Enter")


def waiting(tab: Chat) -> list[str]:
    return tab.page.locator("#folio-queue .folio-waiting-text").all_inner_texts()


def button(tab: Chat, name: str) -> Locator:
    return tab.page.locator("#folio-queue").get_by_role("button", name=name)


def questions(tab: Chat) -> list[str]:
    return [text.strip() for text in tab.page.locator('[data-step-type="user_message"]').all_inner_texts()]


def test_what_is_written_meanwhile_is_asked_next_in_order_and_the_draft_stays(tab: Chat, model: ScriptedServer) -> None:
    gate, answer = held_answer()
    model.play(answer, say("Two."), say("Three."))
    tab.send("one")
    write(tab, "two")
    write(tab, "three")
    assert waiting(tab) == ["two", "three"]
    tab.page.fill("#chat-input", "a draft")
    gate.open()
    tab.page.get_by_text("Three.").wait_for()
    tab.wait_until_idle()
    assert (questions(tab), waiting(tab)) == (["one", "two", "three"], [])
    assert tab.page.input_value("#chat-input") == "a draft"
    assert [body["messages"][-1]["content"] for body in model.bodies] == ["one", "two", "three"]


def test_added_to_this_it_is_shown_to_the_model_in_the_running_turn(tab: Chat, model: ScriptedServer) -> None:
    gate, read = held(calls(_READ, text="It begins, "), at=2)
    model.play(read, say("Short."), say("Next."))
    tab.send("one")
    write(tab, "be short")
    button(tab, "Add to this").click()
    tab.page.locator("#folio-queue").get_by_text("is being added").wait_for()
    gate.open()
    tab.page.locator('[data-step-type="user_message"]').nth(1).wait_for()
    assert waiting(tab) == []
    tab.wait_until_idle()
    assert (questions(tab), tab.answer()) == (["one", "be short"], "Short.")
    assert model.requests[1].messages[-1]["content"].endswith("be short")
    assert tab.ask("and?") == "Next."


def test_what_no_safe_point_came_for_is_asked_by_itself(tab: Chat, model: ScriptedServer) -> None:
    gate, answer = held_answer()
    model.play(answer, say("Short."))
    tab.send("one")
    write(tab, "be short")
    button(tab, "Add to this").press("Enter")
    gate.open()
    tab.page.get_by_text("Short.").wait_for()
    assert (questions(tab), waiting(tab)) == (["one", "be short"], [])


def test_after_stop_it_waits_until_the_person_sends_it_or_takes_it_back(tab: Chat, model: ScriptedServer) -> None:
    gate, answer = held_answer()
    model.play(answer, say("Two."))
    tab.send("one")
    write(tab, "two")
    write(tab, "three")
    tab.press_stop()
    gate.open()
    tab.page.wait_for_timeout(1000)
    assert (waiting(tab), len(model.requests)) == (["two", "three"], 1)
    button(tab, "Take back: three").click()
    assert (waiting(tab), tab.page.input_value("#chat-input")) == (["two"], "three")
    tab.page.fill("#chat-input", "")
    button(tab, "Send: two").click()
    tab.page.get_by_text("Two.").wait_for()
    assert waiting(tab) == []


def test_enter_that_ends_a_word_of_an_input_method_queues_nothing(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    gate, answer = held_answer()
    model.play(answer)
    with chat(browser, address, locale="ja-JP") as tab:
        tab.send("一つ目")
        tab.page.get_by_text("It begins,").wait_for()
        tab.page.fill("#chat-input", "二つ目")
        tab.page.locator("#chat-input").dispatch_event("keydown", {"key": "Enter", "isComposing": True})
        assert waiting(tab) == []
        tab.page.get_by_role("button", name="次に質問").click()
        assert waiting(tab) == ["二つ目"]
        assert button(tab, "今の質問に追加: 二つ目").count() == 1
        tab.press_stop()
    gate.open()


def test_a_starter_pressed_twice_asks_once(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("A folder.", between=0.2), say("Again."))
    tab.page.locator("#starters button").first.dblclick()
    tab.page.get_by_text("A folder.").wait_for()
    tab.wait_until_idle()
    tab.page.wait_for_timeout(700)
    assert (len(questions(tab)), waiting(tab), len(model.requests)) == (1, [], 1)


def test_after_a_restart_of_the_app_the_page_goes_on_with_its_conversation_and_loses_nothing_that_waited(
    browser: Browser, tmp_path: Path, model: ScriptedServer
) -> None:
    port = free_port()
    work = tmp_path / "work"
    work.mkdir()
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted"}
    gate, answer = held_answer()
    model.play(answer, say("An answer."))
    with running_app(work, tmp_path / "first.log", port, **settings) as url:
        context = browser.new_context(locale="en-US")
        tab = Chat(context.new_page(), url)
        tab.send("one")
        write(tab, "two")
    gate.open()
    with running_app(work, tmp_path / "second.log", port, **settings):
        tab.page.get_by_text("The app was ended before this answer").wait_for(timeout=30_000)
        expect(tab.page.locator("#stop-button")).to_have_count(0)
        # The answer on which it followed has not come: it waits for the person.
        button(tab, "Send: two").wait_for()
        assert tab.ask("three") == "An answer."
        assert [m["content"] for m in model.requests[-1].messages if m["role"] == "user"] == ["one", "three"]
        button(tab, "Send: two").click()
        expect(tab.page.locator('[data-step-type="user_message"]')).to_have_count(3)
        assert (waiting(tab), questions(tab)) == ([], ["one", "three", "two"])
        context.close()
    assert "Traceback" not in (tmp_path / "first.log").read_text(encoding="utf-8")


def listen(tab: Chat) -> None:
    """Keeps what the app tells the page from now on."""
    tab.page.evaluate("window.told = []; addEventListener('message', (event) => told.push(event.data?.type))")


def add_to_this(tab: Chat) -> None:
    """Adds what waits, and comes back when the app has said that it took it in."""
    listen(tab)
    button(tab, "Add to this").click()
    tab.page.wait_for_function("told.includes('folio-adding')")


def test_what_came_while_the_line_was_cut_is_there_afterwards(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    gate, read = held(calls(_READ, text="It begins, "), at=2)
    end, answer = held_answer()
    busy = Answer(503, {"error": {"message": "busy"}}, {"retry-after-ms": "10"})
    model.play(say("Hello."), read, busy, answer)
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        tab.ask("hello")
        tab.send("one")
        write(tab, "be short")
        add_to_this(tab)
        line.cut()
        gate.open()
        assert end.reached.wait(60)
        line.mend()
        tab.page.get_by_text("asked again").wait_for()
        tab.page.locator("#folio-queue").get_by_text("be short").wait_for(state="detached", timeout=20_000)
        assert ("Read a.txt" in tab.rows()[0], waiting(tab)) == (True, [])
        assert questions(tab) == ["hello", "one", "be short"]
        tab.press_stop()
        assert tab.answer().endswith("Stopped.")
    end.open()


def test_an_addition_that_was_lost_on_the_line_is_sent_again(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    gate, read = held(calls(_READ, text="It begins, "), at=2)
    model.play(say("Hello."), read, say("Short."))
    with Line(urlsplit(address).port or 0) as line, chat(browser, line.address) as tab:
        tab.ask("hello")
        tab.send("one")
        write(tab, "be short")
        listen(tab)
        line.lose()
        button(tab, "Add to this").click()
        tab.page.wait_for_timeout(500)
        line.cut()
        line.mend()
        # Heard now, and to be shown with the next request.
        tab.page.wait_for_function("window.told.includes('folio-adding')")
        gate.open()
        tab.page.get_by_text("Short.").wait_for(timeout=30_000)
        tab.page.wait_for_timeout(500)
        assert (questions(tab), waiting(tab)) == (["hello", "one", "be short"], [])
        assert [body["messages"][-1]["content"].endswith("be short") for body in model.bodies] == [False, False, True]


def test_whoever_signs_out_leaves_nothing_that_waits_to_the_next_one(tab: Chat, model: ScriptedServer) -> None:
    gate, answer = held_answer()
    model.play(answer)
    tab.send("one")
    write(tab, "two")
    assert waiting(tab) == ["two"]
    tab.page.wait_for_function("Object.keys(localStorage).some((key) => key.startsWith('folio-queue:'))")
    tab.page.evaluate("fetch('/logout', {method: 'POST'})")
    assert waiting(tab) == []
    assert tab.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('folio-queue:'))") == []
    gate.open()


def test_what_is_sent_while_another_message_is_about_to_be_asked_does_not_overtake_it(
    tab: Chat, model: ScriptedServer
) -> None:
    gate, slow = held(say("Slow."), 0)
    model.play(slow, say("One."), say("Two."))
    tab.send("slow")
    assert gate.reached.wait(60)
    tab.page.locator("#stop-button").wait_for()
    for text in ("first in line", "second in line"):
        tab.page.fill("#chat-input", text)
        if text.startswith("second"):
            # Whoever types keeps the first one waiting.
            gate.open()
            tab.page.locator("#stop-button").wait_for(state="detached")
        tab.page.press("#chat-input", "Enter")
    tab.page.get_by_text("Two.").wait_for()
    asked = tab.page.locator('[data-step-type="user_message"]').all_inner_texts()
    assert [text.strip() for text in asked][-3:] == ["slow", "first in line", "second in line"]
