"""The page for everybody: what a check of its structure finds, the keyboard alone, what a screen reader is told."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from page import Chat, chat, running_app
from playwright.sync_api import Browser, Page, expect
from replies import calls, say
from scripted_server import ScriptedServer
from test_page_look import words
from views import folder_for_views, login, views

from app.accounts import Accounts

pytestmark = pytest.mark.browser

STANDARD = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
_READ = calls(("read_file", {"file_path": "a.txt"}), ("read_file", {"file_path": "nope.txt"}))
_WRITE = calls(("write_file", {"file_path": "notes.md", "text": "new\n"}))
# Where the focus is, and whether it can be seen there: an outline, the composer's ring, a menu's chosen item.
_FOCUS = """() => {
    const at = document.activeElement, style = getComputedStyle(at);
    const ring = getComputedStyle(document.querySelector("#message-composer")).boxShadow !== "none";
    const outline = parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== "none";
    const seen = at.id === "chat-input" ? ring : outline;
    return { name: at.id || at.getAttribute("aria-label") || at.textContent.trim().slice(0, 40) || at.tagName, seen };
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    work = folder_for_views(tmp_path_factory.mktemp("access") / "work")
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address) as opened:
        yield opened


def findings(page: Page) -> list[str]:
    """What stands against the standard and would keep somebody out, each with the first place where it does."""
    # What has just come gets its name with the next frame.
    page.evaluate("new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)))")
    options: dict[str, Any] = {"runOnly": STANDARD, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    bad = [violation for violation in found if violation["impact"] in ("serious", "critical")]
    return [f"{violation['id']}: {violation['nodes'][0]['html'][:200]}" for violation in bad]


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_no_view_keeps_anybody_out(
    browser: Browser, address: str, model: ScriptedServer, locale: str, theme: Any, width: int
) -> None:
    size: Any = {"width": width, "height": 844}
    context = browser.new_context(locale=locale, viewport=size, color_scheme=theme, reduced_motion="reduce")
    tab = Chat(context.new_page(), address)
    assert [(view, found) for view in views(tab, model, locale) for found in findings(tab.page)] == []
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_told_for_a_moment_can_be_read_whichever_kind_it_is(browser: Browser, address: str, theme: Any) -> None:
    context = browser.new_context(locale="en-US", color_scheme=theme, reduced_motion="reduce")
    tab = Chat(context.new_page(), address)
    tab.page.locator("#chat-settings-open-modal").click()
    tab.page.fill("#chat-settings #max_rounds", "0")
    tab.page.locator("#confirm").click()
    toast = tab.page.locator("[data-sonner-toast]")
    expect(toast).to_contain_text("Not changed")
    # It stays for as long as the mouse is over it.
    toast.hover()
    for kind in ("warning", "success", "info", "error", "default"):
        toast.evaluate("(node, kind) => { node.dataset.type = kind; node.style.transition = 'none' }", kind)
        checked = Axe().run(tab.page, "[data-sonner-toaster]", {"runOnly": ["color-contrast"]}).response
        assert (kind, len(checked["passes"]), checked["violations"]) == (kind, 1, [])
    context.close()


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[str]:
    """An app that asks who it is; aiko is known to it."""
    work = tmp_path_factory.mktemp("team") / "work"
    settings = {"AUTH": "password", "OPENAI_BASE_URL": model.url, "MODEL": "scripted"}
    with running_app(work, work.parent / "app.log", **settings) as url:
        Accounts(Path(f"{work}-data") / "accounts.json").set("aiko", "the password of aiko")
        yield url


@pytest.mark.parametrize(
    ("locale", "foreign", "out"), [("en-US", r"[^\W\d_a-zA-Z]", "Logout"), ("ja-JP", r"[A-Za-z]{2,}", "ログアウト")]
)
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_who_signs_in_is_kept_out_by_nothing_sees_their_name_and_can_leave(
    browser: Browser, team: str, locale: str, foreign: str, out: str, theme: Any, width: int
) -> None:
    context = browser.new_context(locale=locale, viewport={"width": width, "height": 844}, color_scheme=theme)
    page = context.new_page()
    for view in login(page, team):
        assert (view, findings(page)) == (view, [])
        assert [text for text in words(page) if re.search(foreign, text)] == []
    page.fill("#email", "aiko")
    page.fill("#password", "the password of aiko")
    page.keyboard.press("Enter")
    page.locator("#user-nav-button").click()
    expect(page.get_by_role("menu")).to_contain_text("aiko")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("menuitem", name=out).click()
    page.locator("#email").wait_for()
    context.close()


def test_who_is_alone_on_their_machine_sees_no_account(tab: Chat) -> None:
    tab.page.locator("#folio-model").get_by_text("scripted").wait_for()
    assert not tab.page.locator("#user-nav-button").is_visible()


def test_the_keyboard_alone_is_enough_and_its_place_is_always_seen(tab: Chat, model: ScriptedServer) -> None:
    page = tab.page
    model.play(_READ, say("It is short."), _WRITE, say("Not written."))
    page.locator("#folio-model").get_by_text("scripted").wait_for()
    page.locator("#folio-skip").focus()
    expect(page.get_by_role("link", name="Go to the message box")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.type("read them")
    page.keyboard.press("Enter")
    page.get_by_text("It is short.").wait_for()
    tab.wait_until_idle()
    passed = [place(page)]
    while len(passed) < 10 and "What takes the room" not in passed[-1]["name"]:
        page.keyboard.press("Tab")
        passed.append(place(page))
    assert len(passed) < 10
    while len(passed) < 50 and "a.txt" not in passed[-1]["name"]:
        page.keyboard.press("Shift+Tab")
        passed.append(place(page))
    assert [at["name"] for at in passed if not at["seen"]] == []
    page.keyboard.press("Enter")
    page.get_by_text("this is a", exact=False).first.wait_for()
    page.locator("#chat-input").focus()
    page.keyboard.type("write it")
    page.keyboard.press("Enter")
    page.locator(".folio-choices").wait_for()
    while place(page)["name"] != "Deny":
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    tab.wait_until_idle()
    assert word(page) == ("status", False, True)


def word(page: Page) -> tuple[str, bool, bool]:
    """The role of what has the focus, and whether it has a frame, and a line below."""
    role, frame, line = page.evaluate("""() => {
        const style = getComputedStyle(document.activeElement);
        return [document.activeElement.getAttribute("role"), style.outlineStyle !== "none", style.boxShadow !== "none"];
    }""")
    return role, frame, line


def place(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(_FOCUS)
    return found


def test_the_focus_is_never_lost_with_the_button_that_it_was_on(tab: Chat, model: ScriptedServer) -> None:
    page = tab.page
    model.play(say("slow " * 400, between=0.2), say("Two."))
    tab.send("a long one")
    # At once: drawn anew in between, it would have lost the focus.
    page.locator("#stop-button").press("Enter")
    tab.wait_until_idle()
    expect(page.locator("#chat-input")).to_be_focused()
    page.locator("#new-chat-button").focus()
    page.keyboard.press("Enter")
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    page.locator("#starters").wait_for()
    page.locator("#theme-toggle").focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem").first.wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("#theme-toggle")).to_be_focused()
    page.locator("#starters button").last.focus()
    page.keyboard.press("Enter")
    tab.wait_until_idle()
    expect(page.locator("#chat-input")).to_be_focused()


def test_steps_questions_and_the_end_are_told_to_who_cannot_see_them(tab: Chat, model: ScriptedServer) -> None:
    page, told = tab.page, listen(tab.page)
    model.play(_READ, say("It is short."), _WRITE, say("Not written."))
    tab.ask("read them")
    page.wait_for_function("window.told.join().includes('The answer is ready')")
    said = " ".join(told())
    assert ("a.txt" in said, "not found" in said) == (True, True)
    tab.send("write it")
    question = page.locator(".folio-question [role='status']")
    expect(question).to_contain_text("notes.md")
    page.get_by_role("button", name="Deny").click()
    tab.wait_until_idle()
    # It was pressed with a mouse: nothing is framed.
    assert word(page) == ("status", False, False)
    page.wait_for_function("window.told.at(-1).includes('The answer is ready')")
    assert "denied" in " ".join(told())


def listen(page: Page) -> Any:
    """Collects what the region that is read out says from now on."""
    page.evaluate("""() => {
        const region = document.querySelector("#folio-spoken");
        window.told = [];
        new MutationObserver(() => window.told.push(region.textContent)).observe(region, { childList: true });
    }""")
    return lambda: page.evaluate("window.told")


def test_the_page_has_one_heading_of_its_own_one_main_part_and_a_way_past_the_header(tab: Chat) -> None:
    counted = {name: tab.page.locator(name).count() for name in ("h1", "main, [role='main']", "body > #folio-skip")}
    assert counted == {"h1": 1, "main, [role='main']": 1, "body > #folio-skip": 1}
