"""The record of turns: what it holds, what it never holds, and how it stands up to processes and disks."""

import json
import logging
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from replies import calls, say
from scripted_server import ScriptedServer
from turns import YES, SettingsMaker

from app.agent import Conversation
from app.assemble import agent_from
from app.events import ApprovalAsked, Event, Notice, ToolStarted, TurnEnded
from app.settings import Settings
from app.telemetry import About, telemetry_from
from app.telemetry.record import Record
from app.telemetry.record.files import RecordFiles
from app.telemetry.record.kept import UNRECORDED
from app.telemetry.record.reading import AnyLine, Looked, read_record

SECRET = "xyzzy"
# The lines that are no events of the agent.
OWN = {"TurnStarted", "TurnClosed", "LinesLost", "FilesDropped"}
ABOUT = About("ann", "c1", "page", "What is in it?", "scripted", "http://user:pass@host/v1")


async def recorded(settings: Settings, question: str, leaves_at: type[Event] | None = None) -> list[dict[str, Any]]:
    """The lines after one turn, in which everything is allowed."""
    conversation = Conversation(agent_from(settings))
    about = About("ann", "c1", "terminal", question, "scripted", "http://user:pass@host/v1")
    events = telemetry_from(settings).watched(conversation.ask(question), about)
    async for event in events:
        if isinstance(event, ApprovalAsked):
            conversation.decide(event.call_id, YES)
        if leaves_at and isinstance(event, leaves_at):
            break
    await events.aclose()
    return lines_in(settings.data_dir / "record")


def lines_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in sorted(folder.glob("*")) for line in path.read_bytes().split(b"\n")[:-1]]


def play_a_turn_of_secrets(server: ScriptedServer, workdir: Path) -> None:
    (workdir / "secret.txt").write_text(f"{SECRET} is the word\n")
    (workdir / "table.csv").write_text(f"{SECRET},n\na,1\n")
    server.play(
        calls(("read_file", {"file_path": "secret.txt"}), ("search_text", {"query": "is the word"})),
        calls(("write_file", {"file_path": "new.txt", "text": f"{SECRET}!"}), text=f"I write {SECRET}."),
        calls(("edit_file", {"file_path": "secret.txt", "edits": [{"old_text": SECRET, "new_text": f"{SECRET}2"}]})),
        calls(("write_file", {"file_path": "a.txt", "content": SECRET}), ("read_file", {"file_path": "n" * 600})),
        calls(("draw_chart", {"file_path": "table.csv", "x": SECRET, "y": ["n"]})),
        say(f"The word is {SECRET}."),
    )


async def test_a_turn_is_recorded_without_a_word_of_any_file(
    settings: SettingsMaker, server: ScriptedServer, workdir: Path
) -> None:
    play_a_turn_of_secrets(server, workdir)
    lines = await recorded(settings(), "Edit secret.txt and write new.txt")
    raw = b"".join(path.read_bytes() for path in (settings().data_dir / "record").iterdir())
    assert SECRET.encode() not in raw
    assert b"pass@" not in raw
    names = [line["event"] for line in lines]
    assert (names[0], names[-1]) == ("TurnStarted", "TurnEnded")
    assert set(names[1:-1]) == {"RoundEnded", "ToolStarted", "ToolFinished", "ApprovalAsked", "ApprovalGiven"}
    started = {key: lines[0][key] for key in ("who", "conversation", "door", "question", "model")}
    assert started == {
        "who": "ann",
        "conversation": "c1",
        "door": "terminal",
        "question": "Edit secret.txt and write new.txt",
        "model": "scripted",
    }
    assert len({line["turn"] for line in lines}) == 1
    assert all(datetime.fromisoformat(line["at"]).tzinfo for line in lines)
    args = [line["args"] for line in lines if line["event"] == "ToolStarted"]
    assert args[:4] == [
        {"file_path": "secret.txt"},
        {"query": "is the word"},
        {"file_path": "new.txt", "text": {"characters": 6}},
        {"file_path": "secret.txt", "edits": {"characters": 11}},
    ]
    assert args[4:] == [
        {"file_path": "a.txt", "others": {"number": 1, "characters": 5}},
        {"file_path": {"characters": 600}},
        {"file_path": "table.csv", "x": {"characters": 5}, "y": {"characters": 1}},
    ]
    done = [line for line in lines if line["event"] == "ToolFinished"]
    assert [line["code"] for line in done[4:6]] == ["args:missing:text", "path:not_found"]
    assert done[0]["text"]["characters"] > len(f"{SECRET} is the word")
    assert done[0]["extent"]["path"] == "secret.txt"
    assert "diff" not in done[3]["receipt"] and done[3]["receipt"]["verb"] == "edited"
    assert lines[-1]["usage"]["requests"] == sum(line["requests"] for line in lines if line["event"] == "RoundEnded")


