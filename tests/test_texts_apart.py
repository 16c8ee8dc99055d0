"""The texts of different replies stand apart, and none stands twice, wherever the events are shown."""

import pytest
from replies import Mark, Reply, calls, chunk, chunks, say
from scripted_server import ScriptedServer
from turns import turn

from app.agent import Conversation
from app.terminal.screen import Screen

READ = ("read_file", {"file_path": "paper1.txt"})
BROKEN = chunks(chunk({"content": "Let me look"}), Mark.DROP)


@pytest.mark.parametrize(
    ("replies", "shown"),
    [
        ([BROKEN, calls(READ, text="Done"), say("1931.")], "Let me look\n\nDone\n\n1931.\n"),
        ([BROKEN, calls(READ), say("1931.")], "Let me look\n\n1931.\n"),
        ([BROKEN, calls(READ, text="Let me look there"), say("1931.")], "Let me look there\n\n1931.\n"),
        ([BROKEN, say("1931.")], "Let me look\n\n1931.\n"),
        ([BROKEN, say("Let me look: 1931.")], "Let me look: 1931.\n"),
        ([calls(READ, text="Let me look."), say("1931.")], "Let me look.\n\n1931.\n"),
    ],
    ids=["another text", "no text", "the same text", "another answer", "the same answer", "two rounds"],
)
async def test_texts_of_different_replies_are_paragraphs_of_their_own(
    server: ScriptedServer,
    conversation: Conversation,
    capsys: pytest.CaptureFixture[str],
    replies: list[Reply],
    shown: str,
) -> None:
    server.play(*replies)
    screen = Screen("en", False)
    for event in await turn(conversation, "When was it built?"):
        screen.show(event)
    assert capsys.readouterr().out == shown
