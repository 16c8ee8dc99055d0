"""Long conversations and long answers: the page does little for what is out of sight, and little for each token."""

import json
import sqlite3
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import chat, running_app
from playwright.sync_api import Browser
from replies import calls, say
from scripted_server import ScriptedServer
from views import folder_for_views

pytestmark = pytest.mark.browser

_TURNS = 40
_PER_TURN = 3
# Whether what is in a step is laid out at all.
_LAID_OUT = """() => [...document.querySelectorAll(".step")].map((step) =>
    step.firstElementChild.checkVisibility({ contentVisibilityAuto: true }))"""


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_for_views(tmp_path_factory.mktemp("long") / "work")


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


def repeat_conversation(database: Path, times: int) -> str:
    """Puts copies of the one conversation's steps before it; gives its id."""
    with sqlite3.connect(database) as kept:
        (thread,) = kept.execute("SELECT id FROM threads").fetchone()
        rows = kept.execute("SELECT id, folded, body FROM steps ORDER BY created_at").fetchall()
        for turn in range(times):
            ids = {id: str(uuid.uuid4()) for id, _, _ in rows}
            for number, (id, folded, text) in enumerate(rows):
                body = json.loads(text)
                at = f"2020-01-01T{turn // 60:02}:{turn % 60:02}:{number:02}.000Z"
                body |= {"id": ids[id], "parentId": ids.get(body["parentId"]), "createdAt": at}
                kept.execute(
                    "INSERT INTO steps VALUES (?, ?, ?, ?, ?)", (ids[id], thread, at, folded, json.dumps(body))
                )
    return str(thread)


def test_what_is_far_above_is_not_laid_out_until_it_comes_into_sight(
    browser: Browser, address: str, model: ScriptedServer, work: Path
) -> None:
    model.play(calls(("read_file", {"file_path": "a.txt"})), say("A line.\n\n" * 8))
    with chat(browser, address) as tab:
        tab.ask("read a.txt")
        tab.page.wait_for_timeout(500)
        thread = repeat_conversation(Path(f"{work}-data") / "history.db", _TURNS)
        tab.page.goto(f"{address}/thread/{thread}")
        tab.page.wait_for_function(f"document.querySelectorAll('.step').length >= {_TURNS * _PER_TURN}", timeout=60_000)
        tab.page.wait_for_timeout(500)
        laid_out: list[bool] = tab.page.evaluate(_LAID_OUT)
        assert (laid_out[-1], sum(laid_out) < len(laid_out) / 2) == (True, True)
        first = tab.page.locator(".step").first
        first.scroll_into_view_if_needed()
        tab.page.wait_for_function(f"({_LAID_OUT})()[0]")


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