async def test_content_is_recorded_where_a_setting_says_so(
    settings: SettingsMaker, server: ScriptedServer, workdir: Path
) -> None:
    play_a_turn_of_secrets(server, workdir)
    lines = await recorded(settings(record_content=True), "Edit secret.txt and write new.txt")
    assert f"{SECRET} is the word" in next(line["text"] for line in lines if line["event"] == "ToolFinished")
    assert {"file_path": "new.txt", "text": f"{SECRET}!"} in [line.get("args") for line in lines]
    assert lines[-1]["text"] == f"The word is {SECRET}."


async def test_a_turn_that_was_left_says_so_and_none_is_recorded_where_none_is_to_be(
    settings: SettingsMaker, server: ScriptedServer
) -> None:
    server.play(calls(("read_file", {"file_path": "paper1.txt"})), say("Done."))
    lines = await recorded(settings(), "Read it", leaves_at=ToolStarted)
    assert [line["event"] for line in lines][-1] == "TurnClosed"
    server.play(say("Done."))
    assert await recorded(settings(record=False), "And now?") == lines


def test_every_event_is_known_to_the_report_or_has_no_line() -> None:
    known = {name for line in get_args(AnyLine) for name in get_args(line.model_fields["event"].annotation)}
    assert {event.__name__ for event in get_args(Event) if event not in UNRECORDED} == known - OWN


@dataclass
class Clock:
    """A clock that a test sets."""

    time: datetime = field(default_factory=lambda: datetime(2026, 11, 30, 12).astimezone())

    def __call__(self) -> datetime:
        return self.time


def note(record: Record, *codes: str) -> None:
    follow = record.begin(ABOUT)
    for code in codes:
        follow(Notice(code, ""))
    follow(TurnEnded("answered", "x"))


def test_odd_characters_break_no_line(tmp_path: Path) -> None:
    odd = "a\nb\r\x1b[2J\x9b2J\u2028\u2029\x85\ud800 \udcff\u202e日本"
    follow = Record(RecordFiles(tmp_path, 1, 1)).begin(About(odd, "c", "terminal", odd, "m", ""))
    follow(ToolStarted("1", odd, {odd: 1, "file_path": odd, "limit": float("nan")}, odd))
    follow(TurnEnded("answered", odd))
    (file,) = tmp_path.iterdir()
    text = file.read_bytes().decode()
    assert len(text.splitlines()) == 3 and text.replace("\n", "").isprintable()
    looked = Looked()
    assert len(list(read_record(tmp_path, None, datetime.now().date(), looked))) == 3
    assert looked.bad == []
    assert json.loads(text.splitlines()[0])["question"] == odd.replace("\ud800", "\\ud800").replace("\udcff", "\\udcff")


