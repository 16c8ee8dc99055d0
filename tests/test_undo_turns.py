"""Undo and redo, said by the person or pressed: what a turn changed is taken back, all of it."""

from pathlib import Path

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, ended, finished, only, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Receipt, ToolFinished

EDIT = ("edit_file", {"file_path": "paper1.txt", "edits": [{"old_text": "1931", "new_text": "1932"}]})
CREATE = ("write_file", {"file_path": "new/a.txt", "text": "New.\n"})
DELETE = ("file_delete", {"file_path": "paper2.txt"})


def contents(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


async def test_undo_takes_all_changes_of_the_turn_back_and_redo_makes_them_again(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    before = contents(workdir)
    server.play(calls(EDIT, CREATE, DELETE), say("ok"))
    await turn(conversation, "Edit paper1.txt, write new/a.txt, delete paper2.txt")
    after = contents(workdir)
    events = await turn(conversation, "undo")
    assert contents(workdir) == before
    assert [event.name for event in finished(events)] == ["undo"] * 3
    assert ended(events).text == "- `paper2.txt`: taken back.\n- `new/a.txt`: taken back.\n- `paper1.txt`: taken back."
    await turn(conversation, "redo")
    assert contents(workdir) == after
    await turn(conversation, "元に戻して")
    assert contents(workdir) == before
    assert len(server.bodies) == 2


async def test_undo_again_takes_the_turn_before_back(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    before = contents(workdir)
    server.play(calls(EDIT), say("ok"), calls(DELETE), say("ok"))
    await turn(conversation, "Edit paper1.txt")
    await turn(conversation, "Delete paper2.txt")
    await turn(conversation, "undo")
    assert (workdir / "paper2.txt").exists()
    await turn(conversation, "Undo.")
    assert contents(workdir) == before
    assert ended(await turn(conversation, "undo")).text == "There is nothing to undo."


async def test_undo_is_refused_where_the_file_has_changed_since(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    server.play(calls(EDIT), say("ok"))
    await turn(conversation, "Edit paper1.txt")
    (workdir / "paper1.txt").write_text("By the person.\n")
    events = await turn(conversation, "undo")
    (refused,) = finished(events)
    assert (refused.code, "+By the person." in refused.text) == ("file:changed", True)
    assert "not taken back, changed meanwhile" in ended(events).text
    assert (workdir / "paper1.txt").read_text() == "By the person.\n"


async def test_what_cannot_be_undone_does_not_hide_the_rest_or_the_turns_before(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    before = contents(workdir)
    server.play(calls(EDIT), say("ok"), calls(DELETE, CREATE), say("ok"))
    await turn(conversation, "Edit paper1.txt")
    await turn(conversation, "Delete paper2.txt, write new/a.txt")
    (workdir / "new" / "a.txt").write_text("By the person.\n")
    text = ended(await turn(conversation, "undo")).text
    assert text == "- `new/a.txt`: not taken back, changed meanwhile.\n- `paper2.txt`: taken back."
    await turn(conversation, "undo")
    assert contents(workdir) == {**before, "new/a.txt": b"By the person.\n"}


async def test_redo_says_done_again(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(EDIT), say("ok"))
    await turn(conversation, "Edit paper1.txt")
    await turn(conversation, "undo")
    assert ended(await turn(conversation, "redo")).text == "- `paper1.txt`: done again."
    assert ended(await turn(conversation, "やり直して")).text == "やり直せる変更はありません。"


async def test_the_model_learns_what_was_undone(server: ScriptedServer, conversation: Conversation) -> None:
    server.play(calls(EDIT), say("ok"), say("Nothing is changed now."))
    await turn(conversation, "Edit paper1.txt")
    await turn(conversation, "undo")
    await turn(conversation, "What is changed now?")
    said = server.bodies[2]["messages"]
    assert [message["role"] for message in said[-3:]] == ["user", "assistant", "user"]
    assert "paper1.txt" in said[-2]["content"]


async def test_one_change_is_undone_and_its_receipt_undoes_the_undo(
    server: ScriptedServer, conversation: Conversation, workdir: Path
) -> None:
    server.play(calls(EDIT, DELETE), say("ok"))
    receipts = receipts_of(finished(await turn(conversation, "Edit paper1.txt and delete paper2.txt")))
    (back,) = receipts_of(only(ToolFinished, [event async for event in conversation.undo(receipts[:1])]))
    assert ("1931" in (workdir / "paper1.txt").read_text(), (workdir / "paper2.txt").exists()) == (True, False)
    (again,) = only(ToolFinished, [event async for event in conversation.undo([back])])
    assert (again.ok, again.undone, "1932" in (workdir / "paper1.txt").read_text()) == (True, back.id, True)


def receipts_of(ends: list[ToolFinished]) -> list[Receipt]:
    return [end.receipt for end in ends if end.receipt is not None]


async def test_where_nothing_may_be_changed_nothing_is_taken_back_either(
    server: ScriptedServer, conversation: Conversation, settings: SettingsMaker, workdir: Path
) -> None:
    server.play(calls(EDIT), say("ok"))
    receipts = receipts_of(finished(await turn(conversation, "Edit paper1.txt")))
    after = contents(workdir)
    conversation.use(agent_from(settings(approval="read_only")))
    assert ([event async for event in conversation.undo(receipts)], conversation.may_change) == ([], False)
    assert "Nothing can be changed here" in ended(await turn(conversation, "undo")).text
    assert contents(workdir) == after
    conversation.use(agent_from(settings()))
    assert [event.ok for event in finished([event async for event in conversation.undo(receipts)])] == [True]


@pytest.mark.parametrize("reads_again", [True, False])
async def test_what_was_undone_is_known_to_the_model_which_may_write_it_anew(
    server: ScriptedServer, conversation: Conversation, workdir: Path, reads_again: bool
) -> None:
    read, write = (
        ("read_file", {"file_path": "paper1.txt"}),
        ("write_file", {"file_path": "paper1.txt", "text": "New.\n"}),
    )
    server.play(calls(read), calls(write), say("ok"))
    before = contents(workdir)
    receipts = receipts_of(finished(await turn(conversation, "Read paper1.txt and overwrite it")))
    assert [event.ok async for event in conversation.undo(receipts) if isinstance(event, ToolFinished)] == [True]
    assert contents(workdir) == before
    server.play(*([calls(read)] if reads_again else []), calls(write), say("ok"))
    events = finished(await turn(conversation, "Overwrite paper1.txt again"))
    assert [event.code for event in events] == [""] * len(events)
    assert (workdir / "paper1.txt").read_text() == "New.\n"
