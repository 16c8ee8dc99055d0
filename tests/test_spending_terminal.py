"""Limits on what is spent, on the terminal: told, asked where somebody is there, shared with what ran before."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import app_environment
from replies import say
from scripted_server import ScriptedServer
from terminal import at_a_terminal, run

pytestmark = pytest.mark.slow


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer(say("Yes.", usage=(3_900, 100))) as server:
        yield server


@pytest.fixture
def environment(workdir: Path, model: ScriptedServer) -> dict[str, str]:
    own = {"OPENAI_BASE_URL": model.url, "MODEL": "scripted", "LANG": "en_US.UTF-8", "LC_ALL": ""}
    return app_environment(workdir, **own, MAX_DAY_TOKENS="4000")


def test_a_day_goes_on_from_run_to_run_and_is_refused_with_the_way_on(
    environment: dict[str, str], model: ScriptedServer
) -> None:
    assert run(environment, "Hello").returncode == 0
    done = run(environment, "Hello")
    assert (done.returncode, len(model.requests)) == (1, 1)
    assert "The limit of tokens for one day (4,000) is used up: 4,000 were used." in done.stdout
    assert "midnight" in done.stdout
    last = json.loads(run(environment, "Hello", "--json").stdout.splitlines()[-1])
    assert (last["reason"], last["usage"]["requests"]) == ("token_limit", 0)


def test_where_nobody_can_be_asked_it_is_refused_unless_yes_allows_it(
    environment: dict[str, str], model: ScriptedServer
) -> None:
    environment["AT_LIMIT"] = "ask"
    assert run(environment, "Hello").returncode == 0
    refused = run(environment, "Hello")
    assert (refused.returncode, "nobody is there to be asked; --yes allows it" in refused.stderr) == (1, True)
    allowed = run(environment, "Hello", "--yes")
    assert (allowed.returncode, allowed.stdout.strip(), len(model.requests)) == (0, "Yes.", 2)
    assert "? more tokens for today" in allowed.stderr
    assert "Of the 4,000 tokens for today, 4,000 are used." in allowed.stderr


@pytest.mark.parametrize(("typed", "said", "requests"), [("y", "Yes.", 2), ("n", "is used up", 1)])
def test_who_is_there_is_asked_and_decides(
    environment: dict[str, str], model: ScriptedServer, typed: str, said: str, requests: int
) -> None:
    environment["AT_LIMIT"] = "ask"
    run(environment, "Hello")
    with at_a_terminal(environment, "Hello again") as terminal:
        assert "the limit for today is" in terminal.until("Allow? y = yes, n = no:")
        terminal.type(typed)
        terminal.until(said)
        terminal.status()
    assert len(model.requests) == requests


def test_a_cost_that_cannot_be_kept_is_said_at_the_start_and_in_the_conversation(
    environment: dict[str, str], model: ScriptedServer
) -> None:
    environment |= {"MAX_DAY_TOKENS": "", "MAX_DAY_COST": "0.5"}
    done = run(environment, given="Hello\nHello\n")
    assert "MAX_DAY_COST cannot be kept: no price is known for scripted" in done.stderr
    assert done.stderr.count("There is a limit of cost here, but no price is known for scripted") == 1
