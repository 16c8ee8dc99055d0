"""`python -m app.measure`: what it prints, and its exit status."""

import csv
import io
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from page import app_environment
from replies import Answer, say
from scripted_server import ScriptedServer
from terminal import hear_ctrl_c
from wcwidth import width

from app import measure
from app.settings import PROJECT

Program = Callable[..., tuple[int, str, str]]


@pytest.fixture
def stock(tmp_path: Path) -> Path:
    """A copy of the folder that the project brings."""
    return Path(shutil.copytree(PROJECT / "work", tmp_path / "mine"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stock: Path) -> Program:
    """Runs the program here; gives its exit status and what it printed."""

    def program(*arguments: str, **settings: str) -> tuple[int, str, str]:
        for name, value in app_environment(stock, **settings).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["measure", *arguments])
        try:
            status = measure.main()
        except SystemExit as end:
            status = int(str(end.code))
        return status, *capsys.readouterr()

    return program


def test_a_wrong_answer_is_a_result_and_an_agent_without_one_is_not(run: Program, server: ScriptedServer) -> None:
    server.play(say("It is 60.\n\n\x1b[2JIt is."))
    status, printed, told = run("What is the sum?", "--expect", "128", "--language", "en", OPENAI_BASE_URL=server.url)
    assert (status, told) == (0, "")
    assert "Model: gpt-6-luna (http://127.0.0.1" in printed
    assert "3 runs" in printed
    assert "Agent: 100 tokens in, 20 out" in printed
    assert "requests: 1, wrong\n  It is 60.\n  [2JIt is.\n" in printed
    server.play(lambda body: Answer(401) if body.get("tools") else say("It is 128."))
    status, printed, _ = run("What is the sum?", "--expect", "128", "--language", "en", OPENAI_BASE_URL=server.url)
    assert status == 1
    assert "Agent came to no answer:" in printed


def test_json_is_one_object_with_all_figures(run: Program, server: ScriptedServer) -> None:
    server.play(lambda body: say("128", usage=(7, 3) if body.get("tools") else (5, 2)))
    question = ("合計は？", "--expect", "128", "--json", "--repeat", "2", "--files", "stock/budo.txt")
    status, printed, told = run(*question, OPENAI_BASE_URL=server.url, MODEL_PRICE="1,1")
    found = json.loads(printed)
    assert (status, found["question"], found["repeat"], found["expected"]) == (0, "合計は？", 2, "128")
    assert "最大 21 回" in " ".join(told.split()) or "at most 21 requests" in " ".join(told.split())
    agent = found["conditions"]["agent"]
    assert (agent["runs"], agent["answered"], agent["right"]) == (2, 2, 2)
    assert agent["input_tokens"] == {"median": 7, "least": 7, "most": 7}
    assert agent["cost"]["median"] == pytest.approx(10e-6)
    ways = [(one["condition"], one["repeat"], one["input_tokens"], one["files"]) for one in found["runs"]]
    assert ways[:3] == [("no_tools", 1, 5, []), ("agent", 1, 7, []), ("pasted", 1, 5, ["stock/budo.txt"])]
    assert [way[:2] for way in ways[3:]] == [("no_tools", 2), ("agent", 2), ("pasted", 2)]
    assert [one["input_tokens_so_far"] for one in found["runs"][1]["rounds"]] == [7]
    assert [(one["absent"], one["computed"], one["differs"]) for one in found["what_if"]] == [
        ("parallel_calls", True, False),
        ("memory", True, False),
        ("stubs", True, False),
    ]


def test_csv_has_a_row_for_each_run(run: Program, server: ScriptedServer) -> None:
    server.play(say('The sum, "all in all",\nis 60', usage=(9, 4)))
    status, printed, _ = run("sum?", "--csv", "--expect", "128", "--files", "stock/*", OPENAI_BASE_URL=server.url)
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert status == 0
    assert [row["condition"] for row in rows] == ["no_tools", "agent", "pasted"]
    assert {(row["input_tokens"], row["output_tokens"], row["right"], row["cost"]) for row in rows} == {
        ("9", "4", "no", "")
    }
    assert rows[0]["answer"] == 'The sum, "all in all",\nis 60'
    assert rows[2]["files"].split("\n") == [f"stock/{name}.txt" for name in ("budo", "mikan", "readme", "ringo")]