def test_files_are_of_a_day_and_of_a_size_and_the_oldest_go(tmp_path: Path) -> None:
    clock = Clock()
    folder = tmp_path / "record"
    record = Record(RecordFiles(folder, days=3, megabytes=1), now=clock)
    (tmp_path / "record").mkdir()
    (folder / "2026-11-27.jsonl").write_text("{}\n")
    (folder / "notes.txt").write_text("somebody's own")
    note(record)
    assert {path.name for path in folder.iterdir()} == {"2026-11-30.jsonl", "notes.txt"}
    assert lines_in(folder)[1] | {"at": ""} == {"event": "FilesDropped", "at": "", "files": ["2026-11-27.jsonl"]}
    clock.time += timedelta(days=1)
    for _ in range(60):
        note(record, *["x" * 1_000] * 20)
    names = sorted(path.name for path in folder.glob("*.jsonl"))
    assert "2026-11-30.jsonl" not in names and names[-1] == "2026-12-01.6.jsonl"
    assert sum(path.stat().st_size for path in folder.glob("*.jsonl")) <= 1_000_000
    assert max(path.stat().st_size for path in folder.glob("*.jsonl")) <= 250_000
    assert (folder / "2026-12-01.6.jsonl").stat().st_mode & 0o777 == 0o600


def test_it_is_readable_by_its_owner_alone_and_a_removed_file_is_made_anew(tmp_path: Path) -> None:
    record = Record(RecordFiles(tmp_path / "record", 1, 1), now=Clock())
    note(record)
    file = tmp_path / "record" / "2026-11-30.jsonl"
    assert [path.stat().st_mode & 0o777 for path in (file.parent, file)] == [0o700, 0o600]
    file.unlink()
    note(record, "again")
    assert len(lines_in(file.parent)) == 3


_WRITER = """
import sys
from pathlib import Path
from app.telemetry.record.files import RecordFiles
from datetime import date
files = RecordFiles(Path(sys.argv[1]), 1, 8)
for number in range(2000):
    files.append((sys.argv[2] * 1000 + " " + str(number) + "\\n").encode(), date(2026, 11, 30))
"""


@pytest.mark.slow
def test_two_processes_write_side_by_side_and_every_line_is_whole(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path), name]) for name in "ab"]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    files = sorted(tmp_path.iterdir(), key=lambda path: (len(path.name), path.name))
    # Where one began a file while the other was writing, it cannot tell that line from a torn one, and ends it.
    lines = [line for path in files for line in path.read_text().splitlines() if line]
    for name in "ab":
        own = [line for line in lines if line[0] == name]
        assert own == [f"{name * 1000} {number}" for number in range(2000)]
    assert len(lines) == 4000 and len(files) >= 2


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """As on a disk that is full there: a write that reaches it is cut."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def blocked(folder: Path) -> Callable[[], None]:
    """Puts a file where the folder would be; gives what takes it away."""
    folder.write_text("")
    return folder.unlink


def test_a_folder_that_cannot_be_is_told_once_and_what_is_lost_is_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    record = Record(RecordFiles(tmp_path / "record", 1, 1), now=Clock())
    free = blocked(tmp_path / "record")
    note(record, "one", "two")
    free()
    note(record)
    assert len(caplog.messages) == 2
    assert "cannot be written" in caplog.messages[0] and "lacks: 4" in caplog.messages[1]
    assert [(line["event"], line.get("lines")) for line in lines_in(tmp_path / "record")] == [
        ("TurnStarted", None),
        ("LinesLost", 4),
        ("TurnEnded", None),
    ]


def test_a_line_that_a_full_disk_cut_takes_no_other_with_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    record = Record(RecordFiles(tmp_path, 1, 1), now=Clock())
    note(record)
    file = tmp_path / "2026-11-30.jsonl"
    with no_file_longer_than(file.stat().st_size + 30):
        note(record, "lost")
    note(record)
    looked = Looked()
    events = [line.event for line in read_record(tmp_path, None, Clock()().date(), looked)]
    assert looked.bad == ["2026-11-30.jsonl:3"]
    assert events == ["TurnStarted", "TurnEnded", "TurnStarted", "LinesLost", "TurnEnded"]
    assert len(caplog.messages) == 2


async def test_a_turn_goes_on_where_nothing_can_be_recorded(settings: SettingsMaker, server: ScriptedServer) -> None:
    (settings().data_dir).mkdir()
    blocked(settings().data_dir / "record")
    server.play(say("All is well."))
    conversation = Conversation(agent_from(settings()))
    events = [event async for event in telemetry_from(settings()).watched(conversation.ask("How is it?"), ABOUT)]
    assert isinstance(events[-1], TurnEnded) and events[-1].text == "All is well."
