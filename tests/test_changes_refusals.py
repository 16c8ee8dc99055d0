"""What the system refuses is said, with the old file untouched."""

import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from changing import NOBODY, Folder
from replies import calls, say
from scripted_server import ScriptedServer
from turns import SettingsMaker, finished, only, turn

from app.agent import Conversation
from app.assemble import agent_from
from app.events import Notice
from app.workspace.changes.change import Limits
from app.workspace.changes.verbs import writing
from app.workspace.errors import WorkspaceError


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o777)
        (place / "work").mkdir()
        (place / "work").chmod(0o777)
        yield place


def refusal(act: Callable[[], Any]) -> tuple[str, str]:
    with pytest.raises(WorkspaceError) as caught:
        act()
    return caught.value.code, caught.value.text


def test_a_hard_link_is_not_written_and_a_name_that_would_work_is_given(folder: Folder) -> None:
    outside = folder.around / "outside.txt"
    outside.write_text("outside\n")
    os.link(outside, folder.root / "a.txt")
    (folder.root / "a-2.txt").write_text("taken")
    (folder.root / "b.txt").write_text("b")
    for act in (
        lambda: folder.write("a.txt", "new"),
        lambda: folder.write("a.txt", "new", append=True),
        lambda: folder.edit("a.txt", "outside", "new"),
        lambda: folder.copy("b.txt", "a.txt"),
        lambda: folder.move("b.txt", "a.txt"),
    ):
        code, text = refusal(act)
        assert (code, "'a-3.txt'" in text, "hard link" in text) == ("file:special", True, True)
    assert (outside.read_text(), (folder.root / "a.txt").samefile(outside)) == ("outside\n", True)


def test_one_name_of_a_hard_link_may_be_deleted(folder: Folder) -> None:
    (folder.root / "a.txt").write_text("a")
    os.link(folder.root / "a.txt", folder.root / "b.txt")
    folder.delete("a.txt")
    assert folder.picture()["b.txt"][1] == b"a"


def test_a_read_only_file_is_not_replaced_not_even_by_root(folder: Folder) -> None:
    (folder.root / "a.txt").write_text("old")
    (folder.root / "b.txt").write_text("b")
    (folder.root / "a.txt").chmod(0o444)
    for act in (
        lambda: folder.write("a.txt", "new"),
        lambda: folder.edit("a.txt", "old", "new"),
        lambda: folder.copy("b.txt", "a.txt"),
        lambda: folder.move("b.txt", "a.txt"),
        lambda: folder.delete("a.txt"),
    ):
        code, text = refusal(act)
        assert (code, "read-only" in text) == ("file:unreadable", True)
    assert folder.picture()["a.txt"] == (0o100444, b"old")


def as_nobody(act: Callable[[], str]) -> str:
    """What `act` says when somebody does it who is not root."""

    def work(answer: Any) -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        answer.send(act())

    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=work, args=(theirs,))
    process.start()
    assert ours.poll(20)
    process.join()
    return str(ours.recv())


@pytest.mark.parametrize("verb", ["write", "create", "append", "edit", "delete", "move", "copy", "folder"])
def test_a_folder_without_permission_says_so(open_folder: Path, verb: str) -> None:
    inner = open_folder / "work" / "x"
    inner.mkdir()
    (inner / "a.txt").write_text("old")
    (inner / "a.txt").chmod(0o666)
    (open_folder / "work" / "b.txt").write_text("b")
    inner.chmod(0o555)

    def act() -> str:
        folder = Folder(open_folder)
        acts: dict[str, Callable[[], Any]] = {
            "write": lambda: folder.write("x/a.txt", "new"),
            "create": lambda: folder.write("x/n.txt", "new"),
            "append": lambda: folder.write("x/a.txt", "new", append=True),
            "edit": lambda: folder.edit("x/a.txt", "old", "new"),
            "delete": lambda: folder.delete("x/a.txt"),
            "move": lambda: folder.move("x/a.txt", "y/n.txt"),
            "copy": lambda: folder.copy("b.txt", "x/n.txt"),
            "folder": lambda: folder.changes.make_folder("x/y").carry_out(),
        }
        code, text = refusal(acts[verb])
        return f"{code} {text} {folder.names()}"

    said = as_nobody(act)
    assert said.startswith("file:unreadable:folder ") and "permission was denied" in said
    assert said.endswith("['b.txt', 'x', 'x/a.txt']")
    assert str(open_folder) not in said
    assert (inner / "a.txt").read_text() == "old"