def test_csv_runs_no_formula(run: Program, server: ScriptedServer) -> None:
    server.play(say('=HYPERLINK("http://x","128")'))
    _, printed, _ = run("sum?", "--csv", OPENAI_BASE_URL=server.url)
    assert next(csv.DictReader(io.StringIO(printed)))["answer"] == '\'=HYPERLINK("http://x","128")'


@pytest.mark.slow
@pytest.mark.parametrize("module", ["app.measure", "app.check", "app.report"])
def test_a_program_whose_reader_has_gone_ends_quietly(stock: Path, server: ScriptedServer, module: str) -> None:
    arguments = ["sum?", "--json"] if module == "app.measure" else ["--json"]
    with subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        cwd=PROJECT,
        env=app_environment(stock, OPENAI_BASE_URL=server.url),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
    assert ("Traceback" in told, process.returncode) == (False, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sum?", "--files", "nothing*.txt"), "nothing*.txt"),
        (("sum?", "--repeat", "0"), "from 1 to 100"),
        (("  ",), "empty"),
        (("sum?", "--json", "--csv"), "not allowed"),
        (("sum?", "--picture", "chart.gif"), ".svg or .png"),
        (("sum?", "--html", "no/such/place.html"), "no such folder"),
        (("sum?", "--html", "/proc/page.html"), "takes no file"),
        (("sum?", "--html", "{there}"), "--force"),
    ],
)
def test_bad_usage_is_status_2_before_anything_is_asked(
    run: Program, server: ScriptedServer, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    there = tmp_path / "report.html"
    there.write_text("mine")
    given = [argument.format(there=there) for argument in arguments]
    status, _, told = run(*given, "--language", "en", OPENAI_BASE_URL=server.url)
    assert status == 2
    assert said in " ".join(told.split())
    assert there.read_text() == "mine"
    assert server.requests == []


@pytest.mark.slow
def test_the_built_in_helper_is_compared_from_end_to_end(stock: Path) -> None:
    before = {path: path.read_bytes() for path in stock.rglob("*") if path.is_file()}
    question = "stock/budo.txt と stock/mikan.txt を読んで"
    command = [sys.executable, "-m", "app.measure", question, "--expect", "58", "--language", "ja", "--repeat", "2"]
    done = subprocess.run(
        command, cwd=PROJECT, env=app_environment(stock), capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split() for line in done.stdout.splitlines()]
    table = {row[0]: " ".join(row[1:]) for row in rows if len(row) > 7 and "–" in row}
    assert [table[way].split()[0] for way in ("ツールなし", "エージェント", "データを貼り付け")] == ["1", "2", "1"]
    assert table["ツールなし"].endswith("2 回中 0 回")
    assert table["エージェント"].endswith("2 回中 2 回")
    assert table["データを貼り付け"].endswith("2 回中 2 回")
    assert "内蔵ヘルパー（AI モデルではなく" in done.stdout
    assert "並列呼び出しなし" in done.stdout
    assert max(map(width, done.stdout.splitlines())) <= 90
    assert {path: path.read_bytes() for path in stock.rglob("*") if path.is_file()} == before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_figures_in_the_readme_are_those_of_its_command(run: Program, name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    given = re.findall(r"^\.venv/bin/python -m app\.measure (.+)$", text, flags=re.M)
    status, printed, _ = run(*shlex.split(given[0]), "--json")
    found = json.loads(printed)
    yes_no = ("no", "yes") if name == "README.md" else ("いいえ", "はい")
    for one in found["runs"]:
        figures = (one["requests"], one["input_tokens"], one["output_tokens"])
        assert f"| {' | '.join(f'{figure:,}' for figure in figures)} | {yes_no[one['right']]} |" in text
    parallel = found["what_if"][0]
    assert status == 0
    assert re.search(f" {parallel['requests']} .{{1,20}} {parallel['input_tokens']:,} ", text)


@pytest.mark.slow
def test_ctrl_c_ends_it_with_what_is_known(server: ScriptedServer, stock: Path) -> None:
    server.play(say("60"), say("…", before=60))
    command = [sys.executable, "-m", "app.measure", "sum?", "--language", "en"]
    environment = app_environment(stock, OPENAI_BASE_URL=server.url)
    with subprocess.Popen(
        command,
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    ) as process:
        assert process.stdout is not None
        before = "".join(iter(process.stdout.readline, "  60\n"))
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "No tools: 100 tokens in" in before
    assert "Ended early: 2 of 3 runs were not made." in printed
    assert told == ""
