"""Files beside the chat: the tree, a file as it reads, what changes on disk, and links in answers."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from in_memory import folder_in_memory
from page import Chat, chat, running_app
from PIL import Image
from playwright.sync_api import Browser, Locator, expect
from replies import calls, say
from sample_documents import pdf, xlsx
from scripted_server import ScriptedServer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def work() -> Iterator[Path]:
    with folder_in_memory() as folder:
        yield filled(folder / "work")


def filled(work: Path) -> Path:
    (work / "docs" / "deep").mkdir(parents=True)
    (work / "docs" / "deep" / "last.txt").write_text("the last one\n")
    (work / "docs" / "read.md").write_text("# A title\n\nkey:value ![x](http://e.test/x.png) [long](../long.txt)\n")
    (work / "long.txt").write_text("".join(f"line {n}\n" for n in range(1, 12_001)))
    (work / "table.csv").write_text('name,price\n"Pear, big",200\n')
    (work / "book.xlsx").write_bytes(xlsx(lambda book: book.add_worksheet("Stock").write("B2", "Pear")))
    (work / "two.pdf").write_bytes(pdf([["First page"], ["Second page"]]))
    Image.new("RGB", (40, 20), "teal").save(work / "picture.png")
    (work / "data.bin").write_bytes(bytes(range(256)) * 100)
    (work / "many").mkdir()
    for number in range(100_000):
        os.mknod(work / "many" / f"f{number:06}.txt")
    return work


@pytest.fixture(scope="module")
def address(work: Path, model: ScriptedServer) -> Iterator[str]:
    with running_app(work, work.parent / "app.log", OPENAI_BASE_URL=model.url, MODEL="scripted") as url:
        yield url


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address) as opened:
        yield opened
        assert opened.outside == []


def opened(tab: Chat) -> Locator:
    """The panel, with the names in it."""
    tab.page.locator("#files-button").click()
    panel = tab.page.locator(".folio-files")
    row(panel, "long.txt").wait_for()
    return panel


def row(panel: Locator, name: str) -> Locator:
    return panel.get_by_role("treeitem").filter(has=panel.page.get_by_text(name, exact=True))


def active(panel: Locator) -> str:
    tree = panel.get_by_role("tree")
    return panel.page.locator(f"#{tree.get_attribute('aria-activedescendant')} .folio-name").inner_text()


def back(panel: Locator) -> None:
    panel.get_by_role("button", name=re.compile("Back to the files|ファイル一覧に戻る")).click()


def test_a_click_shows_each_kind_of_file_and_download_gives_its_bytes(tab: Chat, work: Path) -> None:
    panel = opened(tab)
    row(panel, "table.csv").click()
    expect(panel.locator("thead")).to_have_text("nameprice")
    expect(panel.locator("tbody td").first).to_have_text("Pear, big")
    panel.get_by_role("button", name="Source").click()
    expect(panel.locator("[data-line='2'] code")).to_have_text('"Pear, big",200')
    with tab.page.expect_download() as download:
        panel.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "table.csv"
    assert Path(download.value.path()).read_bytes() == (work / "table.csv").read_bytes()
    for name, shown in (("book.xlsx", "Pear"), ("data.bin", "not a text file")):
        back(panel)
        row(panel, name).click()
        expect(panel.locator(".folio-view")).to_contain_text(shown)
    back(panel)
    row(panel, "two.pdf").click()
    pages = panel.get_by_role("img", name=re.compile("^Page "))
    expect(pages).to_have_count(2)
    expect(pages.first).to_have_js_property("naturalWidth", 1000)
    panel.get_by_role("button", name="Text").click()
    expect(panel.locator(".folio-view")).to_contain_text("Second page")
    expect(panel.locator(".folio-view")).to_contain_text("download the original")
    back(panel)
    row(panel, "picture.png").click()
    picture = panel.locator("img.folio-picture")
    picture.wait_for()
    expect(picture).to_have_js_property("naturalWidth", 40)
    # The one that is no text was refused.
    assert [complaint for complaint in tab.complaints if "415" not in complaint] == []


def test_files_are_uploaded_into_the_folder_that_was_chosen_in_the_tree(tab: Chat, work: Path) -> None:
    panel = opened(tab)
    row(panel, "docs").click()
    with tab.page.expect_file_chooser() as chooser:
        panel.get_by_role("button", name="Upload into the chosen folder").click()
    chooser.value.set_files({"name": "new.txt", "mimeType": "text/plain", "buffer": b"new\n"})
    row(panel, "new.txt").wait_for()
    assert (work / "docs" / "new.txt").read_text() == "new\n"
    assert row(panel, "last.txt").count() == 0
    assert panel.locator(".folio-row", has_text="deep").get_attribute("data-folio-folder") == "docs/deep"


def test_markdown_is_formatted_fetches_nothing_and_its_links_stay_in_the_panel(tab: Chat) -> None:
    panel = opened(tab)
    row(panel, "docs").click()
    row(panel, "read.md").click()
    expect(panel.get_by_role("heading", name="A title")).to_be_visible()
    expect(panel.locator(".folio-rendered")).to_contain_text("key:value ![x](http://e.test/x.png)")
    panel.locator(".folio-rendered").get_by_role("link", name="long").click()
    expect(panel.locator(".folio-heading")).to_have_text("long.txt")
    assert len(tab.page.context.pages) == 1


def test_a_long_text_says_what_is_shown_and_goes_on(tab: Chat) -> None:
    panel = opened(tab)
    row(panel, "long.txt").click()
    bounds = panel.locator(".folio-bounds")
    expect(bounds).to_contain_text("Lines 1–500 of 12,000")
    panel.get_by_role("button", name="Show more").click()
    expect(bounds).to_contain_text("Lines 1–1,000 of 12,000")
    expect(panel.locator("[data-line='1000'] code")).to_have_text("line 1000")


def test_what_changes_on_disk_is_seen_without_a_click(tab: Chat, work: Path) -> None:
    panel = opened(tab)
    (work / "came.txt").write_text("first\n")
    row(panel, "came.txt").click()
    expect(panel.locator(".folio-lines")).to_contain_text("first")
    (work / "came.txt").write_text("second\n")
    expect(panel.locator(".folio-lines")).to_contain_text("second", timeout=20_000)
    (work / "came.txt").unlink()
    expect(panel.get_by_role("alert")).to_have_text("came.txt cannot be shown: not found.", timeout=20_000)
    back(panel)
    expect(row(panel, "came.txt")).to_have_count(0)


def test_a_hundred_thousand_names_scroll_and_are_come_back_to(tab: Chat) -> None:
    panel = opened(tab)
    row(panel, "many").click()
    row(panel, "f000000.txt").wait_for()
    rows = panel.locator(".folio-rows")
    assert panel.get_by_role("treeitem").count() < 100
    rows.evaluate("list => { list.scrollTop = list.scrollHeight / 2 }")
    half = panel.get_by_role("treeitem").filter(has_text=re.compile(r"f0(49|50)\d{3}\.txt")).first
    half.wait_for()
    name = half.locator(".folio-name").inner_text()
    row(panel, name).click()
    expect(panel.locator(".folio-heading")).to_have_text(f"many/{name}")
    back(panel)
    expect(row(panel, name)).to_be_visible()
    tab.page.keyboard.press("End")
    expect(row(panel, "two.pdf")).to_be_visible()
    panel.get_by_role("searchbox").fill("f099999")
    panel.get_by_role("treeitem").filter(has_text="many/f099999.txt").click()
    expect(panel.locator(".folio-heading")).to_have_text("many/f099999.txt")


def test_the_keyboard_alone_is_enough(tab: Chat) -> None:
    tab.page.locator("#files-button").focus()
    tab.page.keyboard.press("Enter")
    panel = tab.page.locator(".folio-files")
    expect(panel.get_by_role("tree")).to_be_focused()
    row(panel, "docs").wait_for()
    press = tab.page.keyboard.press
    press("ArrowRight")
    expect(row(panel, "docs")).to_have_attribute("aria-expanded", "true")
    row(panel, "deep").wait_for()
    press("ArrowDown")
    assert active(panel) == "deep"
    press("ArrowLeft")
    assert active(panel) == "docs"
    press("ArrowLeft")
    expect(row(panel, "docs")).to_have_attribute("aria-expanded", "false")
    press("End")
    assert active(panel) == "two.pdf"
    press("l")
    assert active(panel) == "long.txt"
    press("Enter")
    expect(panel.locator(".folio-view")).to_be_focused()
    press("Escape")
    expect(panel.get_by_role("tree")).to_be_focused()
    assert active(panel) == "long.txt"
    press("Escape")
    expect(panel).to_have_count(0)
    expect(tab.page.locator("#files-button")).to_be_focused()


def test_a_name_in_an_answer_opens_the_lines_and_a_change_is_marked(
    tab: Chat, model: ScriptedServer, work: Path
) -> None:
    (work / "made.txt").unlink(missing_ok=True)
    wanted = calls(("write_file", {"file_path": "made.txt", "text": "hello"}))
    model.play(wanted, say("See long.txt:700-702 and `docs/read.md`, key:value, not nothing.txt."))
    assert tab.ask("write it") == "See long.txt:700-702 and docs/read.md, key:value, not nothing.txt."
    links = tab.page.locator(".message-content a")
    assert links.all_inner_texts() == ["long.txt:700-702", "docs/read.md"]
    links.first.focus()
    tab.page.keyboard.press("Enter")
    panel = tab.page.locator(".folio-files")
    expect(panel.locator("[data-marked]")).to_have_count(3)
    expect(panel.locator("[data-line='701']")).to_be_in_viewport()
    panel.get_by_role("button", name="Show what comes before").click()
    expect(panel.locator(".folio-bounds")).to_contain_text("Lines 150–")
    links.last.click()
    expect(panel.locator(".folio-heading")).to_have_text("docs/read.md")
    back(panel)
    expect(row(panel, "made.txt")).to_contain_text("created")


@pytest.mark.parametrize(("locale", "question"), [("en-US", "About long.txt: "), ("ja-JP", "long.txt について、")])
def test_ask_about_a_file_begins_a_question_in_the_readers_language(
    browser: Browser, address: str, locale: str, question: str
) -> None:
    with chat(browser, address, locale, width=390, height=844) as tab:
        panel = opened(tab)
        sizes = {"en-US": "kB", "ja-JP": "KB"}
        expect(row(panel, "long.txt")).to_contain_text(sizes[locale])
        row(panel, "long.txt").click()
        panel.get_by_role("button", name=re.compile("^(Ask about this file|このファイルについて質問)$")).click()
        expect(tab.page.locator("#chat-input")).to_be_focused()
        expect(tab.page.locator("#chat-input")).to_have_value(question)
        expect(panel).to_have_count(0)
