"""Makes the README's picture from the running app: a saved summary, one step closed and one open."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from chromium import chromium_path
from page import FLAGS, chat, running_app
from playwright.sync_api import sync_playwright

from app.settings import PROJECT

PICTURE = PROJECT / "docs" / "conversation.png"
SAMPLES = ("paper1.txt", "paper2.txt", "paper3.txt")


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        work = Path(folder) / "work"
        work.mkdir()
        for name in SAMPLES:
            shutil.copy(PROJECT / "work" / name, work)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        with running_app(work, work.parent / "app.log") as address, chat(browser, address, height=1420) as tab:
            tab.ask("Summarize paper1.txt and save it as paper1_summary.txt")
            tab.open_step(1)
            tab.page.mouse.move(0, 0)
            tab.page.wait_for_timeout(500)
            tab.page.evaluate("document.activeElement.blur()")
            tab.page.locator('.step[data-step-type="user_message"]').scroll_into_view_if_needed()
            tab.page.wait_for_timeout(500)
            tab.page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
