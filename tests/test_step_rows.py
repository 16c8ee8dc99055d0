"""The row of a call, in the file's terms and in the reader's language."""

from pathlib import Path
from typing import Any

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, finished, only, turn

from app.agent import Conversation, Decision
from app.assemble import agent_from
from app.events import ApprovalAsked, Extent, Receipt, ToolFinished, ToolStarted
from app.language import Language
from app.ui.steps.titles import denied, done, not_done, running, size, waiting

PAPER = {"file_path": "PAPER.txt"}


def started(name: str, **args: Any) -> ToolStarted:
    return ToolStarted("1", name, args, f"{name} …")


def ended(name: str, **more: Any) -> ToolFinished:
    return ToolFinished("1", name, True, "", "", 0.1, **more)


def receipt(verb: Any, path: str = "b.txt", source: str = "", after: int | None = None) -> Receipt:
    return Receipt("1", verb, path, source, size_after=after)


@pytest.mark.parametrize(
    ("call", "more", "english", "japanese"),
    [
        (
            started("read_file", **PAPER),
            {"extent": Extent("paper1.txt", 1, 200, 5000)},
            "Read paper1.txt, lines 1–200 of 5,000",
            "paper1.txt を読みました（1–200 行、全 5,000 行）",
        ),
        (
            started("read_file", **PAPER),
            {"extent": Extent("paper1.txt", 7, 7, 5000)},
            "Read paper1.txt, line 7 of 5,000",
            "paper1.txt を読みました（7 行目、全 5,000 行）",
        ),
        (
            started("read_file", **PAPER),
            {"extent": Extent("big.log", 1, 200)},
            "Read big.log, lines 1–200",
            "big.log を読みました（1–200 行）",
        ),
        (
            started("read_file", **PAPER),
            {"extent": Extent("red.png")},
            "Read red.png",
            "red.png を読みました",
        ),
        (
            started("list_directory", dir_path="stock"),
            {"extent": Extent("stock", files=12, folders=3)},
            "Listed stock: 12 files, 3 folders",
            "stock を一覧しました：12 ファイルと 3 フォルダ",
        ),
        (
            started("list_directory"),
            {"extent": Extent("", files=1)},
            "Listed the work folder: 1 file",
            "work フォルダを一覧しました：1 ファイル",
        ),
        (
            started("search_text", query="harbour"),
            {"extent": Extent("", files=3, looked=40, matches=7)},
            "Searched for “harbour” in 40 files: 7 matches",
            "40 ファイルで「harbour」を検索しました：7 件",
        ),
        (
            started("search_text", query="harbour", dir_path="stock"),
            {"extent": Extent("stock", files=1, looked=1, matches=1, is_whole=False)},
            "Searched for “harbour” in 1 file of stock: 1 match so far",
            "stock の 1 ファイルで「harbour」を検索しました：ここまでで 1 件",
        ),
        (
            started("write_file", file_path="x"),
            {"receipt": receipt("created", "paper1_summary.txt", after=1210)},
            "Created paper1_summary.txt, 1.2 kB",
            "paper1_summary.txt を作成しました（1.2 kB）",
        ),
        (
            started("move_file", source_path="a", destination_path="b"),
            {"receipt": receipt("moved", "b.txt", "a.txt", 3)},
            "Moved a.txt → b.txt",
            "a.txt → b.txt に移動しました",
        ),
        (
            started("undo", change="edited", path="b.txt"),
            {"receipt": receipt("overwritten"), "undone": "1"},
            "Undid: b.txt is as it was before",
            "b.txt を変更前の内容に戻しました",
        ),
        (
            started("undo", change="created", path="b.txt"),
            {"receipt": receipt("deleted"), "undone": "1"},
            "Undid: removed b.txt",
            "b.txt を削除し、元に戻しました",
        ),
        (
            started("undo", change="moved", path="b.txt"),
            {"receipt": receipt("moved", "a.txt", "b.txt"), "undone": "1"},
            "Undid: b.txt is a.txt again",
            "b.txt → a.txt に戻しました",
        ),
        (started("paint_wall"), {}, "Ran paint_wall", "paint_wall を実行しました"),
    ],
)
def test_a_row_says_what_was_done_in_the_files_terms(
    call: ToolStarted, more: dict[str, Any], english: str, japanese: str
) -> None:
    said = [done(call, ended(call.name, **more), language) for language in ("en", "ja")]
    assert said == [english, japanese]


