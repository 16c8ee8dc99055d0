"""The page while the history cannot be written: it opens, answers, says so at whatever time, and nothing is lost."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from page import chat, running_app
from playwright.sync_api import Browser, Locator, Page, expect
from replies import say
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser

_WAITING = {"en-US": "The history cannot be written at the moment", "ja-JP": "現在、履歴に書き込めません"}
_BACK = {"en-US": "The history is written again", "ja-JP": "履歴に書き込めるようになりました"}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("trouble") / "data" / "history.db"


@pytest.fixture(scope="module")
def address(database: Path, model: ScriptedServer) -> Iterator[str]:
    work = database.parent.parent / "work"
    work.mkdir()
    settings = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted", "DATA_DIR": str(database.parent)}
    with running_app(work, work.parent / "app.log", **settings) as url:
        yield url


def test_while_the_database_is_locked_the_page_says_so_goes_on_and_keeps_all_of_it(
    browser: Browser, address: str, database: Path, model: ScriptedServer
) -> None:
    model.play(say("Before."), say("Meanwhile."))
    with chat(browser, address) as tab, closing(sqlite3.connect(database, isolation_level=None)) as other:
        assert tab.ask("first question") == "Before."
        expect(notice_on(tab.page)).to_be_hidden()
        other.execute("BEGIN EXCLUSIVE")
        assert tab.ask("second question") == "Meanwhile."
        expect(notice_on(tab.page)).to_contain_text(_WAITING["en-US"], timeout=30_000)
        with chat(browser, address, "ja-JP", 390, 844) as late:
            expect(notice_on(late.page)).to_contain_text(_WAITING["ja-JP"], timeout=30_000)
            other.execute("COMMIT")
            expect(notice_on(late.page)).to_contain_text(_BACK["ja-JP"], timeout=60_000)
        expect(notice_on(tab.page)).to_contain_text(_BACK["en-US"], timeout=60_000)
        expect(notice_on(tab.page)).to_be_hidden(timeout=60_000)
        tab.page.reload()
        tab.page.get_by_text("Meanwhile.").wait_for(timeout=30_000)


def notice_on(page: Page) -> Locator:
    return page.locator("#folio-notice")
