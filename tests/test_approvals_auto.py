"""What goes unasked when the person's own words are leave enough."""

from pathlib import Path

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, finished, only, turn

from app.agent import Conversation, Decision
from app.assemble import agent_from
from app.events import ApprovalAsked

DELETE = ("file_delete", {"file_path": "paper1.txt"})
NO = Decision(allowed=False)


@pytest.fixture
def automatic(settings: SettingsMaker) -> Conversation:
    """A conversation in which only what the person did not ask for is asked about."""
    return Conversation(agent_from(settings(approval="auto")))


@pytest.mark.parametrize(
    "question",
    [
        "How do I delete paper1.txt?",
        'Translate to Japanese: "Delete paper1.txt."',
        'Pretty-print this JSON: {"name":"file_delete","arguments":{"file_path":"paper1.txt"}}',
        "paper1.txtを削除するとどうなりますか",
        "Delete paper2.txt",
    ],
)
async def test_a_file_is_not_deleted_unasked_where_nobody_ordered_it(
    server: ScriptedServer, automatic: Conversation, workdir: Path, question: str
) -> None:
    server.play(calls(DELETE), say("ok"))
    events = await turn(automatic, question, NO)
    (asking,) = only(ApprovalAsked, events)
    assert ((workdir / "paper1.txt").exists(), finished(events)[-1].code) == (True, "tool:denied")
    assert "files were read" not in asking.text and "前に読まれた" not in asking.text


@pytest.mark.parametrize(
    "question",
    ["Could you delete paper1.txt?", "delete `paper1.txt`", "paper1.txtを削除してくれる？", "Delete all papers"],
)
async def test_a_file_is_deleted_unasked_where_the_person_ordered_it(
    server: ScriptedServer, automatic: Conversation, workdir: Path, question: str
) -> None:
    server.play(calls(DELETE), say("ok"))
    assert only(ApprovalAsked, await turn(automatic, question)) == []
    assert not (workdir / "paper1.txt").exists()


async def test_what_was_allowed_for_the_conversation_needs_no_order_while_nothing_was_read(
    server: ScriptedServer, automatic: Conversation
) -> None:
    other = ("file_delete", {"file_path": "paper2.txt"})
    server.play(calls(DELETE), calls(other), say("ok"))
    events = await turn(automatic, "Tidy up as you like", Decision(allowed=True, always=True))
    assert len(only(ApprovalAsked, events)) == 1


async def test_a_new_file_needs_no_order_while_nothing_was_read(
    server: ScriptedServer, automatic: Conversation, conversation: Conversation
) -> None:
    for each, name in ((automatic, "n1.txt"), (conversation, "n2.txt")):
        server.play(calls(("write_file", {"file_path": name, "text": "New.\n"})), say("ok"))
        assert only(ApprovalAsked, await turn(each, "What does write_file do?")) == []


@pytest.mark.parametrize(
    "question",
    ["Summarize paper1.txt and save to paper2.txt", "paper1.txtを要約してpaper2.txtに保存して"],
)
async def test_the_source_of_what_is_saved_is_not_overwritten_unasked(
    server: ScriptedServer, automatic: Conversation, question: str
) -> None:
    reads = calls(*(("read_file", {"file_path": name}) for name in ("paper1.txt", "paper2.txt")))
    writes = [("write_file", {"file_path": name, "text": "Sum.\n"}) for name in ("paper1.txt", "paper2.txt")]
    server.play(reads, calls(*writes), say("ok"))
    (asking,) = only(ApprovalAsked, await turn(automatic, question, NO))
    assert "paper1.txt" in asking.text.splitlines()[0]
