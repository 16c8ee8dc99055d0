"""Check my model, in the chat."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from page import chat, running_app
from playwright.sync_api import Browser
from replies import calls, say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("app")
    with running_app(folder / "work", folder / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


def test_the_cases_are_shown_as_they_run_and_stop_ends_them_with_what_is_known(
    browser: Browser, address: str, model: ScriptedServer, tmp_path: Path
) -> None:
    names = "apples.txt, minutes.md and letters"
    model.play(calls(("list_directory", {})), say(names), say("Its title is Harbour."), say("…", before=120))
    with chat(browser, address) as tab:
        tab.page.locator("#command-button").wait_for()
        tab.page.locator("#chat-settings-open-modal:not([disabled])").click()
        tab.page.fill("#chat-settings #max_rounds", "1")
        tab.page.click("#confirm")
        tab.page.locator("#chat-settings").wait_for(state="detached")
        tab.page.fill("#chat-input", "/check")
        tab.page.locator(".command-item").wait_for()
        tab.page.locator("#chat-input").press("Enter")
        tab.page.locator("#chat-submit:not([disabled])").click()
        tab.steps.nth(2).wait_for(timeout=60_000)
        tab.press_stop()
        assert "at most 7 requests (70 in all)" in tab.page.locator("body").inner_text()
        first, second, third = tab.rows()
        assert first.startswith("✓ lists a folder · ")
        assert second.startswith("✗ reads a file · ")
        assert third.startswith("■ reads two files side by side")
        shown = tab.page.locator(".message-content table")
        assert shown.locator("tbody tr").count() == 3
        assert "1 of 2 passed" in shown.inner_text()
        assert "It did not read harbour.txt." in tab.answer()
        assert "Ended early: 8 of 10 cases were not run." in tab.answer()
        model.play(say("Good morning."))
        assert tab.ask("Hello") == "Good morning."
