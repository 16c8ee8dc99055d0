"""`python -m app.report`: the sums of a record, to the figure, and what it says of what it did not look at."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from page import app_environment
from wcwidth import width

from app import report
from app.settings import PROJECT

Program = Callable[..., tuple[int, str, str]]
Json = dict[str, Any]

TODAY = datetime.now().astimezone().replace(hour=12, minute=0, second=0, microsecond=0)
_HERE = {"turn": "t1", "who": "ann", "conversation": "c1"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the record is."""
    made = tmp_path / "work-data" / "record"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Program:
    """Runs the program here; gives its exit status and what it printed."""

    def program(*arguments: str, **settings: str) -> tuple[int, str, str]:
        for name, value in app_environment(tmp_path / "work", **settings).items():
            monkeypatch.setenv(name, value)
        try:
            status = report.main(arguments)
        except SystemExit as end:
            status = int(str(end.code))
        return status, *capsys.readouterr()

    return program


def line(event: str, at: datetime, **fields: Any) -> Json:
    return {"event": event, "at": at.isoformat(timespec="milliseconds"), **_HERE, **fields}


def spent(at: datetime, **fields: Any) -> Json:
    given = {"requests": 1, "input_tokens": 1000, "output_tokens": 50, "prompt_cached_tokens": 400, "cost": 0.25}
    return line("RoundEnded", at, **{**given, **fields})


def call(at: datetime, id: str, title: str, seconds: float, code: str = "", **fields: Any) -> list[Json]:
    name = title.partition(" ")[0]
    ended = {"name": name, "ok": not code, "code": code, "seconds": seconds, "cached": False, "extent": None}
    who = {key: fields.pop(key) for key in ("turn", "who") if key in fields}
    return [
        line("ToolStarted", at, call_id=id, name=name, args={}, title=title, **who),
        line("ToolFinished", at, call_id=id, **{**ended, **fields}, **who),
    ]


def a_day_of_ann_and_bob(at: datetime) -> list[Json]:
    bob = {"turn": "t2", "who": "bob"}
    return [
        line("TurnStarted", at, door="page", question="What?", model="m"),
        spent(at),
        *call(at, "1", "read_file a.txt", 0.5, extent={"path": "a.txt"}),
        *call(at, "2", "read_file a.txt", 0.0, extent={"path": "a.txt"}, cached=True),
        *call(at, "3", "read_file none.txt", 0.25, "path:not_found"),
        line("Notice", at, code="retried"),
        line("ApprovalAsked", at, call_id="4", name="write_file", title="write_file b.txt", verb="overwritten"),
        line("ApprovalGiven", at, call_id="4", allowed=True, reason=""),
        *call(at, "4", "write_file b.txt", 2.0),
        spent(at, requests=2, cost=None, estimated=True),
        line("TurnEnded", at, reason="answered", text={"characters": 5}, usage={}),
        line("TurnStarted", at, door="page", question="And?", model="m", **bob),
        spent(at, **bob),
        line("ApprovalAsked", at, call_id="1", name="write_file", title="x", verb="", **bob),
        line("ApprovalGiven", at, call_id="1", allowed=False, reason="No!", **bob),
        *call(at, "1", "write_file c.txt", 9.0, "tool:denied", **bob),
        line("TurnClosed", at, **bob),
        line("TurnStarted", at, door="page", question="", model="m", turn="t3"),
        line("TurnClosed", at, turn="t3"),
        line("TurnStarted", at, door="page", question="Still?", model="m", turn="t4"),
    ]


def write(folder: Path, at: datetime, lines: list[Json], number: int = 1) -> Path:
    file = folder / f"{at.date()}{f'.{number}' if number > 1 else ''}.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return file


def test_its_figures_are_those_of_the_lines(run: Program, folder: Path) -> None:
    write(folder, TODAY, a_day_of_ann_and_bob(TODAY))
    status, printed, _ = run("--json")
    told = json.loads(printed)
    assert (status, told["turns"]) == (0, 4)
    assert told["outcomes"] == {"answered": 1, "broken_off": 1, "undo": 1, "open": 1}
    assert told["tools"] == {
        "read_file": {"calls": 3, "failed": 1, "cached": 1, "seconds": 0.75, "slowest": 0.5},
        "write_file": {"calls": 2, "failed": 1, "cached": 0, "seconds": 11.0, "slowest": 9.0},
    }
    assert told["failures"] == [
        {"tool": "read_file", "code": "path:not_found", "number": 1},
        {"tool": "write_file", "code": "tool:denied", "number": 1},
    ]
    assert [(one["title"], one["seconds"]) for one in told["slowest"]] == [
        ("write_file c.txt", 9.0),
        ("write_file b.txt", 2.0),
        ("read_file a.txt", 0.5),
        ("read_file none.txt", 0.25),
    ]
    both = {"rounds": 3, "requests": 4, "input_tokens": 3000, "output_tokens": 150, "prompt_cached_tokens": 1200}
    priced = {"cost": 0.5, "priced": 2, "estimated": 1}
    assert told["days"] == {str(TODAY.date()): {"turns": 4, **both, **priced}}
    assert {who: (one["turns"], one["requests"]) for who, one in told["people"].items()} == {
        "ann": (3, 3),
        "bob": (1, 1),
    }
    assert (told["asked"], told["allowed"], told["denied"]) == (2, 1, 1)
    assert told["read"] == [{"path": "a.txt", "who": "ann", "number": 2}]