@pytest.mark.parametrize("verb", ["write", "edit", "delete", "move", "copy"])
def test_a_folder_that_may_be_listed_but_not_entered_says_so(open_folder: Path, verb: str) -> None:
    inner = open_folder / "work" / "x"
    inner.mkdir()
    (inner / "a.txt").write_text("old")
    inner.chmod(0o444)

    def act() -> str:
        folder = Folder(open_folder)
        acts: dict[str, Callable[[], Any]] = {
            "write": lambda: folder.write("x/a.txt", "new"),
            "edit": lambda: folder.edit("x/a.txt", "old", "new"),
            "delete": lambda: folder.delete("x/a.txt"),
            "move": lambda: folder.move("x/a.txt", "n.txt"),
            "copy": lambda: folder.copy("x/a.txt", "n.txt"),
        }
        return " ".join(refusal(acts[verb]))

    said = as_nobody(act)
    assert said.startswith("file:unreadable") and str(open_folder) not in said


def test_a_file_without_permission_says_so(open_folder: Path) -> None:
    (open_folder / "work" / "a.txt").write_text("old")
    (open_folder / "work" / "a.txt").chmod(0o644)

    def act() -> str:
        return " ".join(refusal(lambda: Folder(open_folder).write("a.txt", "new")))

    said = as_nobody(act)
    assert said.startswith("file:unreadable ") and "read-only" in said
    assert (open_folder / "work" / "a.txt").read_text() == "old"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MB for the work folder where one can be mounted, else the most that a file may be."""
    place = tmp_path / "work"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    if mounted.returncode:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
    try:
        yield tmp_path
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        if not mounted.returncode:
            subprocess.run(["umount", str(place)], check=True)


@pytest.mark.slow
def test_a_full_disk_leaves_the_old_file(small_disk: Path) -> None:
    folder = Folder(small_disk)
    (folder.root / "a.txt").write_text("old\n")
    before = folder.picture()
    for act in (
        lambda: folder.write("a.txt", "x" * 2_000_000),
        lambda: folder.write("n/new.txt", "x" * 2_000_000),
        lambda: folder.write("a.txt", "x" * 2_000_000, append=True),
        lambda: folder.edit("a.txt", "old", "x" * 2_000_000),
    ):
        code, text = refusal(act)
        assert ("disk is full. Nothing was changed" in text, code) == (
            True,
            "tool:failed:full",
        ) or code == "file:too_big"
        assert folder.picture() == before


@pytest.mark.slow
@pytest.mark.parametrize(("question", "said"), [("Write it.", "Free some space"), ("書いて", "空きを作ってから")])
async def test_a_full_disk_is_told_to_the_person_once_with_what_to_do(
    small_disk: Path, server: ScriptedServer, settings: SettingsMaker, question: str, said: str
) -> None:
    if not (small_disk / "work").is_mount():
        pytest.skip("no disk can be mounted here")
    (small_disk / "work" / "most.bin").write_bytes(bytes(950_000))
    write = [("write_file", {"file_path": f"{name}.txt", "text": name * 200_000}) for name in "ab"]
    server.play(calls(*write), say("The disk is full."))
    events = await turn(Conversation(agent_from(settings(work_dir=small_disk / "work"))), question)
    assert [event.code for event in finished(events)] == ["tool:failed:full"] * 2
    assert [(notice.code, said in notice.text) for notice in only(Notice, events)] == [("disk_full", True)]
    assert {path.name for path in (small_disk / "work").iterdir()} & {"a.txt", "b.txt"} == set()


def test_a_file_larger_than_the_system_allows_leaves_the_old_one(folder: Folder) -> None:
    (folder.root / "a.txt").write_text("old\n")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        code, text = refusal(lambda: folder.write("a.txt", "x" * 200_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (code, "larger than the file system allows. Nothing was changed" in text) == ("file:too_big", True)
    assert folder.picture()["a.txt"][1] == b"old\n"
    assert folder.names() == ["a.txt"]


def test_without_room_for_the_earlier_bytes_nothing_is_changed(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "undo").write_text("a file where the folder should be")
    folder = Folder(tmp_path)
    (folder.root / "a.txt").write_text("old")
    code, text = refusal(lambda: folder.write("a.txt", "new"))
    assert code == "tool:failed"
    assert ("for undo" in text, "nothing was changed" in text, str(tmp_path) in text) == (True, True, False)
    assert folder.picture()["a.txt"][1] == b"old"


@pytest.mark.parametrize("broken", ["data", "data/locks", "data/undo", "data/locks/changes.lock"])
@pytest.mark.parametrize("verb", ["create", "delete", "move", "folder"])
def test_a_data_folder_that_cannot_be_used_is_named(tmp_path: Path, broken: str, verb: str) -> None:
    folder = Folder(tmp_path)
    (folder.root / "a.txt").write_text("old")
    place = tmp_path / broken
    place.parent.mkdir(parents=True, exist_ok=True)
    if broken.endswith(".lock"):
        place.mkdir()
    else:
        place.write_text("a file where the folder should be")
    acts: dict[str, Callable[[], Any]] = {
        "create": lambda: folder.write("n/m.txt", "new"),
        "delete": lambda: folder.delete("a.txt"),
        "move": lambda: folder.move("a.txt", "n/m.txt"),
        "folder": lambda: folder.changes.make_folder("n").carry_out(),
    }
    code, text = refusal(acts[verb])
    assert (code, "DATA_DIR" in text, "nothing was changed" in text) == ("tool:failed", True, True)
    assert (str(tmp_path) in text, folder.names()) == (False, ["a.txt"])


def test_a_file_too_big_for_text_is_not_changed_as_text(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MOST_BYTES", 1000)
    (folder.root / "a.txt").write_text("x" * 1001)
    for act in (lambda: folder.write("a.txt", "x"), lambda: folder.edit("a.txt", "x", "y", replace_all=True)):
        assert refusal(act)[0] == "file:too_big"


def test_what_is_more_than_may_be_kept_is_changed_all_the_same_but_not_undoable(tmp_path: Path) -> None:
    folder = Folder(tmp_path, Limits(max_bytes=20_000))
    for name in ("a.txt", "b.txt", "c.txt", "d.txt"):
        (folder.root / name).write_text("x" * 30_000)
    plans = (
        folder.changes.write("a.txt", "new", False, folder.seen),
        folder.changes.delete("b.txt", folder.seen),
        folder.changes.copy("d.txt", "c.txt", folder.seen),
    )
    assert [plan.undoable for plan in plans] == [False, False, False]
    assert [plan.carry_out().id for plan in plans] == ["", "", ""]
    assert folder.names() == ["a.txt", "c.txt", "d.txt"]


def test_another_process_that_holds_the_lock_is_waited_for_and_not_for_ever(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.workspace.changes.disk import lock

    monkeypatch.setattr(lock, "_LONGEST_WAIT", 0.3)
    held = folder.around / "data" / "locks" / "changes.lock"
    held.parent.mkdir(parents=True)
    code = "import fcntl, sys; f = open(sys.argv[1], 'a'); fcntl.flock(f, 2); print(); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(held)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        other.stdout.readline()
        assert refusal(lambda: folder.write("a.txt", "x"))[0] == "tool:timeout"
        other.communicate()
    assert folder.write("a.txt", "x").verb == "created"
