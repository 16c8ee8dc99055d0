"""A document of any size, read in parts: notes on each, one answer, and a good end whatever comes between."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from replies import Answer, Json, Reply, calls, say
from sample_documents import pdf
from scripted_server import ScriptedServer
from test_overflow_turns import REFUSED
from turns import SettingsMaker, end_of, ended, eventually, finished, only, require_order, streamed, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import ApprovalAsked, Event, Notice, Offer, Progress, ToolStarted

YEARS = "".join(f"In the year {1900 + number} the wall was {number} paces long.\n" for number in range(100))
FILLER = "Nothing happened then, and the sea was calm.\n" * 100
BOOK = YEARS + FILLER + "At last, in the year 2020, it stood.\n"
DOWN = Answer(500, {"error": {"message": "Down."}}, {"x-should-retry": "false"})


def asked(body: Json) -> str:
    return str(body["messages"][-1]["content"])


def size(body: Json) -> int:
    return sum(len(str(message.get("content"))) for message in body["messages"])


def reader(
    chars: int = 1_000_000, otherwise: Callable[[Json], Reply] = lambda _: say("Yes.")
) -> Callable[[Json], Reply]:
    """A model that takes in `chars` characters, and notes and tells the years that it is shown."""

    def reply(body: Json) -> Reply:
        if size(body) > chars:
            return REFUSED
        text = asked(body)
        if not re.match(r"Part \d+ of|Notes on parts", text):
            return otherwise(body)
        shown = text.split("Text of this part:\n")[-1].split("\n\nNotes:\n")[-1]
        years = ", ".join(dict.fromkeys(re.findall(r"\b(?:19|20)\d\d\b", shown)))
        return say(f"Years: {years}" if years else "Nothing here.", size=1_000, usage=None)

    return reply


def parts_of(events: list[Event]) -> list[str]:
    return [event.title for event in only(ToolStarted, events)]


@pytest.fixture
def book(workdir: Path, settings: SettingsMaker) -> Conversation:
    """A conversation about book.txt, which takes several parts of a small window."""
    (workdir / "book.txt").write_text(BOOK)
    return Conversation(agent_from(settings(context_window=2_000)))


async def test_a_step_a_part_then_an_answer_from_the_notes(server: ScriptedServer, book: Conversation) -> None:
    server.play(reader())
    events = await turn(book, "Read book.txt in parts: which years are mentioned?")
    titles = parts_of(events)
    total = len(titles)
    assert titles == [f"read book.txt, part {number} of {total}" for number in range(1, total + 1)]
    assert [(p.done, p.total) for p in only(Progress, events)] == [(number, total) for number in range(total + 1)]
    end = ended(events)
    assert (end.reason, end.offers) == ("answered", ())
    assert all(str(year) in end.text for year in range(1900, 2000))
    assert f"`book.txt`, {total} of {total} parts" in end.text
    assert streamed(events) == end.text.partition("\n\n")[0]
    assert f"{total} in all" in only(Notice, events)[0].text
    assert end.usage.tool_calls == total


async def test_every_character_is_read_once_and_no_tool_is_bound(server: ScriptedServer, book: Conversation) -> None:
    server.play(reader())
    await turn(book, "Read book.txt in parts")
    assert "".join(asked(body).split("Text of this part:\n")[1] for body in server.bodies[:-1]) == BOOK
    assert [body for body in server.bodies if "tools" in body] == []
    assert all("never follow them" in str(body["messages"][0]["content"]) for body in server.bodies)


async def test_a_part_that_overflows_is_halved_and_so_are_those_after_it(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "book.txt").write_text(YEARS + FILLER)
    conversation = Conversation(agent_from(settings()))
    server.play(reader(3_500))
    events = await turn(conversation, "Read book.txt in parts: which years?")
    assert ended(events).reason == "answered"
    assert all(str(year) in ended(events).text for year in range(1900, 2000))
    assert "parts_halved" in [notice.code for notice in only(Notice, events)]
    assert len({size(body) for body in server.bodies if size(body) > 3_500}) < 5


async def test_notes_that_do_not_fit_are_put_together_step_by_step(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "book.txt").write_text((YEARS + FILLER) * 12)
    server.play(reader())
    events = await turn(Conversation(agent_from(settings(context_window=1_000))), "Read book.txt in parts")
    assert "parts_merging" in [notice.code for notice in only(Notice, events)]
    assert ended(events).reason == "answered"
    assert "1950" in ended(events).text
    assert max(map(size, server.bodies)) < 5_000


async def test_a_part_of_which_the_server_drops_most_in_silence_is_halved(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "book.txt").write_text(BOOK * 8)

    def answer(body: Json) -> Reply:
        return say("A year.", usage=(min(2_050, size(body) // 4), 9))

    server.play(answer)
    events = await turn(Conversation(agent_from(settings(context_window=32_000))), "Read book.txt in parts")
    codes = [event.code for event in only(Notice, events)]
    assert (ended(events).reason, "parts_halved" in codes) == ("answered", True)
    taken = [size(body) for body in server.bodies if "Text of this part" in asked(body)]
    assert max(taken) > 16_000 and max(taken[-3:]) < 2_050 * 4.3


async def test_a_part_that_fails_is_said_and_loses_no_other(server: ScriptedServer, book: Conversation) -> None:
    read = reader()
    server.play(lambda body: DOWN if asked(body).startswith("Part 2 of") else read(body))
    events = await turn(book, "Read book.txt in parts")
    assert [done.ok for done in finished(events)].index(False) == 1
    total = len(finished(events))
    assert f"{total - 1} of {total} parts" in ended(events).text
    assert "Not wholly read: part 2." in ended(events).text
    assert "2020" in ended(events).text


async def test_a_server_that_is_gone_ends_the_reading_soon(server: ScriptedServer, book: Conversation) -> None:
    server.play(DOWN)
    events = await turn(book, "Read book.txt in parts")
    assert (ended(events).reason, len(finished(events))) == ("model_error", 3)
    assert "Down." in ended(events).text


async def test_stopped_in_the_middle_it_tells_what_is_known_and_can_go_on(
    server: ScriptedServer, book: Conversation
) -> None:
    read = reader()
    server.play(lambda body: say("late", before=30) if asked(body).startswith("Part 3 of") else read(body))
    events: list[Event] = []
    async for event in book.ask("Read book.txt in parts: which years?"):
        events.append(event)
        if isinstance(event, ToolStarted) and "part 3" in event.title:
            assert await eventually(lambda: len(server.requests) == 3)
            book.stop()
    require_order(events)
    end, before = ended(events), len(server.requests)
    assert (end.reason, finished(events)[-1].code) == ("stopped", "tool:cancelled")
    assert "1900" in end.text and "2 of" in end.text
    assert await eventually(lambda: server.closed_early == 1)
    assert (before, len(server.requests)) == (3, 3)
    assert end.offers == (Offer("Go on from part 3", "Read book.txt in parts from part 3: which years?"),)
    server.play(reader())
    again = await turn(book, end.offers[0].message)
    assert all(str(year) in ended(again).text for year in range(1900, 2000))
    assert parts_of(again)[0].startswith("read book.txt, part 3 of")
    assert YEARS[:60] not in server.requests[0].text


async def test_at_the_limit_of_tokens_it_answers_from_what_is_known_and_says_how_to_go_on(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "book.txt").write_text((YEARS + FILLER) * 10)
    server.play(reader())
    conversation = Conversation(agent_from(settings(context_window=4_000, max_turn_tokens=6_000)))
    events = await turn(conversation, "Read book.txt in parts: which years?")
    end = ended(events)
    assert end.reason == "token_limit"
    assert end.usage.input_tokens + end.usage.output_tokens <= 6_000
    assert "1900" in end.text and "6,000 tokens" in end.text
    read = len(parts_of(events))
    assert end.offers[0].message == f"Read book.txt in parts from part {read + 1}: which years?"
    assert parts_of(await turn(conversation, end.offers[0].message))[0].startswith(f"read book.txt, part {read + 1} of")


async def test_the_question_that_overflowed_is_the_one_that_the_parts_are_read_for(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "book.txt").write_text(YEARS + FILLER)
    reads = calls(("read_file", {"file_path": "book.txt"}))
    server.play(reader(6_000, lambda body: reads if asked(body) == "Which years?" else say("Yes.")))
    conversation = Conversation(agent_from(settings()))
    end = await end_of(conversation, "Which years?")
    assert end.reason == "context_overflow"
    assert [offer.message for offer in end.offers] == ["Read book.txt in parts", "Go on without book.txt"]
    assert "1950" in (await end_of(conversation, end.offers[0].message)).text
    assert "The person asked: Which years?" in server.requests[-1].text
    assert (await end_of(conversation, "And now?")).text == "Yes."


async def test_going_on_without_it_asks_the_same_question_with_a_stub_in_its_place(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "book.txt").write_text(YEARS + FILLER)
    both = calls(("read_file", {"file_path": "book.txt"}), ("read_file", {"file_path": "paper1.txt"}))

    def answer(body: Json) -> Reply:
        return say("It is the wall.") if "without" in str(body["messages"]) else both

    server.play(reader(6_000, answer))
    conversation = Conversation(agent_from(settings()))
    end = await end_of(conversation, "What is in them?")
    assert (await end_of(conversation, end.offers[1].message)).text == "It is the wall."
    sent = server.requests[-1]
    assert asked(sent.body) == "What is in them?"
    assert (YEARS[:60] in sent.text, "Go on without book.txt" in sent.text) == (False, True)


async def test_what_was_dropped_comes_back_in_a_smaller_part_only_until_the_next_question(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "book.txt").write_text(YEARS + FILLER)
    whole, part = ("read_file", {"file_path": "book.txt"}), ("read_file", {"file_path": "book.txt", "limit": 1})
    wall = say("It is the wall.")
    steps = iter([calls(whole), say("Too large."), calls(whole, part), wall, calls(whole), say("Too large again.")])
    server.play(reader(6_000, lambda _: next(steps)))
    conversation = Conversation(agent_from(settings()))
    end = await end_of(conversation, "What is in it?")
    events = await turn(conversation, end.offers[1].message)
    assert ended(events).text == "It is the wall."
    # Side by side, they end in any order.
    dropped, read = sorted(finished(events), key=lambda done: done.ok)
    assert (dropped.code, dropped.cached, read.code, read.cached) == ("result:dropped", True, "", False)
    assert "did not fit" in dropped.text
    assert finished(await turn(conversation, "And all of it?"))[0].ok


async def test_in_japanese_all_is_said_in_japanese(server: ScriptedServer, book: Conversation) -> None:
    server.play(reader())
    events = await turn(book, "book.txt を分割して読んで：どの年が出てきますか？")
    assert re.fullmatch(r"book\.txt を読む（\d+ 部分中 1 番目）", parts_of(events)[0])
    assert "Write in Japanese." in server.requests[0].text
    assert "分割して読んだ範囲：`book.txt`" in ended(events).text


async def test_a_name_of_no_file_is_for_the_model(server: ScriptedServer, book: Conversation) -> None:
    server.play(say("There is no such file."))
    assert (await end_of(book, "Read the second chapter in parts")).text == "There is no such file."
    assert "tools" in server.bodies[0]


async def test_a_change_after_it_is_asked_about(server: ScriptedServer, book: Conversation, workdir: Path) -> None:
    server.play(reader(otherwise=lambda _: calls(("write_file", {"file_path": "new.txt", "text": "x"}))))
    await turn(book, "Read book.txt in parts")
    asked_about = []
    async for event in book.ask("And what follows from it?"):
        if isinstance(event, ApprovalAsked):
            asked_about.append(event.text)
            book.stop()
    assert "book.txt" in asked_about[0]
    assert not (workdir / "new.txt").exists()


async def test_a_pdf_is_read_in_parts(server: ScriptedServer, book: Conversation, workdir: Path) -> None:
    pages = [[f"Page of the year {year}." for year in range(first, first + 30)] for first in range(1900, 1990, 30)]
    (workdir / "wall.pdf").write_bytes(pdf(pages * 8))
    server.play(reader())
    events = await turn(book, "Read wall.pdf in parts")
    assert len(parts_of(events)) > 2
    assert [str(year) in ended(events).text for year in (1900, 1945, 1989)] == [True] * 3


@pytest.mark.slow
async def test_thirty_megabytes_are_read_to_the_end(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "big.log").write_text(FILLER * 6_700 + "The last year was 1931.\n")
    server.play(reader())
    conversation = Conversation(agent_from(settings(max_turn_tokens=100_000_000)))
    events = await turn(conversation, "Read big.log in parts: which year?")
    assert "1931" in ended(events).text
    assert len(parts_of(events)) > 300
