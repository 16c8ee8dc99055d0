"""`python -m app.check`: what it prints, and its exit status."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from page import app_environment
from replies import say
from scripted_server import ScriptedServer
from terminal import hear_ctrl_c
from wcwidth import width

from app import check
from app.settings import PROJECT

Program = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Program:
    """Runs the program here; gives its exit status and what it printed."""

    def program(*arguments: str, **settings: str) -> tuple[int, str, str]:
        for name, value in app_environment(tmp_path / "mine", **settings).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["check", *arguments])
        try:
            status = check.main()
        except SystemExit as end:
            status = int(str(end.code))
        return status, *capsys.readouterr()

    return program


@pytest.mark.slow
def test_the_built_in_helper_is_checked_honestly_in_a_table_for_80_columns(run: Program, tmp_path: Path) -> None:
    status, printed, _ = run("--language", "en")
    failed = re.findall("✗ (.+?)  ", printed)
    assert (status, failed) == (1, ["recovers from a wrong path", "answers in English"])
    assert "8 of 10 passed" in printed
    assert "fixed rules, not an AI model" in " ".join(printed.split())
    assert "(70 in all)" in printed.partition("✓")[0]
    assert max(map(width, printed.splitlines())) <= 80
    assert not (tmp_path / "mine").exists()


def test_the_table_is_readable_in_japanese_too(run: Program) -> None:
    status, printed, _ = run("--language", "ja", "--only", "wrong_path", "--only", "side_by_side")
    rows = [line for line in printed.splitlines() if line.startswith(("✓", "✗", "課題 "))]
    assert status == 1
    assert [width(row) for row in rows] == [79] * 3
    assert "2 件中 1 件合格" in printed
    assert max(map(width, printed.splitlines())) <= 80


@pytest.mark.slow
def test_json_gives_an_object_a_case_and_only_narrows_it_down(run: Program) -> None:
    status, printed, told = run("--json", "--only", "lists", "--only", "wrong_path", "--language", "en")
    found = [json.loads(line) for line in printed.splitlines()]
    assert status == 1
    assert [(one["name"], one["passed"], one["reason"]) for one in found] == [
        ("lists", True, ""),
        ("wrong_path", False, "It did not read reports/2031/budget.txt."),
    ]
    assert found[0]["requests"] == 2
    assert found[0]["input_tokens"] > 1_000
    assert "at most 7 requests (14 in all)" in " ".join(told.split())


def test_all_passed_is_status_0_and_bad_usage_2(run: Program) -> None:
    assert run("--only", "lists", "--language", "en")[0] == 0
    assert run("--only", "nonsense")[0] == 2
    status, printed, told = run(MAX_ROUNDS="many")
    assert (status, printed) == (2, "")
    assert "MAX_ROUNDS" in told


@pytest.mark.slow
def test_ctrl_c_ends_it_with_what_is_known(server: ScriptedServer, tmp_path: Path) -> None:
    server.play(say("Nothing."), say("…", before=60))
    command = [sys.executable, "-m", "app.check", "--language", "en"]
    environment = app_environment(tmp_path / "mine", OPENAI_BASE_URL=server.url)
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
        before = "".join(iter(process.stdout.readline, "  It did not list the folder.\n"))
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "✗ lists a folder" in before
    assert "0 of 1 passed" in printed
    assert "Ended early: 9 of 10 cases were not run." in printed
    assert told == ""
