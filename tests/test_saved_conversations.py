"""A conversation that outlasts its process: saved as JSON, taken up by another."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from pydantic import TypeAdapter
from replies import calls, say
from scripted_server import ScriptedServer
from turns import YES, SettingsMaker, ended, finished, only, turn

from app.agent import Agent, Conversation, Decision
from app.agent.history import History
from app.assemble import agent_from
from app.events import ApprovalAsked, Event, Notice, RoundStarted, TextDelta, ToolFinished, ToolStarted
from app.tools import Outcome
from app.workspace import Page, Seen, Span, Workspace

ALWAYS = Decision(allowed=True, always=True)
READ_BOTH = calls(
    ("read_file", {"file_path": "paper1.txt"}), ("read_file", {"file_path": "paper2.txt"}), ids=("r1", "r2")
)
WRITE = calls(("write_file", {"file_path": "paper2.txt", "text": "Closed.\n"}), ids=("w1",))


def again(conversation: Conversation, agent: Agent) -> Conversation:
    """The same conversation as another process knows it."""
    return Conversation.from_saved(agent, json.loads(json.dumps(conversation.saved(), allow_nan=False)))


async def talk(server: ScriptedServer, settings: SettingsMaker, workdir: Path, saved: bool) -> list[dict[str, Any]]:
    """What the model is sent in a talk of four turns, with or without a new process before each."""
    (workdir / "paper1.txt").write_text("The harbour wall. " * 200)
    (workdir / "paper2.txt").write_text("The museum.\n")
    server.play(READ_BOTH, say("A wall, a museum."), WRITE, say("Done."), say("Undone, I see."), say("Bye."))
    conversation = Conversation(agent_from(settings(context_window=4_600)))
    for question in ("Read both", "Overwrite paper2.txt with: Closed.", "undo", "What is there?", "word " * 600):
        if saved:
            conversation = again(conversation, agent_from(settings(context_window=4_600)))
        await turn(conversation, question, ALWAYS)
    return [request.body for request in server.requests]


async def test_the_model_is_sent_the_same_bytes_as_if_the_app_had_never_been_ended(
    server: ScriptedServer, settings: SettingsMaker, workdir: Path
) -> None:
    whole = await talk(server, settings, workdir, saved=False)
    parted = await talk(server, settings, workdir, saved=True)
    assert "[Left out" in json.dumps(whole[-1])
    assert [json.dumps(body) for body in parted] == [json.dumps(body) for body in whole]


async def test_what_was_seen_allowed_and_changed_is_known_after_a_restart(
    server: ScriptedServer, agent: Agent, workdir: Path
) -> None:
    other = calls(("write_file", {"file_path": "paper1.txt", "text": "No wall.\n"}))
    server.play(READ_BOTH, WRITE, say("Done."), other, say("It has changed."), WRITE, say("Again."))
    conversation = Conversation(agent)
    await turn(conversation, "Read both and overwrite paper2.txt", ALWAYS)
    (workdir / "paper1.txt").write_text("Built in 1931, they say.\n")
    conversation = again(conversation, agent)
    assert [end.code for end in finished(await turn(conversation, "Overwrite paper1.txt"))] == ["file:changed"]
    events = await turn(conversation, "Overwrite paper2.txt again", word=None)
    assert (only(ApprovalAsked, events), [end.ok for end in finished(events)]) == ([], [True])


async def test_undo_reaches_back_over_a_restart_and_redo_over_the_next(
    server: ScriptedServer, agent: Agent, workdir: Path
) -> None:
    server.play(WRITE, say("Done."))
    conversation = Conversation(agent)
    await turn(conversation, "Overwrite paper2.txt with: Closed.", YES)
    for command, content in (("undo", "The museum\n\nIt has two rooms.\n"), ("redo", "Closed.\n")):
        conversation = again(conversation, agent)
        await turn(conversation, command)
        assert (workdir / "paper2.txt").read_text() == content


async def test_ended_in_the_middle_of_a_round_every_result_so_far_is_kept_and_the_rest_is_not_claimed(
    server: ScriptedServer, agent: Agent
) -> None:
    server.play(READ_BOTH, WRITE, say("Go on."))
    conversation = Conversation(agent)
    bodies = []
    async for event in conversation.ask("Read both and overwrite paper2.txt"):
        if isinstance(event, ToolStarted | ToolFinished | ApprovalAsked):
            bodies.append(conversation.saved())
        if isinstance(event, ApprovalAsked):
            conversation.stop()
    asked = bodies[-2]
    await turn(Conversation.from_saved(agent, asked), "Go on")
    sent = server.requests[-1].text
    assert "It was built in 1931." in sent
    assert "It has two rooms." in sent
    assert "it is not known whether it was done" in sent


async def test_a_result_that_waits_for_the_one_beside_it_is_kept_too(
    server: ScriptedServer, agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, gate = Workspace.read, threading.Event()

    def slow(self: Workspace, path: str, span: Span, raw: bool, seen: Seen) -> Page:
        if path == "paper1.txt":
            gate.wait(30)
        return read(self, path, span, raw, seen)

    monkeypatch.setattr(Workspace, "read", slow)
    server.play(READ_BOTH, say("Never."), say("Go on."))
    conversation, kept = Conversation(agent), None
    async for event in conversation.ask("Read both"):
        if isinstance(event, ToolFinished):
            kept = kept or conversation.saved()
            gate.set()
    await turn(Conversation.from_saved(agent, kept), "Go on")
    answers = [message["content"] for message in server.requests[-1].messages if message["role"] == "tool"]
    assert answers[0].endswith("not run: the app was ended")
    assert "It has two rooms." in answers[1]


async def test_ended_in_the_middle_of_an_answer_what_had_come_of_it_is_kept(
    server: ScriptedServer, agent: Agent
) -> None:
    server.play(say("The wall was built in 1931."), say("Go on."))
    conversation, kept = Conversation(agent), None
    async for event in conversation.ask("When?"):
        if isinstance(event, TextDelta):
            kept = kept or conversation.saved()
    await turn(Conversation.from_saved(agent, kept), "And?")
    assert [message["content"] for message in server.requests[-1].messages[1:]] == [
        "When?",
        f"{kept['partial'] if kept else ''}\n\n[The app was ended before this answer was finished.]",
        "And?",
    ]


async def test_what_was_learnt_of_a_models_window_is_not_believed_of_another(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(say("Hi.", usage=(9_000, 5)), say("Hi.", usage=(9_000, 5)))
    conversation = Conversation(agent_from(settings()))
    await turn(conversation, "Hello")
    same, other = again(conversation, agent_from(settings())), again(conversation, agent_from(settings(model="other")))
    factors = [known.saved()["budget"]["factor"] for known in (conversation, same, other)]
    assert factors[0] == factors[1] != factors[2] == 1.0


def damaged(body: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**body, **parts}


@pytest.mark.parametrize(
    "parts",
    [
        {"version": 2},
        {"history": None},
        {"history": {"messages": [{"type": "human"}]}},
        {"seen": {"paper1.txt": {"version": 3}}},
        {"changes": "none"},
        {"budget": {"window": "wide"}},
    ],
)
async def test_of_a_damaged_or_foreign_body_what_can_be_is_known_and_the_rest_is_told_once(
    server: ScriptedServer, agent: Agent, parts: dict[str, Any]
) -> None:
    server.play(say("Hello."), say("Yes."), say("Yes."))
    conversation = Conversation(agent)
    await turn(conversation, "I am Ada")
    taken_up = Conversation.from_saved(agent, damaged(conversation.saved(), **parts))
    told = [[event.code for event in only(Notice, await turn(taken_up, "Who?"))] for _ in range(2)]
    assert told == [["partly_forgotten"], []]
    assert ("I am Ada" in server.requests[-1].text) == ("history" not in parts)


@pytest.mark.parametrize("body", [None, "", [], {}, {"version": 1}])
async def test_a_body_that_is_none_opens_a_conversation_that_knows_nothing(
    server: ScriptedServer, agent: Agent, body: object
) -> None:
    server.play(say("Hello."))
    events = await turn(Conversation.from_saved(agent, body), "Hello")
    assert ended(events).text == "Hello."
    assert [event.code for event in only(Notice, events)] == ["partly_forgotten"]


_OPS = st.lists(st.tuples(st.sampled_from(["ask", "result", "stub", "from", "rounds", "note"]), st.text(max_size=40)))


@given(_OPS)
def test_a_history_is_the_same_read_back_whatever_was_left_out_of_it(ops: list[tuple[str, str]]) -> None:
    history = History()
    for number, (op, text) in enumerate(ops):
        _do(history, op, text.encode(errors="ignore").decode() or "x", f"c{number}")
    form = TypeAdapter(History)
    read = form.validate_python(json.loads(json.dumps(form.dump_python(history, mode="json"))))
    assert read.is_sound
    assert (read.shown(), read.shown_tokens, read.questions()) == (
        history.shown(),
        history.shown_tokens,
        history.questions(),
    )
    assert (read.files_read(), read.turns_shown(), read.used_ids) == (
        history.files_read(),
        history.turns_shown(),
        history.used_ids,
    )


def _do(history: History, op: str, text: str, id: str) -> None:
    shown = [index for index in history.turns_shown() if index]
    match op:
        case "ask":
            history.ask(text)
        case "note":
            history.note(text, text)
        case "result" if history.messages and not isinstance(history.messages[-1], AIMessage):
            call = {"name": "read_file", "args": {"file_path": text}, "id": id, "type": "tool_call"}
            history._append(AIMessage("", tool_calls=[call]))
            history.add_result(id, Outcome("", text * 20, text, chars=len(text), files=(text,)))
        case "stub" if history.messages:
            history.leave_out(len(history.messages) - 1)
        case "from" if shown:
            history.show_from(shown[-1])
        case "rounds" if history.replies_shown(0)[1:] and history.turns_shown():
            replies = history.replies_shown(history.turns_shown()[-1])
            if replies[1:]:
                history.leave_rounds_out(history.turns_shown()[-1], replies[-1])


async def saved_before_it_was_told(conversation: Conversation, at: type[Event], question: str) -> dict[str, Any]:
    """What is kept of a turn at its first event of a kind; the turn goes on to its end, of which nothing is kept."""
    kept: dict[str, Any] = {}
    async for event in conversation.ask(question):
        if isinstance(event, at):
            kept = kept or json.loads(json.dumps(conversation.saved()))
    return kept


@pytest.mark.parametrize("at", [RoundStarted, ToolStarted])
async def test_a_change_that_was_made_just_before_the_end_is_known_and_can_be_undone(
    server: ScriptedServer, agent: Agent, workdir: Path, at: type[Event]
) -> None:
    server.play(
        calls(("write_file", {"file_path": "new.txt", "text": "New.\n"}), ids=("n1",)), say("Done."), say("Yes.")
    )
    kept = await saved_before_it_was_told(Conversation(agent), at, "Write new.txt")
    taken_up = await Conversation.brought_back(agent, kept)
    assert [(id, made.receipt.path) for id, made in taken_up.just_made.items() if made.receipt] == [("n1", "new.txt")]
    await turn(taken_up, "Was it written?")
    assert "Created new.txt, 5 bytes." in server.requests[-1].text
    assert "it is not known whether" not in server.requests[-1].text
    await turn(taken_up, "undo")
    assert not (workdir / "new.txt").exists()
    # What was taken back is no change any more.
    assert (await Conversation.brought_back(agent, kept)).just_made == {}
