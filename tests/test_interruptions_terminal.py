"""What is typed while a turn runs on a terminal: asked next, added, or kept at the prompt after Ctrl-C."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import app_environment
from replies import calls, say
from scripted_server import ScriptedServer
from terminal import at_a_terminal, until

pytestmark = pytest.mark.slow

LONG = say("slow " * 8, size=5, between=0.15)
READ = calls(("read_file", {"file_path": "paper1.txt"}), text="I look. " * 4, between=0.2)


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def terminal(workdir: Path, model: ScriptedServer) -> Iterator[tuple[int, int]]:
    """A conversation on a terminal: the other end of it, and the program's id."""
    environment = app_environment(workdir, OPENAI_BASE_URL=model.url, MODEL="scripted", LANG="en_US.UTF-8", LC_ALL="")
    with at_a_terminal(environment) as (other_end, process):
        until(other_end, "›")
        yield other_end, process.pid
        if process.poll() is None:
            os.write(other_end, b"\x04")
        assert process.wait(20) in (0, 1, 130)


def asked(model: ScriptedServer) -> list[str]:
    return [body["messages"][-1]["content"] for body in model.bodies]


def test_lines_typed_meanwhile_are_asked_next_in_order(terminal: tuple[int, int], model: ScriptedServer) -> None:
    model.play(LONG, say("Two."), say("Three."))
    os.write(terminal[0], b"one\r")
    until(terminal[0], "slow")
    os.write(terminal[0], b"two\rthree\r")
    shown = until(terminal[0], "Three.")
    assert shown.count("(waiting: this is asked next)") == 2
    assert asked(model) == ["one", "two", "three"]
    until(terminal[0], "›")


def test_a_line_with_a_plus_is_added_to_the_running_question(terminal: tuple[int, int], model: ScriptedServer) -> None:
    model.play(READ, LONG, say("Next."))
    os.write(terminal[0], b"one\r")
    until(terminal[0], "I look.")
    os.write(terminal[0], b"+ be short\r")
    until(terminal[0], "slow")
    assert asked(model)[1].endswith("be short")
    # No request comes after this one: it is asked by itself.
    os.write(terminal[0], b"+ and then\r")
    until(terminal[0], "Next.")
    assert asked(model)[2] == "and then"
    until(terminal[0], "›")


def test_after_ctrl_c_what_waits_stands_at_the_prompt(terminal: tuple[int, int], model: ScriptedServer) -> None:
    model.play(LONG, say("Two."))
    os.write(terminal[0], b"one\r")
    until(terminal[0], "slow")
    os.write(terminal[0], b"two\r")
    until(terminal[0], "asked next")
    os.kill(terminal[1], signal.SIGINT)
    until(terminal[0], "Stopped.")
    until(terminal[0], "› two")
    assert len(model.requests) == 1
    os.write(terminal[0], b" more\r")
    until(terminal[0], "Two.")
    assert asked(model)[1] == "two more"
    until(terminal[0], "›")


def test_ctrl_c_twice_ends_the_program(terminal: tuple[int, int], model: ScriptedServer) -> None:
    model.play(LONG)
    os.write(terminal[0], b"one\r")
    until(terminal[0], "slow")
    os.kill(terminal[1], signal.SIGINT)
    time.sleep(0.02)
    os.kill(terminal[1], signal.SIGINT)
