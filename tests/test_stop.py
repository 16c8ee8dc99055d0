"""Stop, at any moment: the turn ends at once, says so, and the next question is answered."""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from replies import Json, Stream, calls, chunks, say
from scripted_server import ScriptedServer
from turns import end_of, ended, eventually, finished, require_order, streamed

from app.agent import Conversation
from app.events import Event, Receipt, RoundStarted, TextDelta, ToolStarted, TurnEnded
from app.workspace import Changes, Page, Plan, Seen, Span, Workspace

READS = calls(("read_file", {"file_path": "paper1.txt"}), ("read_file", {"file_path": "paper2.txt"}))
THEN_WRITE = calls(("read_file", {"file_path": "paper1.txt"}), ("write_file", {"file_path": "a.txt", "text": "x"}))
Moment = Callable[[Event], bool]
QUESTION = "Please read it."


def late_or_yes(body: Json) -> Stream:
    """Half a minute's silence for QUESTION, an answer for the next one, whichever was sent at all."""
    return say("late", before=30) if body["messages"][-1]["content"] == QUESTION else say("Yes.")


async def stopped_at(conversation: Conversation, moment: Moment, wait: float = 0.0) -> list[Event]:
    """The events of a turn in which Stop is pressed `wait` seconds after `moment`."""
    events: list[Event] = []
    presses: list[asyncio.TimerHandle] = []
    async for event in conversation.ask(QUESTION):
        events.append(event)
        if moment(event):
            presses.append(asyncio.get_running_loop().call_later(wait, conversation.stop))
    for press in presses:
        press.cancel()
    require_order(events)
    return events


def begun(event: Event) -> bool:
    return isinstance(event, RoundStarted)


def speaking(event: Event) -> bool:
    return isinstance(event, TextDelta)


def acting(event: Event) -> bool:
    return isinstance(event, ToolStarted)


