"""Reading in parts, where a reply is not what it should be: no note and no answer counts as whole that is not."""

from pathlib import Path

import pytest
from replies import Json, Reply, chunk, chunks, say
from scripted_server import ScriptedServer
from test_reading_in_parts import BOOK, asked, reader
from turns import SettingsMaker, ended, finished, only, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice

CUT = say("Years: 1900, 19", finish="length")
THOUGHT_AWAY = chunks(chunk({"content": ""}), chunk({}, "length"))


@pytest.fixture
def book(workdir: Path, settings: SettingsMaker) -> Conversation:
    (workdir / "book.txt").write_text(BOOK)
    return Conversation(agent_from(settings(context_window=2_000)))


def part_text(body: Json) -> str:
    return asked(body).partition("Text of this part:\n")[2]


@pytest.mark.parametrize("cut", [CUT, THOUGHT_AWAY], ids=["in the middle", "while it thought"])
async def test_a_note_that_was_cut_is_asked_for_again_in_two_halves(
    server: ScriptedServer, book: Conversation, cut: Reply
) -> None:
    read = reader()
    server.play(lambda body: cut if len(part_text(body)) > 2_500 else read(body))
    events = await turn(book, "Read book.txt in parts: which years?")
    assert "parts_note_long" in [notice.code for notice in only(Notice, events)]
    assert all(str(year) in ended(events).text for year in range(1900, 2000))
    assert "wholly" not in ended(events).text
    assert {done.code for done in finished(events)} == {""}


@pytest.mark.parametrize("cut", [CUT, THOUGHT_AWAY], ids=["in the middle", "while it thought"])
async def test_a_note_that_is_cut_again_is_marked_as_incomplete(
    server: ScriptedServer, book: Conversation, cut: Reply
) -> None:
    read = reader()
    server.play(lambda body: cut if asked(body).startswith("Part 1 of") else read(body))
    events = await turn(book, "Read book.txt in parts: which years?")
    assert [done.code for done in finished(events)][:2] == ["result:cut", ""]
    assert "Not wholly read: part 1. The notes on it reached the model's length limit" in ended(events).text
    assert len([body for body in server.bodies if asked(body).startswith("Part 1 of")]) == 3


async def test_notes_that_were_cut_when_put_together_are_said(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "book.txt").write_text(BOOK * 8)
    read = reader()
    server.play(lambda body: CUT if "Merge these notes" in asked(body) else read(body))
    events = await turn(Conversation(agent_from(settings(context_window=1_000))), "Read book.txt in parts")
    assert "were shortened when they were put together" in ended(events).text


@pytest.mark.parametrize(
    ("reply", "reason", "said"),
    [
        (say("The years are", finish="length"), "answered", "The years are\n\nThe answer ends here because"),
        (say("The years are", finish="content_filter"), "model_error", "The years are\n\nThe model server's content"),
        (chunks(chunk({"refusal": "I must not."}, "stop")), "model_error", "The model refused: I must not."),
        (say(""), "model_error", "The model gave an empty answer"),
        (THOUGHT_AWAY, "model_error", "The model gave an empty answer"),
    ],
    ids=["length", "filter", "refusal", "empty", "thought away"],
)
async def test_a_last_answer_with_an_odd_end_is_told_as_such_and_the_notes_are_kept(
    server: ScriptedServer, book: Conversation, reply: Reply, reason: str, said: str
) -> None:
    read = reader()
    server.play(lambda body: reply if asked(body).startswith("Notes on parts") else read(body))
    end = ended(await turn(book, "Read book.txt in parts: which years?"))
    assert (end.reason, end.text[: len(said)]) == (reason, said)
    assert ("1900" in end.text) == (reason == "model_error")
    assert "Read in parts: `book.txt`" in end.text


async def test_an_empty_reply_is_asked_for_once_more(server: ScriptedServer, book: Conversation) -> None:
    read, empties = reader(), iter([say("")])
    server.play(lambda body: next(empties, None) or read(body))
    events = await turn(book, "Read book.txt in parts: which years?")
    assert "empty_reply" in [notice.code for notice in only(Notice, events)]
    assert (ended(events).reason, {done.code for done in finished(events)}) == ("answered", {""})


async def test_an_answer_without_a_word_of_its_end_is_remarked_on(server: ScriptedServer, book: Conversation) -> None:
    read = reader()
    server.play(lambda body: say("It is.", finish=None) if asked(body).startswith("Notes on") else read(body))
    events = await turn(book, "Read book.txt in parts")
    assert only(Notice, events)[-1].code == "unfinished"
