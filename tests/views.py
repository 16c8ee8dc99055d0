"""The main views of the page, one after another, for tests that look at each of them."""

from collections.abc import Iterator
from pathlib import Path

from page import Chat
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
QUESTIONS = {"en-US": ("Read both files", "Write notes.md", "Once more"), "ja-JP": ("両方読んで", "書いて", "もう一度")}


def folder_for_views(folder: Path) -> Path:
    """A small work folder."""
    folder.mkdir()
    (folder / "a.txt").write_text("this is a\n", encoding="utf-8")
    (folder / "notes.md").write_text("old\n", encoding="utf-8")
    return folder


def views(tab: Chat, model: ScriptedServer, locale: str) -> Iterator[str]:
    """Brings the tab into each of the views and gives its name."""
    page, (read, write, again) = tab.page, QUESTIONS[locale]
    page.locator("#folio-model").get_by_text("scripted").wait_for()
    yield "welcome"
    page.locator("#theme-toggle").click()
    page.get_by_role("menuitem").first.wait_for()
    yield "themes"
    page.keyboard.press("Escape")
    # A narrow header has no room for it.
    if page.locator("#readme-button").is_visible():
        page.locator("#readme-button").click()
        page.get_by_role("dialog").locator("h2").first.wait_for()
        yield "about"
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    both = calls(("read_file", {"file_path": "a.txt"}), ("read_file", {"file_path": "nope.txt"}))
    model.play(both, say(ANSWERS[locale]), calls(("write_file", {"file_path": "notes.md", "text": "new\n"})), say("…"))
    tab.ask(read)
    tab.open_step(0)
    tab.open_step(1)
    page.locator(".prose h2").last.scroll_into_view_if_needed()
    yield "conversation"
    tab.send(write)
    page.locator(".folio-choices button").first.wait_for()
    page.wait_for_timeout(500)
    yield "question"
    page.locator(".folio-choices button").nth(1).click()
    tab.wait_until_idle()
    model.play(Answer(401, {"error": {"message": "bad key"}}))
    tab.ask(again)
    yield "error"
    page.locator("#new-chat-button").first.click()
    page.get_by_role("dialog").wait_for()
    yield "new chat"
