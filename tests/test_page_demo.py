"""`make demo`: the prepared conversation plays to its end in the real page, and touches no file of yours."""

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from page import app_environment, free_port
from playwright.sync_api import Browser, Page

from app.phrases import phrase
from app.settings import PROJECT

pytestmark = pytest.mark.browser

_START_SECONDS = 90
_DEMO_MS = 240_000
_USER = '.step[data-step-type="user_message"]'
_ASKED = ("list", "title", "two", "search", "chart", "save", "change", "large")


@dataclass(frozen=True, slots=True)
class Demo:
    """The running demo: its port, what its browser was started with, the folder it copied, and the copy."""

    port: int
    arguments: list[str]
    mine: Path
    copy: Path

    @property
    def url(self) -> str:
        return next(one for one in self.arguments if one.startswith("--app=")).removeprefix("--app=")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """The program itself, with a browser that only notes how it was started, where a summary was saved before."""
    place = tmp_path_factory.mktemp("demo")
    mine, told, browser = place / "work", place / "told.txt", place / "browser.sh"
    shutil.copytree(PROJECT / "work", mine)
    (mine / "paper1_summary.txt").write_text("What was saved before.\n")
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {told}.new && mv {told}.new {told}\n')
    browser.chmod(0o755)
    port = free_port()
    environment = app_environment(mine, CHROMIUM=str(browser), PORT=str(port), DEMO_LANGUAGE="en", DEMO_SPEED="60")
    with subprocess.Popen([sys.executable, "-m", "app.demo"], cwd=PROJECT, env=environment) as process:
        try:
            _wait_for(told, process)
            yield Demo(port, told.read_text().splitlines(), mine, Path(f"{mine}-data") / "demo" / "work")
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def _wait_for(told: Path, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _START_SECONDS
    while not told.exists():
        assert process.poll() is None and time.monotonic() < end, "the demo did not start"
        time.sleep(0.1)


@contextmanager
def playing(browser: Browser, url: str, locale: str = "en-US") -> Iterator[Page]:
    """A fresh profile in which the demo has begun by itself."""
    context = browser.new_context(locale=locale, viewport={"width": 1280, "height": 800})
    try:
        page = context.new_page()
        page.goto(url)
        page.locator("#folio-demo button").first.wait_for()
        yield page
    finally:
        context.close()


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_its_window_is_opened_in_its_language_at_its_speed(demo: Demo) -> None:
    assert demo.url.startswith(f"http://localhost:{demo.port}/")
    assert demo.url.endswith("/?language=en&speed=60")
    assert "--accept-lang=en" in demo.arguments


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("ja-JP", "ja")])
def test_it_plays_to_its_end_and_leaves_every_file_as_it_was(
    browser: Browser, demo: Demo, locale: str, language: str
) -> None:
    mine, copy = files(demo.mine), files(demo.copy)
    url = demo.url.partition("?")[0]
    with playing(browser, f"{url}?speed=60", locale) as page:
        page.locator('#folio-demo[data-state="end"]').wait_for(timeout=_DEMO_MS)
        assert page.locator("#folio-demo p").inner_text() == phrase("demo_end", language)  # type: ignore[arg-type]
        asked = page.locator(_USER).all_inner_texts()
        new = {"summary": "paper1_summary_2.txt"}
        said = [phrase(f"demo_ask_{name}", language, **new) for name in _ASKED]  # type: ignore[arg-type]
        assert [text.strip() for text in asked[:-1]] == said
        assert {"en": "Read it in parts", "ja": "分割して読む"}[language] in asked[-1]
        last = page.locator('.step[data-step-type="assistant_message"]').last
        assert {"en": "6 of 6 parts", "ja": "6"}[language] in last.inner_text()
        assert page.locator(".js-plotly-plot .main-svg").count() > 0
        undone = page.locator('.folio-undo[data-state="undone"]')
        assert undone.count() == 2
        assert page.locator('.folio-question[data-state="allowed"]').count() == 1
        assert page.locator("#chat-input").input_value() == ""
        # Played again, it begins a conversation of its own.
        page.locator('#folio-demo button[data-act="play"]').click()
        page.locator('#folio-demo[data-state="playing"]').wait_for()
        page.locator(_USER).first.wait_for()
        assert page.locator(_USER).count() == 1
    assert files(demo.mine) == mine
    assert {name: content for name, content in files(demo.copy).items() if name in copy} == copy


def test_it_is_held_and_ended_by_keyboard_and_by_button_and_then_the_page_is_the_persons(
    browser: Browser, demo: Demo
) -> None:
    with playing(browser, demo.url.replace("speed=60", "speed=0.5")) as page:
        page.keyboard.press("Space")
        held = page.locator('#folio-demo button[data-act="go_on"]')
        held.wait_for()
        before = page.locator("#chat-input").input_value()
        page.wait_for_timeout(600)
        assert page.locator("#chat-input").input_value() == before
        page.keyboard.press("ArrowRight")
        page.locator('#folio-demo button[data-act="pause"]').wait_for()
        page.locator(_USER).first.wait_for()
        # Its buttons are drawn anew with each caption: one that goes while it is pressed is pressed again.
        while page.locator('#folio-demo button[data-act="stop"]').count():
            page.locator('#folio-demo button[data-act="stop"]').click()
            page.wait_for_timeout(500)
        page.locator('#folio-demo[data-state="stopped"]').wait_for()
        assert page.locator("#folio-demo p").inner_text() == phrase("demo_stopped", "en")
        page.locator("#stop-button").wait_for(state="detached")
        page.fill("#chat-input", "a b")
        page.locator("#chat-input").press("Space")
        assert page.locator("#chat-input").input_value() == "a b "
        # A tab in which it was played does not begin again by itself.
        page.goto(demo.url)
        page.locator('#folio-demo button[data-act="play"]').wait_for()
        page.wait_for_timeout(500)
        assert page.locator("#chat-input").input_value() == ""