@pytest.mark.parametrize(
    ("language", "runs", "failed", "asked", "no"),
    [
        (
            "en",
            "Writing notes.md …",
            "Could not write notes.md: out of range",
            "Asked to overwrite notes.md · waiting for your answer",
            "Asked to overwrite notes.md: denied, “not now”",
        ),
        (
            "ja",
            "notes.md を書いています …",
            "notes.md を書けませんでした：範囲外です",
            "notes.md の上書きを確認 · 回答待ち",
            "notes.md の上書きを確認：拒否しました（not now）",
        ),
    ],
)
def test_a_row_says_what_is_under_way_asked_and_refused(
    language: Language, runs: str, failed: str, asked: str, no: str
) -> None:
    call = started("write_file", file_path="notes.md", text="x")
    question = ApprovalAsked("1", "write_file", "write_file notes.md", "", "", "overwritten")
    assert running(call, language) == runs
    assert not_done(call, "args:range", language) == failed
    assert waiting(question, call, language) == asked
    assert denied(question, call, "not now", language) == no


def test_arguments_that_are_not_what_they_should_be_make_a_row_all_the_same() -> None:
    assert running(started("read_file"), "en") == "Reading a file …"
    assert running(started("read_file", file_path="a\u202e\nb" + "x" * 200), "en").count("\n") == 0
    assert len(running(started("search_text", query=["x"] * 500, dir_path=7), "ja")) < 200
    assert running(started("list_directory", file_path="paper1.txt"), "en") == "Listing the work folder …"


def test_sizes_read_as_a_person_says_them() -> None:
    assert [size(number, "en") for number in (0, 1, 999, 1000, 999_949, 999_950, 1_234_567_890)] == [
        "0 bytes", "1 byte", "999 bytes", "1.0 kB", "999.9 kB", "1.0 MB", "1.2 GB",
    ]  # fmt: skip
    assert size(22, "ja") == "22 バイト"


async def test_the_facts_of_a_row_come_with_the_end_of_its_call(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path
) -> None:
    (workdir / "long.txt").write_text("the harbour\n" * 50)
    wanted = [
        ("read_file", {"file_path": "long.txt", "offset": 11, "limit": 10}),
        ("list_directory", {}),
        ("search_text", {"query": "harbour"}),
        ("file_search", {"pattern": "*.txt"}),
        ("read_file", {"file_path": "nope.txt"}),
    ]
    server.play(calls(*wanted), say("done"))
    events = await turn(Conversation(agent_from(settings())))
    extents = {event.call_id: event.extent for event in finished(events)}
    assert [extents[event.call_id] for event in only(ToolStarted, events)] == [
        Extent("long.txt", 11, 20, 50),
        Extent("", files=3, folders=1),
        Extent("", files=2, looked=4, matches=51, found=("long.txt", "paper1.txt")),
        Extent("", files=4, looked=4, found=("long.txt", "paper1.txt", "paper2.txt", "stock/ringo.txt")),
        None,
    ]


async def test_what_is_asked_about_says_what_would_be_done(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path
) -> None:
    server.play(calls(("write_file", {"file_path": "paper1.txt", "text": "new"})), say("done"))
    events = await turn(Conversation(agent_from(settings())), word=Decision(allowed=False))
    assert [event.verb for event in only(ApprovalAsked, events)] == ["overwritten"]
