"""The terminal front door, as a program: its output, its exit status, Ctrl-C, a real terminal."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from page import app_environment
from replies import Answer, Json, calls, say
from scripted_server import ScriptedServer
from terminal import COMMAND, at_a_terminal, run

from app.events import ToolFinished
from app.settings import PROJECT

pytestmark = pytest.mark.slow


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def environment(workdir: Path, model: ScriptedServer) -> dict[str, str]:
    return app_environment(workdir, OPENAI_BASE_URL=model.url, MODEL="scripted", LANG="en_US.UTF-8", LC_ALL="")


def events(output: str) -> list[Json]:
    return [json.loads(line) for line in output.splitlines()]


def test_json_prints_one_object_an_event_with_the_turns_end_last(
    environment: dict[str, str], model: ScriptedServer
) -> None:
    model.play(calls(("read_file", {"file_path": "stock/ringo.txt"})), say("りんごです。"))
    done = run(environment, "りんごは？", "--json")
    shown = events(done.stdout)
    assert [event["event"] for event in shown if event["event"] != "TextDelta"] == [
        "RoundStarted", "RoundEnded", "ToolStarted", "ToolFinished", "RoundStarted", "RoundEnded", "TurnEnded",
    ]  # fmt: skip
    assert shown[2]["title"] == "read_file stock/ringo.txt"
    assert shown[2]["args"] == {"file_path": "stock/ringo.txt"}
    assert set(shown[3]) == {f.name for f in fields(ToolFinished)} | {"event"}
    assert shown[-1]["text"] == "りんごです。"
    assert shown[-1]["usage"]["rounds"] == 2
    assert "りんごです。" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_questions_from_standard_input_are_one_conversation(environment: dict[str, str], model: ScriptedServer) -> None:
    model.play(say("One."), say("Two."))
    done = run(environment, "--json", given="first\n\n  second  \n")
    assert [event["text"] for event in events(done.stdout) if event["event"] == "TurnEnded"] == ["One.", "Two."]
    assert [m["content"] for m in model.requests[1].messages if m["role"] != "system"] == ["first", "One.", "second"]
    assert done.returncode == 0


def test_the_answer_goes_to_standard_output_and_the_steps_to_standard_error(
    environment: dict[str, str], model: ScriptedServer
) -> None:
    wanted = [("read_file", {"file_path": name}) for name in ("paper1.txt", "nope.txt")]
    model.play(calls(*wanted), say("It is about a wall."))
    done = run(environment, "what is it about?")
    assert done.stdout == "It is about a wall.\n"
    assert "✓ read_file paper1.txt" in done.stderr
    assert "✗ read_file nope.txt · not found" in done.stderr
    assert "2 requests · 2 tool calls" in done.stderr


@pytest.mark.parametrize("form", [["hello", "--json"], ["--json"]])
def test_a_turn_that_is_not_answered_exits_with_1(
    environment: dict[str, str], model: ScriptedServer, form: list[str]
) -> None:
    model.play(Answer(401, {"error": {"message": "no"}}))
    done = run(environment, *form, given="hello\n")
    assert events(done.stdout)[-1]["reason"] == "model_error"
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_the_last_turn_decides_the_exit_status(environment: dict[str, str], model: ScriptedServer) -> None:
    model.play(Answer(401, {"error": {"message": "no"}}), say("Yes."))
    assert run(environment, given="one\ntwo\n").returncode == 0


@pytest.mark.parametrize("arguments", [["--what"], ["one", "two"], [""], ["  "]])
def test_bad_usage_exits_with_2(environment: dict[str, str], arguments: list[str]) -> None:
    done = run(environment, *arguments)
    assert (done.returncode, done.stdout) == (2, "")


def test_standard_input_without_a_question_is_bad_usage(environment: dict[str, str]) -> None:
    done = run(environment, "--json", given="\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no question" in done.stderr


def test_a_bad_setting_is_one_sentence_that_names_it(environment: dict[str, str]) -> None:
    done = run({**environment, "TOOL_TIMEOUT": "soon"}, "hello")
    assert done.returncode == 2
    assert "TOOL_TIMEOUT" in done.stderr and len(done.stderr.splitlines()) == 1


def test_closed_standard_input_is_bad_usage(environment: dict[str, str]) -> None:
    command = f"'{sys.executable}' -m app <&-"
    done = subprocess.run(command, shell=True, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_a_full_disk_behind_the_output_ends_the_program_quietly(
    environment: dict[str, str], model: ScriptedServer
) -> None:
    model.play(say("word"))
    command = f"'{sys.executable}' -m app hello --json >/dev/full"
    done = subprocess.run(command, shell=True, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)


def test_a_document_cannot_drive_the_terminal(environment: dict[str, str], model: ScriptedServer) -> None:
    model.play(say("a\x1b]0;title\x07b\x9b2Jc\ttab"))
    done = run(environment, "hello")
    assert done.stdout == "a\ufffd]0;title\ufffdb\ufffd2Jc\ttab\n"


def test_ctrl_c_ends_the_turn_like_stop(environment: dict[str, str], model: ScriptedServer) -> None:
    model.play(say("slow " * 200, between=0.2))
    with subprocess.Popen(
        [*COMMAND, "hello", "--json"], cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline() + process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    last = events(first + rest)[-1]
    assert (last["event"], last["reason"]) == ("TurnEnded", "stopped")
    assert last["text"].endswith("Stopped.")
    assert process.returncode == 1
    deadline = time.monotonic() + 5
    while not model.closed_early and time.monotonic() < deadline:
        time.sleep(0.05)
    assert model.closed_early == 1


def test_a_reader_that_goes_away_ends_the_program_quietly(environment: dict[str, str], model: ScriptedServer) -> None:
    model.play(say("word " * 3000, between=0.001))
    command = f"'{sys.executable}' -m app hello | head -c 10"
    done = subprocess.run(command, shell=True, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout == "word word "
    assert "Traceback" not in done.stderr


def test_a_terminal_gets_a_prompt_and_may_ask_twice(environment: dict[str, str], model: ScriptedServer) -> None:
    model.play(say("First answer."), say("Second answer."))
    with at_a_terminal(environment) as terminal:
        terminal.until("›")
        terminal.type("one")
        terminal.until("First answer.")
        terminal.type("two")
        terminal.until("Second answer.")
        assert terminal.leave() == 0
