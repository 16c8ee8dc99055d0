"""A conversation that is opened again: after a restart, after the app was killed, and while its turn still runs."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from page import Chat, chat, free_port, running_app
from playwright.sync_api import Browser, BrowserContext, expect
from replies import calls, held, say
from sample_documents import drawn, pdf, picture
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

READ = calls(("read_file", {"file_path": "wall.txt"}), ("read_file", {"file_path": "gone.txt"}))
EDIT = calls(("edit_file", {"file_path": "wall.txt", "edits": [{"old_text": "1931", "new_text": "1932"}]}))
WRITE = calls(("write_file", {"file_path": "roof.txt", "text": "No roof.\n"}))
OLD, NEW = "Built in 1931.\n", "Built in 1932.\n"


def folder(root: Path) -> Path:
    work = root / "work"
    work.mkdir()
    (work / "wall.txt").write_text(OLD)
    (work / "roof.txt").write_text("A roof.\n")
    return work


def kill(address: str) -> None:
    """Ends the app on this address as a power cut would."""
    port = urlsplit(address).port
    for found in Path("/proc").glob("[0-9]*/cmdline"):
        if f"\0--port\0{port}\0".encode() in found.read_bytes():
            os.kill(int(found.parent.name), signal.SIGKILL)


def open_all(tab: Chat) -> None:
    folded = tab.page.locator(".step button[id^='step-'][aria-expanded='false']")
    while folded.count():
        folded.first.click()


def opened(tab: Chat) -> list[str]:
    """All that the conversation shows: its messages, and its steps folded and then opened."""
    messages = tab.page.locator(".step:not([data-step-type='tool'])").all_inner_texts()
    rows = tab.rows()
    open_all(tab)
    tab.page.wait_for_timeout(300)
    return [*messages, *rows, *tab.steps.all_inner_texts()]


def press(tab: Chat, name: str) -> None:
    tab.page.get_by_role("button", name=name, exact=True).first.click(timeout=20_000)


def at(context: BrowserContext, address: str) -> Chat:
    tab = Chat(context.new_page(), address)
    tab.page.locator(".step").first.wait_for()
    return tab


def test_after_a_restart_a_conversation_looks_as_it_did_and_the_agent_knows_what_it_knew(
    browser: Browser, tmp_path: Path, model: ScriptedServer
) -> None:
    work, port = folder(tmp_path), free_port()
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted"}
    context = browser.new_context(locale="en-US")
    model.play(READ, WRITE, EDIT, say("Done, all of it."), say("It was built in 1931."))
    with running_app(work, tmp_path / "1.log", port, **settings) as url:
        tab = Chat(context.new_page(), url)
        tab.send("Read wall.txt and gone.txt, overwrite roof.txt, and edit wall.txt")
        press(tab, "Deny")
        press(tab, "Allow")
        tab.page.get_by_text("Done, all of it.").wait_for()
        tab.wait_until_idle()
        address, shown = tab.page.url, opened(at(context, tab.page.url))
    assert (work / "wall.txt").read_text() == NEW
    with running_app(work, tmp_path / "2.log", port, **settings):
        again = at(context, address)
        assert opened(again) == shown
        assert sum("requests" in text for text in shown) == 1
        again.page.locator(".folio-undo button").click()
        expect(again.steps.last).to_contain_text("Undid")
        assert (work / "wall.txt").read_text() == OLD
        # The tab that was open all the time is taken up by itself, and follows.
        expect(tab.steps).to_have_count(again.steps.count())
        assert tab.ask("When was it built?") == "It was built in 1931."
        assert "Built in 1931." in model.requests[-1].text
        expect(again.page.get_by_text("It was built in 1931.")).to_be_visible()
        press(again, "Leave out from now on")
        expect(again.page.locator(".folio-sight").first).to_have_attribute("data-state", "left_out")
        tab.ask("And now?")
        assert "Left out, as the person wished" in model.requests[-1].text
        tab.page.goto(address.replace("/thread/", "/thread/0"))
        expect(tab.page.get_by_text("This conversation could not be opened.")).to_be_visible()
    context.close()
    for log in ("1.log", "2.log"):
        assert "Traceback" not in (tmp_path / log).read_text()


def test_killed_in_the_middle_of_a_question_and_of_an_answer_what_there_was_is_kept_and_the_rest_is_broken_off(
    browser: Browser, tmp_path: Path, model: ScriptedServer
) -> None:
    work, port = folder(tmp_path), free_port()
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted"}
    context = browser.new_context(locale="en-US")
    with running_app(work, tmp_path / "1.log", port, **settings) as url:
        model.play(READ, EDIT)
        asking = Chat(context.new_page(), url)
        asking.send("Read wall.txt and edit wall.txt")
        asking.page.get_by_role("button", name="Deny").wait_for()
        model.play(say("word " * 200, between=0.1))
        answering = Chat(context.new_page(), url)
        answering.send("Talk to me")
        answering.page.get_by_text("word " * 30).wait_for()
        addresses = [asking.page.url, answering.page.url]
        # Kept at rests.
        answering.page.wait_for_timeout(2500)
        kill(url)
        context.close()
    context = browser.new_context(locale="en-US")
    with running_app(work, tmp_path / "2.log", port, **settings):
        asked = at(context, addresses[0])
        assert "broken off" in asked.rows()[-1]
        assert "Built in 1931." in asked.open_step(0)
        assert "broken off" not in asked.rows()[0]
        expect(asked.page.get_by_text("The app was ended before this answer was finished")).to_be_visible()
        expect(asked.page.get_by_role("button", name="Deny")).to_have_count(0)
        model.play(say("Nothing was changed."))
        assert asked.ask("Go on") == "Nothing was changed."
        assert "Built in 1931." in model.requests[-1].text
        answered = at(context, addresses[1])
        expect(answered.page.get_by_text("word " * 20).first).to_be_visible()
        expect(answered.page.get_by_text("The app was ended before this answer was finished")).to_be_visible()
        model.play(say("Gladly."))
        assert answered.ask("Go on") == "Gladly."
        assert "word word word" in model.requests[-1].text
    context.close()
    assert "Traceback" not in (tmp_path / "2.log").read_text()


def looked_at(tab: Chat) -> tuple[int, int, int]:
    """The pictures, tables and charts that stand in the steps, all of them loaded."""
    open_all(tab)
    expect(tab.page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=30_000)
    tab.page.wait_for_function(
        "[...document.querySelectorAll('.step img')].every((image) => image.complete && image.naturalWidth)"
    )
    kinds = (".step[data-step-type='tool'] .inline-image", ".folio-figures", ".js-plotly-plot")
    pictures, tables, charts = (tab.page.locator(kind).count() for kind in kinds)
    return pictures, tables, charts


def test_killed_right_after_a_change_it_has_its_row_and_undo_and_what_was_looked_at_is_still_to_be_seen(
    browser: Browser, tmp_path: Path, model: ScriptedServer
) -> None:
    work, port = folder(tmp_path), free_port()
    (work / "red.png").write_bytes(picture(drawn(["Red"]), "PNG"))
    (work / "two.pdf").write_bytes(pdf([["First page"], ["Second page"]]))
    (work / "sales.csv").write_text("month,sales\nJan,3\nFeb,5\n")
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted"}
    reads = [("read_file", {"file_path": name}) for name in ("red.png", "two.pdf", "sales.csv")]
    chart = ("draw_chart", {"file_path": "sales.csv", "kind": "bar", "x": "month", "y": ["sales"]})
    gate, write = held(calls(("write_file", {"file_path": "new.txt", "text": "New.\n"})), at=-1)
    context = browser.new_context(locale="en-US")
    with running_app(work, tmp_path / "1.log", port, **settings) as url:
        model.play(calls(*reads, chart), write, say("Never seen", before=120))
        tab = Chat(context.new_page(), url)
        tab.send("Look at all of it, and write new.txt")
        assert gate.reached.wait(60)
        shown = looked_at(tab)
        tab.page.wait_for_url("**/thread/*")
        address = tab.page.url
        assert shown == (3, 1, 1)
        gate.open()
        while not (work / "new.txt").exists():
            pass
        kill(url)
    with running_app(work, tmp_path / "2.log", port, **settings):
        again = at(context, address)
        assert looked_at(again) == shown
        assert "Created new.txt" in again.rows()[-1]
        assert "broken off" not in "".join(again.rows())
        model.play(say("It was."))
        again.ask("Was new.txt written?")
        assert "Created new.txt, 5 bytes." in model.requests[-1].text
        again.page.locator(".folio-undo button").click()
        expect(again.steps.last).to_contain_text("Undid")
        assert not (work / "new.txt").exists()
    context.close()
    assert "Traceback" not in (tmp_path / "2.log").read_text()


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(tmp_path_factory.mktemp("resume"))


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url
    assert "Traceback" not in (work.parent / "app.log").read_text()


def test_loaded_anew_while_an_answer_is_written_the_page_goes_on_with_it_and_a_second_tab_follows(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    model.play(READ, say("word " * 80 + "the end", between=0.1))
    with chat(browser, address) as tab:
        tab.send("Read wall.txt")
        tab.page.get_by_text("word word").wait_for()
        tab.page.reload()
        tab.page.locator("#stop-button").wait_for()
        second = at(tab.page.context, tab.page.url)
        for shown in (tab, second):
            shown.page.get_by_text("the end").wait_for(timeout=60_000)
            shown.wait_until_idle()
            assert (shown.steps.count(), shown.page.get_by_text("the end").count()) == (2, 1)
        model.play(say("And on."))
        second.send("More")
        expect(tab.page.get_by_text("And on.")).to_be_visible()
        assert [step.inner_text() for step in tab.page.locator("[data-step-type='user_message']").all()][-1] == "More"


def test_stop_works_in_a_page_that_was_loaded_anew(browser: Browser, address: str, model: ScriptedServer) -> None:
    model.play(say("word " * 400, between=0.1))
    with chat(browser, address) as tab:
        tab.send("Talk")
        tab.page.get_by_text("word word").wait_for()
        tab.page.reload()
        tab.page.locator("#stop-button").wait_for()
        tab.press_stop()
        assert tab.answer().endswith("Stopped.")


def test_loaded_anew_while_a_question_waits_the_page_can_answer_it_once(
    browser: Browser, address: str, model: ScriptedServer, work: Path
) -> None:
    model.play(EDIT, say("Edited."))
    with chat(browser, address) as tab:
        tab.send("Edit wall.txt")
        tab.page.get_by_role("button", name="Allow", exact=True).wait_for()
        tab.page.reload()
        press(tab, "Allow")
        tab.page.get_by_text("Edited.").wait_for()
        tab.wait_until_idle()
        assert ((work / "wall.txt").read_text(), tab.steps.count()) == (NEW, 1)
        tab.open_step(0)
        tab.page.locator(".folio-undo button").click()
        expect(tab.steps).to_have_count(2)
        # Its row is there before it is done.
        tab.page.locator('.folio-undo[data-state="undone"]').wait_for()
        assert (work / "wall.txt").read_text() == OLD


def test_on_a_small_screen_the_address_names_the_conversation_too(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    model.play(say("Hello."), say("Again."))
    with chat(browser, address, width=390, height=844) as tab:
        tab.ask("Hi")
        assert "/thread/" in tab.page.url
        tab.page.reload()
        expect(tab.page.get_by_text("Hello.")).to_be_visible()
        tab.page.locator("#new-chat-button").click()
        tab.page.locator("#confirm").click()
        tab.page.locator("#starters").wait_for()
        assert tab.page.url.rstrip("/") == address
