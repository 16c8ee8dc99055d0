"""The record of turns through both front doors, for real, and up to a sudden end."""

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page import app_environment, running_app
from replies import Reply, calls, held, say
from scripted_server import ScriptedServer
from terminal import COMMAND, run
from turns import eventually
from visitors import PASSWORD, visitor

from app.accounts import Accounts
from app.settings import PROJECT

pytestmark = pytest.mark.slow


def lines_in(data: Path) -> list[dict[str, Any]]:
    files = sorted((data / "record").glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


@pytest.fixture
def environment(workdir: Path, server: ScriptedServer) -> dict[str, str]:
    return app_environment(workdir, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="sk-test", MODEL="scripted")


def reading(*answers: Reply) -> tuple[Reply, ...]:
    return (calls(("read_file", {"file_path": "paper1.txt"})), *answers)


def test_the_questions_of_one_terminal_are_one_conversation_and_other_ends_another(
    environment: dict[str, str], server: ScriptedServer, workdir: Path
) -> None:
    server.play(*reading(say("A wall.")), say("In 1931."), say("Again."))
    assert run(environment, given="What is paper1.txt about?\nWhen?\n").returncode == 0
    assert run(environment, "And?").returncode == 0
    lines = lines_in(Path(environment["DATA_DIR"]))
    begun = [line for line in lines if line["event"] == "TurnStarted"]
    assert [(line["who"], line["door"], line["question"], line["model"]) for line in begun] == [
        ("you", "terminal", question, "scripted") for question in ("What is paper1.txt about?", "When?", "And?")
    ]
    first, second, other = (line["conversation"] for line in begun)
    assert first == second != other
    assert [line["reason"] for line in lines if line["event"] == "TurnEnded"] == ["answered"] * 3


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_whatever_ends_the_app_all_lines_up_to_the_last_event_are_there(
    environment: dict[str, str], server: ScriptedServer, sent: signal.Signals
) -> None:
    gate, slow = held(say("It is about a wall."), 2)
    server.play(*reading(slow))
    data = Path(environment["DATA_DIR"])
    with subprocess.Popen(
        [*COMMAND, "What is paper1.txt about?"], cwd=PROJECT, env=environment, stdout=-3, stderr=-3
    ) as process:
        assert gate.reached.wait(60)
        process.send_signal(sent)
        gate.open()
        process.wait(60)
    events = [line["event"] for line in lines_in(data)]
    assert events[:4] == ["TurnStarted", "RoundEnded", "ToolStarted", "ToolFinished"]
    assert (events[-1] == "TurnEnded") == (sent == signal.SIGINT)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, model: ScriptedServer) -> Iterator[tuple[str, Path]]:
    """The page with a login for ann and bob; gives its address and its data folder."""
    folder = tmp_path_factory.mktemp("page")
    accounts = Accounts(folder / "data" / "accounts.json")
    for name in ("ann", "bob"):
        accounts.set(name, PASSWORD)
        (folder / "work" / name).mkdir(parents=True)
    (folder / "work" / "ann" / "diary.md").write_text("ann's secret")
    own = {"AUTH": "password", "DATA_DIR": str(folder / "data"), "OPENAI_BASE_URL": model.url}
    with running_app(
        folder / "work", folder / "log", **own, OPENAI_API_KEY="sk-test", MODEL="scripted", APPROVAL="auto"
    ) as url:
        yield url, folder / "data"
    assert "Traceback" not in (folder / "log").read_text()


async def test_on_the_page_who_asked_is_the_name_that_they_signed_in_under(
    page: tuple[str, Path], model: ScriptedServer
) -> None:
    url, data = page
    async with visitor(url, "ann") as ann, visitor(url, "bob") as bob:
        model.play(calls(("read_file", {"file_path": "diary.md"})), say("It says: ann's secret."), say("Nothing."))
        await ann.say("read my diary")
        await bob.say("what is new?")
        threads = {"ann": ann.thread, "bob": bob.thread}
        assert await eventually(lambda: str(lines_in(data)).count("'TurnEnded'") == 2)
    lines = lines_in(data)
    begun = [line for line in lines if line["event"] == "TurnStarted"]
    assert [(line["who"], line["door"], line["question"]) for line in begun] == [
        ("ann", "page", "read my diary"),
        ("bob", "page", "what is new?"),
    ]
    assert {line["who"]: line["conversation"] for line in lines} == threads
    assert "secret" not in str(lines)
    assert not list(data.glob("people/*/record"))