def test_it_is_of_the_days_and_the_person_that_are_asked_for(run: Program, folder: Path) -> None:
    yesterday = TODAY - timedelta(days=1)
    write(folder, TODAY, a_day_of_ann_and_bob(TODAY))
    write(folder, yesterday, [line("TurnStarted", yesterday, turn="t0", question="?", model="m")])
    assert json.loads(run("--json")[1])["turns"] == 5
    told = json.loads(run("--json", "--days", "1", "--who", "bob")[1])
    assert (told["turns"], told["asked"], list(told["people"]), told["left_out"]) == (1, 1, ["bob"], ["ann"])
    assert told["looked"]["older"] == [f"{yesterday.date()}.jsonl"]
    printed = run("--days", "1", "--who", "eve", "--language", "en")[1]
    assert "Nothing is recorded of this person, but there is of: ann, bob." in printed
    assert f"Not looked at: 1 older files, from {yesterday.date()}.jsonl on." in printed


def test_damaged_lines_are_named_and_left_out(run: Program, folder: Path) -> None:
    file = write(folder, TODAY, a_day_of_ann_and_bob(TODAY))
    before = json.loads(run("--json")[1])
    good = file.read_bytes()
    bad = [b'{"event": "TurnEn', b"\xff\xfe\x00", b"[]", b"[" * 100_000, b'{"event": "Other"}']
    bad += [json.dumps(wrong).encode() for wrong in (spent(TODAY, requests="many"), line("TurnEnded", TODAY, reason=5))]
    bad += [json.dumps(spent(TODAY, cost=float("inf"))).encode(), b'{"event": "TurnClosed", "at": "today"}']
    file.write_bytes(good + b"\n".join(bad) + b"\n\n" + good.splitlines()[0])
    (folder / f"{TODAY.date()}.2.jsonl").mkdir()
    told = json.loads(run("--json")[1])
    looked = told.pop("looked")
    first = len(good.splitlines()) + 1
    assert looked["bad"] == [f"{file.name}:{first + index}" for index in range(len(bad))]
    assert looked["unreadable"] == [f"{TODAY.date()}.2.jsonl"]
    del before["looked"]
    assert told == before
    printed = " ".join(run("--language", "en")[1].split())
    assert f"left out: 9 ({file.name}:{first}, " in printed
    assert f"Could not be read: {TODAY.date()}.2.jsonl." in printed


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["broken off", "read_file path:not_found (not found)", "≥ $0.5000", "a.txt (ann)", "2 of 3 rounds"]),
        ("ja", ["途中で切れた", "read_file path:not_found (見つかりません)", "日ごとのトークン", "3 回中 2 回"]),
    ],
)
def test_its_tables_are_for_80_columns_in_both_languages(
    run: Program, folder: Path, language: str, words: list[str]
) -> None:
    odd = call(TODAY, "9", f"read_file {'長い名前' * 30}\x1b[2J\n.txt", 1.0)
    lost = [line("LinesLost", TODAY, lines=7), line("FilesDropped", TODAY, files=["2026-01-01.jsonl"])]
    write(folder, TODAY, [*a_day_of_ann_and_bob(TODAY), *odd, *lost])
    status, printed, _ = run("--language", language, RECORD="false")
    said = re.sub(r"\s+", " ", printed)
    assert status == 0
    assert [word for word in words if word not in said] == []
    assert "2026-01-01.jsonl" in said and "7" in said and "RECORD" in said
    assert "\x1b" not in printed
    assert max(map(width, printed.splitlines())) <= 79


def test_nothing_recorded_is_said_and_bad_usage_is_status_2(run: Program, folder: Path) -> None:
    assert run("--language", "en")[:2][0] == 0
    assert "Nothing is recorded there." in run("--language", "en")[1]
    folder.rmdir()
    assert "Nothing is recorded there." in run("--language", "en")[1]
    assert run("--days", "0")[0] == 2
    assert run("--days", "many")[0] == 2
    status, printed, told = run(MAX_ROUNDS="many")
    assert (status, printed) == (2, "")
    assert "MAX_ROUNDS" in told


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_it_ends_quietly_where_nobody_reads_any_more(folder: Path, options: list[str]) -> None:
    write(folder, TODAY, a_day_of_ann_and_bob(TODAY))
    command, own = [sys.executable, "-m", "app.report", *options], app_environment(folder.parents[1] / "work")
    with subprocess.Popen(command, cwd=PROJECT, env=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert (process.stderr.read(), process.wait(60)) == (b"", 1)


def test_lines_that_another_program_wrote_are_no_end_of_it(run: Program, folder: Path) -> None:
    odd = [spent(TODAY, cost=1e308), spent(TODAY, cost=1e308), *call(TODAY, "1", "", 1e308), *call(TODAY, "2", "", -1)]
    write(folder, TODAY, [*odd, line("TurnEnded", TODAY, reason="\x1b[2J\n") | {"at": "0001-01-01T00:00:00+14:00"}])
    (folder / "0001-01-01.jsonl").write_bytes(b"\x00old\n")
    (folder / "9999-12-31.jsonl").write_bytes(b"")
    for options in ([], ["--json"], ["--days", "99999"], ["--language", "ja"]):
        status, printed, told = run(*options)
        assert (status, told, "\x1b" in printed) == (0, "", False)
