"""Questions about changes on the terminal: asked where somebody is there, else refused, or allowed by --yes."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import app_environment
from replies import calls, say
from scripted_server import ScriptedServer
from terminal import CTRL_C, CTRL_U, Held, at_a_terminal, run

pytestmark = pytest.mark.slow

EDIT = ("edit_file", {"file_path": "paper1.txt", "edits": [{"old_text": "1931", "new_text": "1932"}]})
QUESTION = "Change 1931 to 1932 in paper1.txt"
PROMPT = "Allow?"


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def environment(workdir: Path, model: ScriptedServer) -> dict[str, str]:
    return app_environment(workdir, OPENAI_BASE_URL=model.url, MODEL="scripted", LANG="en_US.UTF-8", LC_ALL="")


@pytest.fixture(autouse=True)
def asks_to_edit(model: ScriptedServer) -> None:
    model.play(calls(EDIT), say("That is all."), say("Next answer."))


def was_changed(workdir: Path) -> bool:
    return "1932" in (workdir / "paper1.txt").read_text()


@pytest.mark.parametrize(("typed", "changed"), [("y", True), ("n", False), ("not now", False), ("", False)])
def test_the_answer_that_is_typed_decides(
    environment: dict[str, str], workdir: Path, model: ScriptedServer, typed: str, changed: bool
) -> None:
    with at_a_terminal(environment, QUESTION) as terminal:
        shown = terminal.until(PROMPT)
        assert ("-It was built in 1931." in shown, "+It was built in 1932." in shown) == (True, True)
        terminal.type(typed)
        terminal.until("That is all.")
        terminal.status()
    assert was_changed(workdir) == changed
    told = model.bodies[1]["messages"][-1]["content"]
    assert ("not now" in told) == (typed == "not now")


def test_ctrl_c_ends_the_question_and_the_next_line_is_a_question_again(
    environment: dict[str, str], workdir: Path
) -> None:
    with at_a_terminal(environment) as terminal:
        terminal.until("›")
        terminal.type(QUESTION)
        terminal.until(PROMPT)
        terminal.press(CTRL_C)
        terminal.until("Stopped.")
        terminal.type("again")
        terminal.until("That is all.")
        assert terminal.leave() == 0
    assert not was_changed(workdir)


def test_what_was_half_typed_is_no_answer_and_is_there_afterwards(
    environment: dict[str, str], workdir: Path, model: ScriptedServer
) -> None:
    edit = Held(calls(EDIT))
    model.play(edit, say("That is all."))
    with at_a_terminal(environment) as terminal:
        terminal.until("›")
        terminal.type(QUESTION)
        edit.wait_until_asked()
        terminal.press("y")
        terminal.until("› y")
        edit.release()
        terminal.until(PROMPT)
        terminal.type("n")
        terminal.until("That is all.")
        terminal.until("› y")
        terminal.press(CTRL_U)
        assert terminal.leave() == 0
    assert not was_changed(workdir)


def test_without_a_terminal_it_is_refused_and_the_reason_names_yes(
    environment: dict[str, str], workdir: Path, model: ScriptedServer
) -> None:
    done = run(environment, QUESTION)
    assert not was_changed(workdir)
    assert "not allowed: nobody is there to be asked; --yes allows it" in done.stderr
    assert "--yes" in model.bodies[1]["messages"][-1]["content"]


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_yes_allows_it(environment: dict[str, str], workdir: Path, more: list[str]) -> None:
    assert run(environment, QUESTION, "--yes", *more).returncode == 0
    assert was_changed(workdir)


def test_json_tells_of_the_question_and_refuses(environment: dict[str, str], workdir: Path) -> None:
    events = [json.loads(line) for line in run(environment, QUESTION, "--json").stdout.splitlines()]
    calls = [event for event in events if "call_id" in event]
    assert [event["event"] for event in calls] == ["ToolStarted", "ApprovalAsked", "ApprovalGiven", "ToolFinished"]
    assert (calls[-1]["code"], was_changed(workdir)) == ("tool:denied", False)


def test_undo_takes_back_what_the_turn_before_changed(environment: dict[str, str], workdir: Path) -> None:
    done = run(environment, "--yes", given=f"{QUESTION}\nundo\n")
    assert "`paper1.txt`: taken back." in done.stdout
    assert not was_changed(workdir)


def test_undo_in_a_program_of_its_own_takes_the_newest_turn_back(environment: dict[str, str], workdir: Path) -> None:
    run(environment, QUESTION, "--yes")
    assert was_changed(workdir)
    assert "`paper1.txt`: taken back." in run(environment, "undo").stdout
    assert not was_changed(workdir)
    assert "nothing to undo" in run(environment, "undo").stdout
    assert "`paper1.txt`: done again." in run(environment, "redo").stdout
    assert was_changed(workdir)


def test_undo_takes_nothing_back_in_another_folder_or_where_nothing_may_change(
    environment: dict[str, str], workdir: Path, tmp_path: Path
) -> None:
    run(environment, QUESTION, "--yes")
    other = tmp_path / "other"
    other.mkdir()
    (other / "paper1.txt").write_bytes((workdir / "paper1.txt").read_bytes())
    assert "nothing to undo" in run({**environment, "WORK_DIR": str(other)}, "undo").stdout
    assert was_changed(other)
    assert "APPROVAL=read_only" in run({**environment, "APPROVAL": "read_only"}, "undo").stdout
    assert was_changed(workdir)