@pytest.fixture
def slow_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a file takes a second."""
    read = Workspace.read

    def slowly(self: Workspace, asked: str, span: Span, raw: bool, seen: Seen) -> Page:
        time.sleep(1)
        return read(self, asked, span, raw, seen)

    monkeypatch.setattr(Workspace, "read", slowly)


async def test_stop_while_the_first_piece_is_awaited(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(late_or_yes)
    end = ended(await stopped_at(conversation, begun, wait=0.2))
    assert (end.reason, end.text, end.usage.seconds < 10) == ("stopped", "Stopped.", True)
    assert await eventually(lambda: server.closed_early == 1)
    assert (await end_of(conversation)).text == "Yes."


async def test_stop_in_mid_answer_keeps_what_was_shown(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("one two three four", size=4, between=0.5), say("Yes."))
    events = await stopped_at(conversation, speaking)
    assert streamed(events) == "one "
    assert (ended(events).reason, ended(events).text) == ("stopped", "one\n\nStopped.")
    assert await eventually(lambda: server.closed_early == 1)
    assert (await end_of(conversation)).text == "Yes."
    assert server.requests[1].messages[2] == {"role": "assistant", "content": "one\n\nStopped."}


async def test_stop_in_mid_call_runs_nothing(server: ScriptedServer, conversation: Conversation, workdir: Path) -> None:
    server.play(calls(("write_file", {"file_path": "a.txt", "text": "x"}), text="I write.", between=0.2), say("Yes."))
    events = await stopped_at(conversation, speaking)
    assert (finished(events), (workdir / "a.txt").exists()) == ([], False)
    assert (await end_of(conversation)).text == "Yes."


@pytest.mark.usefixtures("slow_reads")
async def test_stop_while_tools_run_answers_every_call(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(READS, say("Yes."))
    events = await stopped_at(conversation, acting, wait=0.1)
    assert [event.code for event in finished(events)] == ["tool:cancelled"] * 2
    assert (ended(events).reason, ended(events).usage.seconds < 0.9) == ("stopped", True)
    assert (await end_of(conversation)).text == "Yes."
    results = [message["content"] for message in server.requests[1].messages if message["role"] == "tool"]
    assert results == ["Not done (tool:cancelled): stopped"] * 2


@pytest.mark.usefixtures("slow_reads")
async def test_calls_that_had_not_begun_are_told_to_the_model_as_not_run(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    server.play(THEN_WRITE, say("Yes."))
    events = await stopped_at(conversation, acting, wait=0.1)
    assert [event.name for event in finished(events)] == ["read_file"]
    await end_of(conversation)
    results = [message["content"] for message in server.requests[1].messages if message["role"] == "tool"]
    assert results[1] == "Not done (tool:cancelled): not run: stopped by the user"
    assert not (workdir / "a.txt").exists()


async def test_stop_after_a_change_tells_it_as_done(
    server: ScriptedServer, conversation: Conversation, workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = Changes.write, threading.Event()

    def then_slowly(self: Changes, asked: str, text: str, append: bool, seen: Seen) -> Plan:
        plan = write(self, asked, text, append, seen)

        def carry_out() -> Receipt:
            receipt = plan.carry_out()
            written.set()
            time.sleep(0.5)
            return receipt

        return replace(plan, carry_out=carry_out)

    monkeypatch.setattr(Changes, "write", then_slowly)
    server.play(calls(("write_file", {"file_path": "a.txt", "text": "x"})), say("Yes."))
    events = await stopped_at(conversation, acting, wait=0.25)
    assert written.is_set()
    assert [(event.ok, event.text) for event in finished(events)] == [(True, "Created a.txt, 1 byte.")]
    assert (ended(events).reason, (workdir / "a.txt").read_text()) == ("stopped", "x")


async def test_stop_twice_is_stop_once(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(late_or_yes)
    events: list[Event] = []
    async for event in conversation.ask(QUESTION):
        events.append(event)
        conversation.stop()
        conversation.stop()
    assert ended(events).reason == "stopped"
    assert (await end_of(conversation)).text == "Yes."


async def test_stop_when_nothing_runs_does_nothing(server: ScriptedServer, conversation: Conversation) -> None:
    conversation.stop()
    server.play(say("Yes."))
    assert (await end_of(conversation)).reason == "answered"
    conversation.stop()
    assert (await end_of(conversation)).reason == "answered"


async def test_stop_before_the_first_event(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(late_or_yes)
    events = conversation.ask(QUESTION)
    first = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0)
    conversation.stop()
    seen = [await first, *[event async for event in events]]
    assert ended(seen).reason == "stopped"
    assert (await end_of(conversation)).text == "Yes."


async def test_stop_while_the_overflow_is_explained(server: ScriptedServer, conversation: Conversation) -> None:
    overflow = chunks({"error": {"message": "This model's maximum context length is 10 tokens.", "code": 400}})
    server.play(overflow, say("It was too much of it.", between=0.5), say("Yes."))
    end = ended(await stopped_at(conversation, speaking))
    assert end.reason == "stopped"
    assert (await end_of(conversation)).text == "Yes."


async def test_a_waiting_question_is_answered_after_stop(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(late_or_yes)
    first = asyncio.create_task(stopped_at(conversation, begun, wait=0.3))
    await asyncio.sleep(0.1)
    second = await end_of(conversation, "second")
    assert (ended(await first).reason, second.text) == ("stopped", "Yes.")


@pytest.mark.parametrize("wait", [n / 40 for n in range(8)])
@pytest.mark.parametrize(
    "first", [READS, THEN_WRITE, calls(("write_file", '{"a'), between=0.03)], ids=["reads", "write", "cut"]
)
async def test_stop_at_any_moment_leaves_a_history_that_goes_on(
    server: ScriptedServer,
    conversation: Conversation,
    monkeypatch: pytest.MonkeyPatch,
    first: Stream,
    wait: float,
) -> None:
    read = Workspace.read

    def slower(self: Workspace, asked: str, span: Span, raw: bool, seen: Seen) -> Page:
        time.sleep(0.1)
        return read(self, asked, span, raw, seen)

    monkeypatch.setattr(Workspace, "read", slower)
    server.play(first, say("a slow answer", between=0.05), say("Yes."), say("Yes."))
    end = ended(await stopped_at(conversation, begun, wait))
    assert end.reason in ("stopped", "answered", "model_error")
    server.play(say("Yes."))
    assert (await end_of(conversation)).text == "Yes."


async def test_the_task_that_shows_a_turn_may_be_cancelled(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(late_or_yes)
    showing = asyncio.create_task(end_of(conversation, QUESTION))
    await asyncio.sleep(0.2)
    showing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await showing
    assert await eventually(lambda: server.closed_early == 1)
    assert (await end_of(conversation)).text == "Yes."


def test_stop_reaches_a_turn_of_another_conversation_never(server: ScriptedServer, conversation: Conversation) -> None:
    async def both() -> TurnEnded:
        other = Conversation(conversation._agent)
        server.play(say("Both of us.", between=0.1))
        running = asyncio.create_task(end_of(conversation))
        await asyncio.sleep(0.1)
        other.stop()
        return await running

    assert asyncio.run(both()).reason == "answered"


async def test_stop_in_a_code_block_says_so_below_the_block(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(say("Here it is:\n\n```text\nline one\nline two of many", size=20, between=0.2))
    events: list[Event] = []
    async for event in conversation.ask("Show it."):
        events.append(event)
        if isinstance(event, TextDelta) and "```" in "".join(e.text for e in events if isinstance(e, TextDelta)):
            conversation.stop()
    end = events[-1]
    assert isinstance(end, TurnEnded)
    assert end.text.endswith("\n```\n\nStopped.")
