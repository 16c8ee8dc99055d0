"""What a person can do in the page with no key and no network: every sentence, in both languages."""

import math
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import Chat, chat, running_app
from playwright.sync_api import Browser

from app.settings import PROJECT

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample folder."""
    folder = tmp_path_factory.mktemp("helper") / "work"
    shutil.copytree(PROJECT / "work", folder, ignore=shutil.ignore_patterns("*_summary.txt"))
    return folder


@pytest.fixture(scope="module")
def address(work: Path) -> Iterator[str]:
    # With CI set, Chainlit puts a made-up key into the environment; the helper answers all the same.
    with running_app(work, work.parent / "app.log", CI="true") as url:
        yield url


@pytest.fixture(params=["en-US", "ja-JP"])
def anyone(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address, locale=request.param) as tab:
        yield tab


@pytest.fixture
def reader(browser: Browser, address: str) -> Iterator[Chat]:
    with chat(browser, address) as tab:
        yield tab


@pytest.mark.parametrize("question", ["What is in the work folder?", "work フォルダには何がありますか？"])
def test_the_folder_is_listed_in_one_visible_step(anyone: Chat, question: str) -> None:
    answer = anyone.ask(question)
    (row,) = anyone.rows()
    assert row.startswith("Listed the work folder: ") or row.startswith("work フォルダを一覧しました：")
    assert "1 folder" in row or "1 フォルダ" in row
    for name in ("paper1.txt", "paper2.txt", "paper3.txt", "stock"):
        assert name in answer


@pytest.mark.parametrize("question", ["What is the title of paper1.txt?", "paper1.txt のタイトルは？"])
def test_the_title_takes_one_read(anyone: Chat, work: Path, question: str) -> None:
    answer = anyone.ask(question)
    (row,) = anyone.rows()
    assert row.startswith(("Read paper1.txt, ", "paper1.txt を読みました（"))
    assert (work / "paper1.txt").read_text(encoding="utf-8").splitlines()[0] in answer


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Summarize paper1.txt and save it as paper1_summary.txt", "paper1_summary.txt"),
        ("paper2.txt を要約して paper2_summary.txt に保存して", "paper2_summary.txt"),
    ],
)
def test_a_summary_is_saved_and_named_with_its_size(reader: Chat, work: Path, question: str, name: str) -> None:
    answer = reader.ask(question)
    read, written = reader.rows()
    # Rows speak the reader's language, whatever the question is written in.
    assert read.startswith(("Read paper1.txt", "Read paper2.txt"))
    assert written.startswith(f"Created {name}")
    assert name in answer
    assert f"{(work / name).stat().st_size:,}" in answer
    assert (work / name).stat().st_size > 100


def test_two_papers_are_read_side_by_side_and_summarized_in_one_answer(anyone: Chat) -> None:
    answer = anyone.ask("paper1.txt と paper2.txt を要約して")
    first, second = anyone.rows()
    assert ("paper1.txt" in first, "paper2.txt" in second) == (True, True)
    assert "paper1.txt" in answer and "paper2.txt" in answer
    assert re.findall(r"\d+", anyone.figures())[:2] == ["2", "2"]  # rounds, tool calls


@pytest.mark.parametrize(
    ("question", "words", "way_on"),
    [
        ("Read paper3.txt from start to end and tell me all of it", "context window", "Read it in parts"),
        ("paper3.txt を最初から最後まで読んで全部教えて", "コンテキストウィンドウ", "分割して読む"),
    ],
)
def test_a_paper_that_does_not_fit_is_explained_and_the_next_question_works(
    reader: Chat, work: Path, question: str, words: str, way_on: str
) -> None:
    answer = reader.ask(question)
    size = math.ceil((work / "paper3.txt").stat().st_size / 1000)
    assert words in answer and "paper3.txt" in answer and f"{size} kB" in answer
    assert reader.page.get_by_role("button", name=way_on).count() == 1
    title = (work / "paper3.txt").read_text(encoding="utf-8").splitlines()[0]
    assert title in reader.ask("What is the title of paper3.txt?")


def test_stop_in_the_middle_and_ask_something_else(anyone: Chat) -> None:
    anyone.send("Read paper1.txt")
    anyone.page.locator('.step[data-step-type="assistant_message"]').first.wait_for()
    anyone.press_stop()
    assert "Stopped." in anyone.answer() or "停止しました。" in anyone.answer()
    assert "paper2.txt" in anyone.ask("What is in the work folder?")


def test_the_page_says_that_no_model_is_connected(anyone: Chat) -> None:
    badge = anyone.page.locator("#folio-model")
    badge.wait_for()
    assert badge.inner_text() in ("Built-in helper, no model connected", "内蔵ヘルパー（モデル未接続）")
    anyone.ask("hello")
    assert badge.inner_text() in anyone.figures()


def test_the_starters_speak_the_readers_language_and_work(browser: Browser, address: str) -> None:
    with chat(browser, address, locale="ja-JP") as tab:
        tab.page.locator("#starters").get_by_text("paper1.txt のタイトルは？").click()
        tab.page.get_by_text("paper1.txt を読みました").first.wait_for()
        tab.wait_until_idle()
        assert [row.split("（")[0] for row in tab.rows()] == ["paper1.txt を読みました"]


def test_nothing_is_played_by_itself_unless_the_app_was_started_for_the_demo(browser: Browser, address: str) -> None:
    with chat(browser, f"{address}/?language=en&speed=60") as tab:
        tab.page.locator("#folio-model").wait_for()
        tab.page.wait_for_timeout(500)
        assert tab.page.locator("#folio-demo").count() == 0


def test_the_page_asks_no_other_host_for_anything_and_reports_no_error(anyone: Chat) -> None:
    anyone.ask("What is in the work folder?")
    anyone.page.locator("#readme-button").click()
    anyone.page.wait_for_timeout(500)
    assert anyone.outside == []
    assert anyone.complaints == []
