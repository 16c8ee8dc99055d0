"""The same question three ways, in the chat."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page import chat, running_app
from playwright.sync_api import Browser
from replies import Reply, calls, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    work = tmp_path_factory.mktemp("app") / "work"
    work.mkdir()
    (work / "stock.txt").write_text("apples 100\npears 28\n")
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


def ways(body: dict[str, Any]) -> Reply:
    """An invented answer without tools, a file that is read with them, and the right answer from pasted data."""
    if not body.get("tools"):
        pasted = "pears 28" in str(body["messages"])
        return say("It is 128.", usage=(139, 25)) if pasted else say("It is <b>60</b>.", usage=(41, 980))
    if any(message["role"] == "tool" for message in body["messages"]):
        return say("It is 128.", usage=(900, 30))
    return calls(("read_file", {"file_path": "stock.txt"}), usage=(700, 40))


def test_the_three_ways_are_compared_to_the_token_and_can_be_taken_home(
    browser: Browser, address: str, model: ScriptedServer
) -> None:
    with chat(browser, address) as tab:
        assert "Which question" in tab.ask("/compare")
        model.play(ways)
        tab.send("/compare What is the sum of the stock?")
        for time in ("live", "taken up again"):
            tab.page.locator("a[download]").nth(2).wait_for(timeout=60_000)
            tab.wait_until_idle()
            shown = tab.page.locator(".message-content table").first.locator("tbody tr")
            cells = [row.split("\t")[:4] for row in shown.all_inner_texts()]
            assert cells == [
                ["No tools", "1", "41", "980"],
                ["Agent", "2", "1,600", "70"],
                ["Data in the prompt", "1", "139", "25"],
            ], time
            assert [row.split(":")[0] for row in tab.rows()] == ["No tools", "Agent", "Data in the prompt"]
            charts = tab.page.locator(".js-plotly-plot")
            charts.nth(2).locator(".main-svg").first.wait_for()
            assert charts.count() == 3
            assert charts.nth(0).locator(".bartext").all_text_contents() == ["41", "1,600", "139", "980", "70", "25"]
            assert charts.nth(1).locator(".bartext").count() == 3
            assert charts.nth(2).locator(".barlayer .point").count() == 6
            assert "computed from the agent's first run, not measured" in tab.answer()
            files = tab.page.locator("a[download]").evaluate_all("links => links.map((link) => link.download)")
            assert sorted(files) == ["comparison.html", "comparison.png", "comparison.svg"]
            with tab.page.expect_download() as coming:
                tab.page.locator('a[download="comparison.html"]').click()
            page = Path(coming.value.path()).read_text(encoding="utf-8")
            assert "<pre>It is &lt;b&gt;60&lt;/b&gt;.</pre>" in page
            tab.page.reload()
        assert (tab.outside, tab.complaints) == ([], [])


def test_stop_ends_it_with_what_is_known(browser: Browser, address: str, model: ScriptedServer) -> None:
    model.play(say("It is 60.", usage=(41, 980)), say("…", before=120))
    with chat(browser, address) as tab:
        tab.send("/compare What is the sum?")
        tab.steps.nth(1).wait_for(timeout=60_000)
        tab.press_stop()
        tab.page.locator("a[download]").nth(2).wait_for(timeout=60_000)
        assert tab.rows()[0].startswith("No tools: 41 tokens in, 980 out")
        assert tab.rows()[1:] == ["■ Agent"]
        assert "2 of 3" in tab.answer()
        model.play(say("Good morning."))
        assert tab.ask("Hello") == "Good morning."
