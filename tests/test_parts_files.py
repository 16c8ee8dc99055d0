"""Reading in parts, where the file is not what one would wish: empty, no text, changed, gone, or far too large."""

import errno
import os
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from replies import Json, Reply
from sample_documents import pdf
from scripted_server import ScriptedServer
from test_reading_in_parts import BOOK, asked, parts_of, reader
from turns import SettingsMaker, end_of, ended, only, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice


@pytest.fixture
def book(workdir: Path, settings: SettingsMaker) -> Conversation:
    (workdir / "book.txt").write_text(BOOK)
    return Conversation(agent_from(settings(context_window=2_000)))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "`a.txt` is empty: there is nothing in it to read."),
        (b" \n\t\n" * 20, "`a.txt` has 80 bytes, but no words that could be read."),
        (bytes(range(256)) * 50, "`a.txt` cannot be read in parts: not a text file."),
    ],
    ids=["empty", "blank", "binary"],
)
async def test_a_file_without_text_says_so_and_no_model_is_asked(
    server: ScriptedServer, book: Conversation, workdir: Path, content: bytes, said: str
) -> None:
    (workdir / "a.txt").write_bytes(content)
    events = await turn(book, "Read a.txt in parts")
    assert (ended(events).text[: len(said)], len(events), server.requests) == (said, 1, [])


async def test_a_folder_is_told_as_such(server: ScriptedServer, book: Conversation) -> None:
    assert (await end_of(book, "stock を分割して読んで")).text == (
        "`stock` は分割して読めません（ファイルではなくフォルダです）。"
    )
    assert server.requests == []


async def test_a_scan_that_nothing_can_read_says_so(
    server: ScriptedServer, book: Conversation, workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    (workdir / "scan.pdf").write_bytes(pdf([[], []]))
    assert "no words that could be read" in (await end_of(book, "Read scan.pdf in parts")).text
    assert server.requests == []


async def test_blank_stretches_are_not_sent(server: ScriptedServer, book: Conversation, workdir: Path) -> None:
    (workdir / "gap.txt").write_text("In 1901 it was built.\n" + " \n" * 60_000 + "In 1999 it fell.\n")
    server.play(reader())
    end = await end_of(book, "Read gap.txt in parts")
    assert ("1901" in end.text, "1999" in end.text, len(server.requests) < 6) == (True, True, True)


async def test_one_huge_line_is_read_to_its_end(server: ScriptedServer, book: Conversation, workdir: Path) -> None:
    (workdir / "line.txt").write_text("x" * 20_000 + "1931")
    server.play(reader())
    assert "".join(asked(body) for body in server.bodies) == ""
    await turn(book, "Read line.txt in parts")
    assert asked(server.bodies[-2]).endswith("x1931")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda path: path.unlink(), "parts_gone"),
        (lambda path: path.write_text("Other."), "parts_changed"),
        (lambda path: path.write_text(BOOK + "In 2021 too.\n"), "parts_changed"),
    ],
    ids=["gone", "rewritten", "grown"],
)
async def test_a_file_that_changes_in_the_middle_is_said_once_and_what_is_known_is_kept(
    server: ScriptedServer, book: Conversation, workdir: Path, change: Callable[[Path], object], code: str
) -> None:
    read = reader()

    def reply(body: Json) -> Reply:
        if asked(body).startswith("Part 2 of"):
            change(workdir / "book.txt")
        return read(body)

    server.play(reply)
    events = await turn(book, "Read book.txt in parts: which years?")
    assert [notice.code for notice in only(Notice, events)].count(code) == 1
    end = ended(events)
    assert ("1900" in end.text, "while it was being read" in end.text) == (True, True)


async def test_a_log_that_grew_between_two_turns_is_read_on_with_what_is_known(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "a.log").write_text(BOOK * 6)
    server.play(reader())
    conversation = Conversation(agent_from(settings(context_window=4_000, max_turn_tokens=6_000)))
    first = await end_of(conversation, "Read a.log in parts: which years?")
    with (workdir / "a.log").open("a") as log:
        log.write("In 2077 it was new.\n")
    end = await end_of(conversation, first.offers[0].message)
    assert ("1900" in end.text, "was changed" in end.text) == (True, True)


async def test_only_what_the_person_asked_is_in_the_offer_to_go_on(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker
) -> None:
    (workdir / "a.log").write_text(BOOK * 6)
    server.play(reader())
    conversation = Conversation(agent_from(settings(context_window=4_000, max_turn_tokens=6_000)))
    offer = (await end_of(conversation, "Read a.log in parts")).offers[0]
    number = offer.label.split()[-1]
    assert offer.message == f"Read a.log in parts from part {number}"
    assert "main points" in server.requests[0].text


async def test_where_the_disk_gives_no_more_what_is_known_is_kept(
    server: ScriptedServer, workdir: Path, settings: SettingsMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workdir / "a.log").write_text(BOOK * 1_000)
    whole = os.pread

    def broken(fd: int, size: int, at: int) -> bytes:
        if at >= 3_000_000:
            raise OSError(errno.EIO, "I/O error")
        return whole(fd, size, at)

    monkeypatch.setattr("app.workspace.text.whole_text.os.pread", broken)
    server.play(reader())
    end = await end_of(Conversation(agent_from(settings(max_turn_tokens=9_000_000))), "Read a.log in parts")
    assert ("1900" in end.text, "could not be read any further" in end.text) == (True, True)


@pytest.fixture
def big_log(workdir: Path) -> Iterator[Path]:
    """Two gigabytes, which nobody keeps."""
    log = workdir / "big.log"
    with log.open("wb") as file:
        file.writelines([b"08:00 all is well\n" * 1_000_000] * 111)
        file.write(b"In 1931 it fell.\n")
    yield log
    log.unlink()


@pytest.mark.slow
@pytest.mark.usefixtures("big_log")
async def test_two_gigabytes_are_asked_about_before_they_are_read_and_their_end_is_near(
    server: ScriptedServer, settings: SettingsMaker
) -> None:
    server.play(reader())
    conversation = Conversation(agent_from(settings(context_window=32_000)))
    tracemalloc.start()
    first = await end_of(conversation, "Read big.log in parts: which year?")
    assert ("499,5" in first.text, "requests" in first.text, server.requests) == (True, True, [])
    assert [offer.label for offer in first.offers] == ["Read from the beginning", "Read the end"]
    events = await turn(conversation, first.offers[1].message)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ("1931" in ended(events).text, "from part" in ended(events).text) == (True, True)
    assert (len(parts_of(events)) < 15, peak < 60_000_000) == (True, True)
