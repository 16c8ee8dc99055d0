"""The main views of the page, one after another, for tests that look at each of them."""

from collections.abc import Iterator
from pathlib import Path

from page import Chat
from playwright.sync_api import Page
from replies import Answer, calls, say
from scripted_server import ScriptedServer

TABLES = {
    "en-US": "| name | size |\n|---|--:|\n| a.txt | 10 |\n| notes.md | 4 |\n",
    "ja-JP": "| 名前 | サイズ |\n|---|--:|\n| a.txt | 10 |\n| notes.md | 4 |\n",
}
ANSWERS = {
    "en-US": f"## Two files\n\nBoth are **short**: `a.txt`, [notes](http://127.0.0.1/).\n\n{TABLES['en-US']}\n```python\nprint(1)\n```\n",
    "ja-JP": f"## 2つのファイル\n\nどちらも**短い**文書です：`a.txt`\n\n{TABLES['ja-JP']}\n```python\nprint(1)\n```\n",
}
_CHART = {"file_path": "n.csv", "kind": "bar", "x": "x", "y": ["y"]}
QUESTIONS = {"en-US": ("Read both files", "Write notes.md", "Once more"), "ja-JP": ("両方読んで", "書いて", "もう一度")}


def folder_for_views(folder: Path) -> Path:
    """A small work folder."""
    folder.mkdir()
    (folder / "a.txt").write_text("this is a\n", encoding="utf-8")
    (folder / "notes.md").write_text("old\n", encoding="utf-8")
    (folder / "n.csv").write_text("x,y\n1,5\n2,9\n3,4\n", encoding="utf-8")
    return folder


def views(tab: Chat, model: ScriptedServer, locale: str) -> Iterator[str]:
    """Brings the tab into each of the views and gives its name."""
    yield from _conversation(tab, model, locale)
    yield from _beside(tab)
    yield from _conversations(tab)
    tab.page.locator("#new-chat-button").first.click()
    tab.page.get_by_role("dialog").wait_for()
    yield "new chat"


def login(page: Page, address: str) -> Iterator[str]:
    """The page that asks who it is, before and after it has refused somebody."""
    page.goto(address)
    page.locator("#email").wait_for()
    yield "login"
    page.fill("#email", "somebody")
    page.fill("#password", "wrong")
    page.keyboard.press("Enter")
    page.locator("form .alert").wait_for()
    yield "login refused"


def _conversation(tab: Chat, model: ScriptedServer, locale: str) -> Iterator[str]:
    page, (read, write, again) = tab.page, QUESTIONS[locale]
    page.locator("#folio-model").get_by_text("scripted").wait_for()
    yield "welcome"
    page.locator("#theme-toggle").click()
    page.get_by_role("menuitem").first.wait_for()
    yield "themes"
    page.keyboard.press("Escape")
    # A narrow header has no room for it.
    if not page.locator("#readme-button").is_visible():
        page.locator("#sidebar-trigger-button").click()
    page.locator("#readme-button, #folio-about").locator("visible=true").click()
    page.get_by_role("dialog").locator("h2").first.wait_for()
    yield "about"
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    both = calls(("read_file", {"file_path": "a.txt"}), ("read_file", {"file_path": "nope.txt"}))
    model.play(both, say(ANSWERS[locale]))
    tab.ask(read)
    tab.open_step(0)
    tab.open_step(1)
    page.locator(".prose h2").last.scroll_into_view_if_needed()
    yield "conversation"
    model.play(calls(("read_file", {"file_path": "n.csv"}), ("draw_chart", _CHART)), say("…"))
    tab.ask(again)
    tab.open_step(2)
    page.locator(".js-plotly-plot").wait_for()
    yield "table and chart"
    page.locator("#folio-gauge button").click()
    page.locator("#folio-room").wait_for()
    yield "gauge"
    page.keyboard.press("Escape")
    model.play(calls(("write_file", {"file_path": "notes.md", "text": "new\n"})), say("…"))
    tab.send(write)
    page.locator(".folio-choices button").first.wait_for()
    page.wait_for_timeout(500)
    yield "question"
    page.locator(".folio-choices button").nth(1).click()
    tab.wait_until_idle()
    model.play(Answer(401, {"error": {"message": "bad key"}}))
    tab.ask(again)
    yield "error"


def _beside(tab: Chat) -> Iterator[str]:
    """What stands beside the conversation, or over it for a moment."""
    page = tab.page
    page.locator("#files-button").click()
    files = page.locator(".folio-files")
    files.get_by_text("a.txt").wait_for()
    yield "files"
    files.get_by_text("n.csv").click()
    files.locator("td").first.wait_for()
    yield "file"
    files.locator(".folio-close:visible").or_(page.locator("[role='dialog'] > button.absolute")).first.click()
    files.wait_for(state="detached")
    page.locator("#chat-settings-open-modal").click()
    page.locator("#chat-settings #model").wait_for()
    yield "settings"
    page.keyboard.press("Escape")
    page.fill("#chat-input", "/")
    page.locator(".command-item").first.wait_for()
    yield "commands"
    page.fill("#chat-input", "")


def _conversations(tab: Chat) -> Iterator[str]:
    """The list of conversations, and what is done with them."""
    page, menu = tab.page, tab.page.locator("#thread-options").first
    page.locator("#sidebar-trigger-button").first.wait_for()
    if not menu.is_visible():
        page.locator("#sidebar-trigger-button").first.click()
        menu.wait_for()
        yield "sidebar"
    page.keyboard.press("Control+k")
    page.locator("[cmdk-item]").first.wait_for()
    yield "search"
    page.keyboard.press("Escape")
    # The focus goes back to where it came from, and would leave the menu again.
    page.locator("[cmdk-item]").first.wait_for(state="detached")
    page.wait_for_timeout(300)
    for number, name in enumerate(("rename", "delete")):
        menu.press("Enter")
        page.get_by_role("menuitem").nth(number).click()
        asked = page.locator("[role='dialog']:has(input), [role='alertdialog']")
        asked.wait_for()
        yield name
        page.keyboard.press("Escape")
        asked.wait_for(state="detached")
    if page.locator("[data-mobile='true']").count():
        page.keyboard.press("Escape")
