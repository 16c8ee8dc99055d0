"""What is typed while a turn runs on a terminal: asked next, added, or kept at the prompt after Ctrl-C."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import app_environment
from replies import calls, say
from scripted_server import ScriptedServer
from terminal import CTRL_C, CTRL_U, Held, Terminal, at_a_terminal

pytestmark = pytest.mark.slow

# Only a stop ends it in the time of a test.
ENDLESS = say("slow " * 2000, size=5, between=0.1)
READ = calls(("read_file", {"file_path": "paper1.txt"}))


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def environment(workdir: Path, model: ScriptedServer) -> dict[str, str]:
    return app_environment(
        workdir, OPENAI_BASE_URL=model.url, MODEL="scripted", LANG="en_US.UTF-8", LC_ALL="", TERM="xterm"
    )


@pytest.fixture
def terminal(environment: dict[str, str]) -> Iterator[Terminal]:
    """A conversation on a terminal, at its first prompt."""
    with at_a_terminal(environment) as terminal:
        terminal.until("›")
        yield terminal


def asked(model: ScriptedServer) -> list[str]:
    return [body["messages"][-1]["content"] for body in model.bodies]


def test_lines_typed_meanwhile_are_asked_next_in_order(terminal: Terminal, model: ScriptedServer) -> None:
    one = Held(say("One."))
    model.play(one, say("Two."), say("Three."))
    terminal.type("one")
    one.wait_until_asked()
    terminal.press("two\rthree\r")
    terminal.until("(waiting: this is asked next) two\n(waiting: this is asked next) three\n›")
    one.release()
    shown = terminal.until("Three.")
    assert asked(model) == ["one", "two", "three"]
    assert "waiting" not in shown
    assert terminal.leave() == 0


def test_a_line_with_a_plus_is_added_to_the_running_question(terminal: Terminal, model: ScriptedServer) -> None:
    read, answer = Held(READ), Held(say("One."))
    model.play(read, answer, say("Next."))
    terminal.type("one")
    read.wait_until_asked()
    terminal.type("+ be short")
    terminal.until("(waiting: this is added to the question before the next request) be short")
    read.release()
    answer.wait_until_asked()
    assert asked(model)[1].endswith("be short")
    # No request comes after this one: it is asked by itself.
    terminal.type("+ and then")
    terminal.until("next request) and then")
    answer.release()
    terminal.until("Next.")
    assert asked(model)[2] == "and then"
    assert terminal.leave() == 0


def test_after_ctrl_c_what_waits_stands_at_the_prompt_and_what_was_half_typed_behind_it(
    terminal: Terminal, model: ScriptedServer
) -> None:
    model.play(ENDLESS, say("Second."), say("Third."), say("Fourth."))
    terminal.type("one")
    terminal.until("slow")
    terminal.press("two\rthree\rfo")
    terminal.until("› fo")
    terminal.press(CTRL_C)
    terminal.until("What waited is at the prompt again: Enter sends it, Ctrl-U clears it.\n› two")
    assert len(model.requests) == 1
    terminal.type(" more")
    terminal.until("Second.")
    terminal.until("› three")
    terminal.press(CTRL_U)
    terminal.type("3")
    terminal.until("Third.")
    terminal.until("› fo")
    terminal.type("ur")
    terminal.until("Fourth.")
    assert asked(model)[1:] == ["two more", "3", "four"]
    assert terminal.leave() == 0


def test_what_is_typed_stays_whole_below_an_answer(terminal: Terminal, model: ScriptedServer) -> None:
    model.play(say("First line.\n\n漢字の行。\n" + "wide 漢字 " * 40, size=3, between=0.01), say("Next."))
    terminal.type("one")
    terminal.until("First")
    for key in "日本語 text":
        terminal.press(key)
    shown = terminal.until("tokens in")
    assert "First line.\n\n漢字の行。\nwide 漢字" in shown
    terminal.until("› 日本語 text")
    terminal.press("\x7f!\r")
    terminal.until("Next.")
    assert asked(model)[1] == "日本語 tex!"
    assert terminal.leave() == 0


def test_many_lines_that_are_pasted_are_one_question(terminal: Terminal, model: ScriptedServer) -> None:
    terminal.press("\x1b[200~one\ntwo\n三\x1b[201~\r")
    terminal.until("tokens in")
    assert asked(model) == ["one\ntwo\n三"]
    assert terminal.leave() == 0


def test_a_terminal_that_cannot_draw_is_written_to_plainly(environment: dict[str, str], model: ScriptedServer) -> None:
    model.play(say("Plain."))
    with at_a_terminal({**environment, "TERM": "dumb"}) as terminal:
        terminal.until("›")
        terminal.type("one")
        terminal.until("› one\n› one\nPlain.\n")
        assert terminal.leave() == 0
    assert set(re.findall(rb"\x1b.[^a-zA-Z]*[a-zA-Z]", terminal.raw)) <= {b"\x1b[2m", b"\x1b[0m"}


def test_ctrl_c_throws_away_what_is_typed_and_then_leaves(terminal: Terminal) -> None:
    terminal.press("half")
    terminal.until("› half")
    terminal.press(CTRL_C)
    terminal.press(CTRL_C)
    assert terminal.status() == 0


def test_ctrl_c_twice_ends_the_program(terminal: Terminal, model: ScriptedServer) -> None:
    model.play(ENDLESS)
    terminal.type("one")
    terminal.until("slow")
    terminal.press(CTRL_C)
    terminal.until("Stopped.")
    terminal.press(CTRL_C)
    assert terminal.status() in (0, 1, 130)
