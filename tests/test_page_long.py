"""Long conversations and long answers: the page is given the newest, does little for what is out of sight, and little
for each token."""

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import Chat, chat, running_app
from playwright.sync_api import Browser, Locator, Route, expect
from replies import Gate, Stream, calls, chunk, say
from scripted_server import ScriptedServer
from views import folder_for_views

pytestmark = pytest.mark.browser

_TURNS = 55
# How many of them come at once: a turn is four steps, one of which is not to be seen.
_FIRST, _NEXT = 15, 30
# Whether what is in a step is laid out at all.
_LAID_OUT = """() => [...document.querySelectorAll(".step")].map((step) =>
    step.firstElementChild.checkVisibility({ contentVisibilityAuto: true }))"""


def fill(database: Path) -> str:
    """Puts a long run of turns after the one conversation's only turn; gives its id."""
    with sqlite3.connect(database) as kept:
        (thread,) = kept.execute("SELECT id FROM threads").fetchone()
        kept.execute("UPDATE steps SET created_at = '2020' || substr(created_at, 5)")
        for turn in range(_TURNS):
            parts = [("q", "user_message", f"question {turn}"), ("run", "run", ""), ("call", "tool", "A line.\n" * 9)]
            for n, (part, kind, text) in enumerate([*parts, ("a", "assistant_message", f"answer {turn}\n\n" * 9)]):
                at = f"2021-01-01T{turn // 60:02}:{turn % 60:02}:{n:02}.000Z"
                owner = {"q": None, "run": f"{turn}-q"}.get(part, f"{turn}-run")
                name = "on_message" if kind == "run" else f"Read {turn}.txt"
                body = {"id": f"{turn}-{part}", "threadId": thread, "parentId": owner, "type": kind, "name": name}
                body |= {"output": text, "input": "", "createdAt": at, "start": at, "end": at, "metadata": {}}
                kept.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", (body["id"], thread, at, "", json.dumps(body)))
    return str(thread)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_for_views(tmp_path_factory.mktemp("long") / "work")


@pytest.fixture(scope="module")
def thread(work: Path, model: ScriptedServer, browser: Browser) -> str:
    """A long conversation, whose first turn made a file."""
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted"}
    with running_app(work, work.parent / "first.log", **settings) as url, chat(browser, url) as tab:
        model.play(calls(("write_file", {"file_path": "made.txt", "text": "Made.\n"})), say("The file is made."))
        tab.ask("make a file")
    return fill(Path(f"{work}-data") / "history.db")


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer, thread: str) -> Iterator[str]:
    assert thread
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url
    assert "Traceback" not in (work.parent / "app.log").read_text()


def open_long(tab: Chat, thread: str) -> Locator:
    """Opens the conversation; gives the button above it."""
    tab.page.goto(f"{tab.page.url.rstrip('/')}/thread/{thread}")
    button = tab.page.locator(".folio-earlier button")
    button.wait_for(timeout=60_000)
    return button


def questions(tab: Chat) -> list[str]:
    return tab.page.locator("[data-step-type='user_message']").all_text_contents()


def test_a_long_conversation_opens_with_its_newest_turns_and_brings_the_others_while_a_turn_runs(
    browser: Browser, address: str, model: ScriptedServer, thread: str, work: Path
) -> None:
    asked, gate = [f"question {turn}" for turn in range(_TURNS)], Gate()
    words = [chunk({"content": text}) for text in ("Half of it, ", "all of it.")]
    model.play(Stream((words[0], gate, words[1], chunk({}, "stop"))))
    with chat(browser, address) as tab:
        button = open_long(tab, thread)
        assert questions(tab) == asked[-_FIRST:]
        assert button.inner_text() == f"Show earlier messages ({2 * (_TURNS - _FIRST + 1)} more)"
        tab.send("and now?")
        tab.page.get_by_text("Half of it").wait_for()
        button.focus()
        reading = tab.page.get_by_text(asked[-_FIRST], exact=True)
        place = reading.bounding_box()
        tab.page.keyboard.press("Enter")
        expect(tab.page.locator(".folio-earlier [role='status']")).to_have_text(
            f"Earlier messages now stand above: {2 * _NEXT}."
        )
        assert questions(tab) == [*asked[-_FIRST - _NEXT :], "and now?"]
        tab.page.wait_for_timeout(500)
        assert reading.bounding_box() == pytest.approx(place, abs=3)
        assert tab.page.evaluate("document.activeElement.innerText") == asked[-_FIRST]
        gate.open()
        tab.wait_until_idle()
        assert tab.answer().startswith("Half of it, all of it.")
        button.click()
        tab.page.get_by_text("This is where the conversation begins.").wait_for()
        assert questions(tab) == ["make a file", *asked, "and now?"]
        laid_out: list[bool] = tab.page.evaluate(_LAID_OUT)
        assert sum(laid_out) < len(laid_out) / 2
        tab.page.locator(".step").nth(1).scroll_into_view_if_needed()
        tab.page.wait_for_function(f"({_LAID_OUT})()[1]")
        # What was made before the app was started anew, far above what the page opened with.
        tab.steps.first.locator("button").first.click()
        tab.page.locator(".folio-undo button").click()
        expect(tab.steps.last).to_contain_text("Undid")
        assert not (work / "made.txt").exists()
        exported = tab.page.request.get(f"{address}/folio/export/{thread}.md").text()
        assert all(f"{said}\n" in exported for said in (*asked, "and now?"))


def test_the_button_above_a_long_conversation_says_so_when_nothing_comes_and_works_when_pressed_again(
    browser: Browser, address: str, thread: str
) -> None:
    with chat(browser, address, "ja-JP", 390, 844) as tab:
        button = open_long(tab, thread)
        assert re.fullmatch(r"以前のメッセージを表示（あと \d+ 件）", button.inner_text())
        tab.page.route("**/folio/earlier/**", lambda route: route.abort())
        button.click()
        expect(tab.page.get_by_text("以前のメッセージを読み込めませんでした。")).to_be_visible()
        tab.page.unroute("**/folio/earlier/**")
        shown = tab.page.locator(".step").count()
        button.click()
        tab.page.wait_for_function(f"document.querySelectorAll('.step').length > {shown}")
        assert tab.page.request.get(f"{address}/folio/earlier/{thread}/no-such").status == 404


def test_the_list_of_conversations_comes_as_soon_as_the_app_can_be_reached(
    browser: Browser, address: str, thread: str
) -> None:
    tried: list[str] = []

    def refuse(route: Route) -> None:
        tried.append(route.request.url)
        route.abort()

    with chat(browser, address) as tab:
        tab.page.route("**/project/threads", refuse)
        tab.page.reload()
        tab.page.wait_for_selector("#chat-input")
        while len(tried) < 2:
            tab.page.wait_for_timeout(100)
        expect(tab.page.get_by_text("This could not be loaded.")).to_have_count(0)
        tab.page.unroute("**/project/threads")
        expect(tab.page.locator(f"#thread-{thread}")).to_be_visible(timeout=30_000)


def test_two_thousand_tokens_reach_the_page_in_few_and_whole_pieces(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    text = "".join(f"word{i} " for i in range(2_000)).strip()
    pieces: list[str] = []
    with chat(browser, address) as tab:
        tab.page.on("websocket", lambda socket: socket.on("framereceived", lambda sent: pieces.append(str(sent))))
        tab.page.reload()
        tab.page.wait_for_selector("#chat-input")
        model.play(say(text, size=8, between=0.002))
        assert tab.ask("a long one") == text
    streamed = sum("stream_token" in piece for piece in pieces)
    assert 5 < streamed < 2_000 / 5
