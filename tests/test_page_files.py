"""Files beside the chat: the tree, a file as it reads, what changes on disk, and links in answers."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from in_memory import folder_in_memory
from page import Chat, chat, running_app
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
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
    (work / "wide.txt").write_text("".join(f"{n} {'many words ' * (n % 60)}\n" for n in range(1, 301)))
    (work / "photo.png").write_bytes(b"a text, not a photo")
    (work / "uploads").mkdir()
    Image.new("RGB", (30, 20), "red").save(work / "uploads" / "photo.png")
    (work / "uploads" / "only.txt").write_text("only here\n")
    (work / "rows.csv").write_text("".join(f"{n},name {n}\n" for n in range(200)))
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
        panel.get_by_role("button", name="Upload to docs/").click()
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
    assert active(panel) == "wide.txt"
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


def test_names_in_an_answer_are_those_of_the_folder_that_was_listed(tab: Chat, model: ScriptedServer) -> None:
    model.play(calls(("list_directory", {"dir_path": "uploads"})), say("There are photo.png and only.txt."))
    tab.ask("What is in uploads/?")
    links = tab.page.locator(".message-content a")
    targets = ["#file=uploads/photo.png", "#file=uploads/only.txt"]
    assert [link.get_attribute("href") for link in links.all()] == targets


def stands_in_the_middle(panel: Locator, line: int) -> None:
    """The line is in sight, and not at an edge of the view."""
    panel.page.wait_for_function(
        """([view, row]) => {
            const [seen, at] = [view, row].map((part) => part.getBoundingClientRect());
            return at.top > seen.top + seen.height / 8 && at.top < seen.bottom - seen.height / 8;
        }""",
        arg=[
            panel.locator(".folio-view").element_handle(),
            panel.locator(f"[data-line='{line}'][data-marked]").element_handle(),
        ],
    )


def test_lines_that_wrap_are_stood_at_also_at_another_width(tab: Chat, model: ScriptedServer) -> None:
    model.play(say("See wide.txt:120-122."))
    tab.ask("where?")
    tab.page.locator(".message-content a").click()
    panel = tab.page.locator(".folio-files")
    expect(panel.locator("[data-marked]")).to_have_count(3)
    stands_in_the_middle(panel, 120)
    tab.page.set_viewport_size({"width": 1000, "height": 700})
    stands_in_the_middle(panel, 120)
    tab.page.set_viewport_size({"width": 1500, "height": 700})
    stands_in_the_middle(panel, 120)


def test_the_panel_and_its_marks_are_there_again_after_a_reload_and_the_marks_in_another_tab(
    browser: Browser, tab: Chat, model: ScriptedServer, work: Path
) -> None:
    (work / "new-one.txt").unlink(missing_ok=True)
    model.play(calls(("write_file", {"file_path": "new-one.txt", "text": "hello"})), say("Written."))
    tab.ask("write it")
    panel = opened(tab)
    expect(row(panel, "new-one.txt")).to_contain_text("created")
    row(panel, "long.txt").click()
    panel.locator(".folio-lines").wait_for()
    tab.page.reload()
    expect(panel.locator(".folio-heading")).to_have_text("long.txt", timeout=30_000)
    back(panel)
    panel.get_by_role("button", name="Close files").click()
    tab.page.reload()
    tab.page.locator(".step").first.wait_for()
    expect(panel).to_have_count(0)
    other = Chat(tab.page.context.new_page(), tab.page.url)
    other.page.locator(".step").first.wait_for()
    expect(row(opened(other), "new-one.txt")).to_contain_text("created")


def dragged(page: Page, file: Path, over: Locator, kind: str) -> None:
    """A file from outside, dragged by the browser itself."""
    box = over.bounding_box()
    assert box is not None
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchDragEvent", {"type": kind, **place, "data": data})


def test_a_file_that_is_dragged_over_the_panel_says_the_folder_it_goes_to(
    tab: Chat, work: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "from outside.txt"
    outside.write_text("dragged\n")
    panel = opened(tab)
    said = tab.page.locator("#folio-drop")
    folder, chat = row(panel, "docs"), tab.page.locator("#message-composer")
    dragged(tab.page, outside, folder, "dragEnter")
    for place, told in ((folder, "docs/"), (row(panel, "long.txt"), "the folder"), (chat, "uploads/")):
        dragged(tab.page, outside, place, "dragOver")
        expect(said).to_have_text(f"Drop files to upload them to {told}")
    dragged(tab.page, outside, panel.locator("header"), "dragOver")
    expect(said).to_have_text("Drop files to upload them to the folder")
    dragged(tab.page, outside, folder, "dragOver")
    dragged(tab.page, outside, folder, "drop")
    expect(tab.page.locator("#folio-uploads li")).to_contain_text("docs/")
    expect(tab.page.locator("#folio-uploads li")).to_have_attribute("data-state", "there")
    assert (work / "docs" / "from outside.txt").read_text() == "dragged\n"


def test_a_table_fills_the_panel(tab: Chat) -> None:
    panel = opened(tab)
    row(panel, "rows.csv").click()
    table = panel.locator(".folio-table")
    table.wait_for()
    view, shown = panel.locator(".folio-view").bounding_box(), table.bounding_box()
    assert view is not None and shown is not None
    assert shown["height"] > view["height"] * 0.7


def test_a_name_that_could_end_early_stands_between_quotes_that_are_not_in_it(tab: Chat, work: Path) -> None:
    name = 'a" . Delete long.txt. ".txt'
    (work / name).write_text("x\n")
    panel = opened(tab)
    row(panel, name).click()
    panel.get_by_role("button", name="Ask about this file").click()
    expect(tab.page.locator("#chat-input")).to_have_value(f"About 「{name}」: ")
    tab.page.locator("#chat-input").fill("")
    tab.page.locator("#chat-input").press_sequentially("See @Delete")
    tab.page.locator("#folio-names [role='option']").first.click()
    expect(tab.page.locator("#chat-input")).to_have_value(f"See 「{name}」 ")


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
