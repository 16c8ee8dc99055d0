"""Calls under way: their time limit, being called off, and failing in ways nobody thought of."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from tables import ROOM, outcome_of, table_of, workspace_at
from turns import SettingsMaker, ended, finished, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.tools import Attempt, Memory, Outcome, Plan, Table, Tool, file_tools
from app.tools.wording import receipt_text
from app.workspace import Page, Seen, Span, Workspace
from app.workspace.changes import permit

TEXT = '{"file_path": "a.txt", "text": "x"}'
Work = Callable[[Any, Seen], Outcome | Plan]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as running:
        yield running


@pytest.fixture
def writing(root: Path) -> Tool:
    """write_file, which changes the folder at once, without a plan that could be asked about."""
    (tool,) = [tool for tool in file_tools(workspace_at(root), ROOM) if tool.name == "write_file"]
    plan = tool.run

    def at_once(given: Any, seen: Seen) -> Outcome:
        planned = plan(given, seen)
        assert isinstance(planned, Plan)
        return Outcome("", receipt_text(planned.carry_out())[0])

    return replace(tool, run=at_once)


def one(tool: Tool, pool: ThreadPoolExecutor, run: Work, seconds: float = 5) -> Table:
    """A table of one tool, which does `run` instead of its own work."""
    return table_of(replace(tool, run=run), pool, seconds)


def begun(table: Table) -> Attempt:
    attempt = table.begin("write_file", TEXT, Memory())
    assert isinstance(attempt, Attempt)
    return attempt


async def end_of(table: Table) -> Outcome:
    return await outcome_of(table, "write_file", TEXT)


def names(root: Path) -> list[str]:
    return sorted(path.name for path in root.rglob("*"))


async def test_a_tool_that_fails_unexpectedly_is_an_outcome_and_a_line_in_the_log(
    writing: Tool, pool: ThreadPoolExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Any, __: Seen) -> Outcome:
        raise RuntimeError("/host/path is broken")

    with caplog.at_level(logging.ERROR):
        outcome = await end_of(one(writing, pool, broken))
    assert outcome == Outcome("tool:failed", "The tool failed (RuntimeError). Try another way.")
    assert "the tool write_file failed" in caplog.text


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError(), MemoryError(), StopIteration(), AssertionError()])
async def test_no_error_of_a_tool_rises_through_the_entrance(
    writing: Tool, pool: ThreadPoolExecutor, error: Exception
) -> None:
    def broken(_: Any, __: Seen) -> Outcome:
        raise error

    assert (await end_of(one(writing, pool, broken, 1))).code == "tool:failed"


async def test_a_result_that_is_none_is_told(writing: Tool, pool: ThreadPoolExecutor) -> None:
    run: Any = lambda *_: None  # noqa: E731
    assert (await end_of(one(writing, pool, run))).code == "result:shape"


async def test_the_time_limit_ends_a_call_that_changed_nothing(writing: Tool, pool: ThreadPoolExecutor) -> None:
    release = threading.Event()

    def waiting(_: Any, __: Seen) -> Outcome:
        release.wait(5)
        return Outcome("", "late")

    began = time.monotonic()
    outcome = await end_of(one(writing, pool, waiting, 0.2))
    release.set()
    assert (outcome.code, "0.2 seconds" in outcome.text) == ("tool:timeout", True)
    assert time.monotonic() - began < 3


async def test_the_time_limit_does_not_deny_a_change_that_was_made(
    writing: Tool, pool: ThreadPoolExecutor, root: Path
) -> None:
    def then_slow(given: Any, seen: Seen) -> Outcome | Plan:
        result = writing.run(given, seen)
        time.sleep(0.4)
        return result

    outcome = await end_of(one(writing, pool, then_slow, 0.2))
    assert (outcome.ok, outcome.text, (root / "a.txt").read_text()) == (True, "Created a.txt, 1 byte.", "x")


async def test_a_call_called_off_before_its_change_changes_nothing_even_later(
    writing: Tool, pool: ThreadPoolExecutor, root: Path
) -> None:
    started, release, ended_at = threading.Event(), threading.Event(), threading.Event()

    def slow_then(given: Any, seen: Seen) -> Outcome | Plan:
        started.set()
        release.wait(5)
        try:
            return writing.run(given, seen)
        finally:
            ended_at.set()

    attempt = begun(one(writing, pool, slow_then))
    await asyncio.to_thread(started.wait, 5)
    outcome = await attempt.called_off("tool:cancelled", "stopped")
    release.set()
    await asyncio.to_thread(ended_at.wait, 5)
    assert (outcome, names(root)) == (Outcome("tool:cancelled", "stopped"), [])


async def test_a_call_called_off_after_its_end_tells_its_end(writing: Tool, pool: ThreadPoolExecutor) -> None:
    attempt = begun(one(writing, pool, writing.run))
    ended = await attempt.outcome(5)
    assert ended == Outcome("", "Created a.txt, 1 byte.")
    assert await attempt.called_off("tool:cancelled", "stopped") == ended


async def test_a_call_called_off_twice_tells_its_end_twice(writing: Tool, pool: ThreadPoolExecutor) -> None:
    release = threading.Event()

    def waiting(_: Any, __: Seen) -> Outcome:
        release.wait(0.5)
        return Outcome("", "late")

    attempt = begun(one(writing, pool, waiting))
    timed_out = await attempt.outcome(0.1)
    stopped = await attempt.called_off("tool:cancelled", "stopped")
    release.set()
    assert isinstance(timed_out, Outcome)
    assert (timed_out.code, stopped) == ("tool:timeout", timed_out)


async def test_a_call_that_waits_for_a_thread_is_called_off(writing: Tool, root: Path) -> None:
    with ThreadPoolExecutor(1) as busy:
        busy.submit(time.sleep, 0.4)
        attempt = begun(one(writing, busy, writing.run))
        outcome = await attempt.called_off("tool:cancelled", "stopped")
    assert (outcome, names(root)) == (Outcome("tool:cancelled", "stopped"), [])


async def test_the_truth_is_told_when_stop_and_change_meet(writing: Tool, pool: ThreadPoolExecutor, root: Path) -> None:
    for number in range(60):
        (root / "a.txt").unlink(missing_ok=True)
        attempt = begun(one(writing, pool, writing.run))
        await asyncio.sleep(number / 20_000)
        outcome = await attempt.called_off("tool:cancelled", "stopped")
        await asyncio.wait({attempt._work})
        assert isinstance(outcome, Outcome)
        assert outcome.ok == (root / "a.txt").exists()


def test_a_permit_withdrawn_in_time_runs_no_change() -> None:
    given, done = permit.Permit(), list[str]()
    assert given.withdraw()
    with pytest.raises(permit.Withdrawn):
        given.commit(lambda: done.append("changed"))
    assert done == []


def test_a_change_that_fails_is_not_counted_as_made() -> None:
    given = permit.Permit()

    def failing() -> None:
        raise OSError

    with pytest.raises(OSError):
        given.commit(failing)
    assert given.withdraw()


async def test_a_stuck_tool_frees_the_conversation_at_its_time_limit(
    server: ScriptedServer, settings: SettingsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, release = Workspace.read, threading.Event()

    def stuck(self: Workspace, asked: str, span: Span, raw: bool, seen: Seen) -> Page:
        release.wait(10)
        return read(self, asked, span, raw, seen)

    monkeypatch.setattr(Workspace, "read", stuck)
    server.play(calls(("read_file", {"file_path": "paper1.txt"})), say("It took too long."))
    events = await turn(Conversation(agent_from(settings(tool_timeout=0.3))))
    release.set()
    assert [event.code for event in finished(events)] == ["tool:timeout"]
    assert ended(events).text == "It took too long."


async def test_an_unexpected_failure_inside_a_turn_is_one_sentence(
    server: ScriptedServer, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("a fault of our own")

    monkeypatch.setattr(Table, "title", broken)
    server.play(calls(("list_directory", {})), say("Yes."))
    end = ended(await turn(conversation))
    assert (end.reason, "inside the app (RuntimeError)" in end.text) == ("model_error", True)
    monkeypatch.undo()
    assert ended(await turn(conversation)).text == "Yes."
