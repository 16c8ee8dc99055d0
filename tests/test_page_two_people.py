"""Two people in two browsers on one app: neither sees or reaches anything of the other's."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from page import Chat, running_app
from playwright.sync_api import Browser, expect
from replies import calls, say
from scripted_server import ScriptedServer

from app.accounts import Accounts

pytestmark = pytest.mark.browser

_PASSWORD = "correct horse battery"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    for name in ("aiko", "ben"):
        (tmp_path / "work" / name).mkdir(parents=True)
        (tmp_path / "work" / name / f"notes_of_{name}.txt").write_text(f"these are of {name}\n", encoding="utf-8")
    return tmp_path / "work"


@pytest.fixture
def team(work: Path, model: ScriptedServer) -> Iterator[str]:
    settings = {"AUTH": "password", "OPENAI_BASE_URL": model.url, "MODEL": "scripted"}
    with running_app(work, work.parent / "app.log", **settings) as url:
        for name in ("aiko", "ben"):
            Accounts(Path(f"{work}-data") / "accounts.json").set(name, _PASSWORD)
        yield url


@contextmanager
def signed_in(browser: Browser, address: str, name: str, locale: str) -> Iterator[Chat]:
    """A browser of their own, with the page open beside the files."""
    context = browser.new_context(locale=locale, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(address)
    page.fill("#email", name)
    page.fill("#password", _PASSWORD)
    page.keyboard.press("Enter")
    page.locator("#user-nav-button").wait_for()
    tab = Chat(page, address)
    page.get_by_role("button", name=re.compile("^(Files|ファイル)$")).click()
    page.locator(".folio-files").get_by_text(f"notes_of_{name}.txt").wait_for()
    yield tab
    context.close()


def test_two_who_work_at_once_see_and_reach_nothing_of_each_other(
    browser: Browser, team: str, work: Path, model: ScriptedServer
) -> None:
    write = calls(("write_file", {"file_path": "plan_of_aiko.txt", "text": "aiko's plan\n"}))
    with signed_in(browser, team, "aiko", "en-US") as aiko, signed_in(browser, team, "ben", "ja-JP") as ben:
        model.play(write)
        aiko.send("Write the plan of aiko")
        allow = aiko.page.get_by_role("button", name="Allow", exact=True)
        allow.wait_for()
        # While her question waits, he works; and neither Stop nor a new chat of his is hers.
        read = calls(("read_file", {"file_path": "../aiko/notes_of_aiko.txt"}))
        model.play(read, say("It is out of reach."), say("word " * 4_000, between=0.05))
        assert ben.ask("Read what is beside my folder") == "It is out of reach."
        ben.send("A long answer, ben says")
        ben.page.get_by_text("word word").first.wait_for()
        ben.press_stop()
        expect(allow).to_be_visible()
        model.play(say("The plan stands."))
        allow.click()
        aiko.wait_until_idle()
        aiko.page.locator(".folio-files").get_by_title("plan_of_aiko.txt").wait_for()
        for tab, other in ((aiko, "ben"), (ben, "aiko")):
            tab.page.reload()
            tab.page.locator("a[href*='/thread/']").first.wait_for()
            assert other not in tab.page.locator("body").inner_text().replace("../aiko/notes_of_aiko.txt", "")
        conversation = aiko.page.url
        ben.page.goto(conversation)
        expect(ben.page.locator("[data-sonner-toast]")).to_be_visible()
        assert "aiko" not in ben.page.locator("body").inner_text()
        undo = aiko.page.get_by_role("button", name="Undo", exact=False)
        assert (undo.count(), ben.page.get_by_role("button", name="元に戻す", exact=False).count()) == (1, 0)
    assert {path.relative_to(work).as_posix() for path in work.rglob("*.txt")} == {
        "aiko/notes_of_aiko.txt",
        "aiko/plan_of_aiko.txt",
        "ben/notes_of_ben.txt",
    }


def test_who_signs_out_in_one_tab_is_signed_out_in_the_others_which_leave_what_they_show(
    browser: Browser, team: str, model: ScriptedServer
) -> None:
    model.play(say("For aiko alone."))
    with signed_in(browser, team, "aiko", "en-US") as tab:
        tab.ask("hello")
        other = Chat(tab.page.context.new_page(), team)
        other.page.locator("#user-nav-button").click()
        other.page.get_by_role("menuitem", name="Logout").click()
        for page in (tab.page, other.page):
            page.locator("#email").wait_for()
            # Closed while it still goes somewhere, a tab may keep the browser from closing.
            page.wait_for_load_state("networkidle")
            assert page.get_by_text("For aiko alone.").count() == 0
