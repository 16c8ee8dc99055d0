"""The real app in a real browser: `chainlit run` on a free port, and Chromium on its page."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page

from app.settings import PROJECT

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_START_SECONDS = 60
_TURN_MS = 60_000
_ANSWER = '.step[data-step-type="assistant_message"]'


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port: int = tried.getsockname()[1]
        return port


def app_environment(work: Path, **more: str) -> dict[str, str]:
    """This process's environment with nothing in it that the app would take for a setting of somebody's."""
    foreign = ("OPENAI", "CHAINLIT", "DATABASE", "LITERAL", "MODEL", "MAX_", "TOOL_", "OTEL", "METRICS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    own = {"OPENAI_API_KEY": "", "OPENAI_BASE_URL": "", "WORK_DIR": str(work), "DATA_DIR": f"{work}-data"}
    return {**kept, **own, "PYTHONUNBUFFERED": "1", **more}


@contextmanager
def app_on_samples(folder: Path) -> Iterator[str]:
    """The app with the built-in helper on a copy of the sample folder, which goes into `folder`."""
    shutil.copytree(PROJECT / "work", folder / "work")
    with running_app(folder / "work", folder / "app.log") as url:
        yield url


@contextmanager
def running_app(work: Path, log: Path, port: int | None = None, /, **settings: str) -> Iterator[str]:
    """The app, on a free port unless one is given, for as long as the block runs; gives its address."""
    port = port or free_port()
    with app_process(work, log, port, **settings):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def app_process(work: Path, log: Path, port: int, /, **settings: str) -> Iterator["subprocess.Popen[bytes]"]:
    """The app's own process, once it answers at `port`: one that may be killed."""
    command = [sys.executable, "-m", "chainlit", "run", "app/chatbot.py", "--headless", "--port", str(port)]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=PROJECT, env=app_environment(work, **settings), stdout=output, stderr=subprocess.STDOUT
        )
    try:
        _wait_until_up(process, port, log)
        yield process
    finally:
        process.terminate()
        process.wait(15)


def _wait_until_up(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
            return
        time.sleep(0.1)
    raise RuntimeError(f"the app did not start: {log.read_text(encoding='utf-8')[-2000:]}")


class Chat:
    """A tab on the app. `outside` and `complaints` collect foreign requests and errors of the console."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.outside: list[str] = []
        self.complaints: list[str] = []
        own = (address, address.replace("http", "ws"), "data:", "blob:")
        page.on("request", lambda r: None if r.url.startswith(own) else self.outside.append(r.url))
        page.on("console", lambda m: self.complaints.append(m.text) if m.type == "error" else None)
        page.goto(address)
        page.wait_for_selector("#chat-input")
        # Greeted: what is sent goes out at once.
        page.locator("#folio-model:not(:empty)").wait_for(state="attached")

    def ask(self, text: str) -> str:
        """Sends `text`, waits for the end of the turn, and gives the answer as it is shown."""
        answers = self.page.locator(_ANSWER).count()
        self.send(text)
        self.page.locator(_ANSWER).nth(answers).wait_for(timeout=_TURN_MS)
        self.wait_until_idle()
        return self.answer()

    def send(self, text: str) -> None:
        self.page.fill("#chat-input", text)
        self.page.locator("#chat-submit:not([disabled])").click()

    def wait_until_idle(self) -> None:
        shown = -1
        # A notice may come before the button does, and the last update of the answer after it has gone.
        while shown != (shown := self.page.locator(_ANSWER).count()):
            self.page.locator("#stop-button").wait_for(state="detached", timeout=_TURN_MS)
            self.page.wait_for_timeout(300)

    def press_stop(self) -> None:
        self.page.locator("#stop-button").click()
        self.wait_until_idle()

    def answer(self) -> str:
        """The newest message of the app, without the line of figures below it."""
        shown = self.page.locator(_ANSWER).last.inner_text()
        return re.sub(r"\n+[^\n]*(tokens in|入力 )[^\n]*\Z", "", shown).strip()

    def figures(self) -> str:
        """The line below the newest answer."""
        return self.page.locator(f"{_ANSWER} .italic").last.inner_text()

    @property
    def steps(self) -> Locator:
        return self.page.locator('.step[data-step-type="tool"]')

    def rows(self) -> list[str]:
        """The steps' rows as they read, opened or not."""
        return [" ".join(step.inner_text().split("\n")[0:1]).strip() for step in self.steps.all()]

    def open_step(self, number: int) -> str:
        """Opens a step, unless it is open, and gives all of its text."""
        step = self.steps.nth(number)
        if (row := step.locator("button").first).get_attribute("aria-expanded") != "true":
            row.click()
        step.locator("pre, code").first.wait_for()
        self.page.wait_for_timeout(200)
        return step.inner_text()


@contextmanager
def chat(browser: Browser, address: str, locale: str = "en-US", width: int = 1280, height: int = 800) -> Iterator[Chat]:
    """A fresh browser profile with one tab on the app."""
    context = browser.new_context(locale=locale, viewport={"width": width, "height": height})
    try:
        yield Chat(context.new_page(), address)
    finally:
        context.close()
