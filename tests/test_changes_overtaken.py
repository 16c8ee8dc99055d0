"""Another program that saves at the last moment loses nothing, whatever it puts there."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from changing import Folder

from app.workspace.changes.disk import placing
from app.workspace.changes.disk.renames import NotOffered, exchange, rename_new
from app.workspace.errors import WorkspaceError


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path)
    (made.root / "a.txt").write_text("1\n2\n3\n4\n5\n")
    return made


def changed_by_the_user(folder: Folder) -> None:
    (folder.root / "a.txt").write_text("1\ntwo, by the user\n3\n4\n5\n")


def refusal(act: Callable[[], Any]) -> WorkspaceError:
    with pytest.raises(WorkspaceError) as caught:
        act()
    return caught.value


@pytest.mark.parametrize("offered", [True, False], ids=["exchange", "no exchange"])
def test_a_save_by_another_program_at_the_last_moment_is_not_lost(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, offered: bool
) -> None:
    """The other program saves between the last look and the change: once before a write, always before an edit."""
    other = folder.root.parent / "other"

    def save_first(*names: Any) -> None:
        then = exchange if offered else refuse
        monkeypatch.setattr(placing, "exchange", then)
        other.write_text("1\n2 by another program\n3\n4\n5\n")
        other.replace(folder.root / "a.txt")
        then(*names)

    def refuse(*_: Any) -> None:
        raise NotOffered

    def overtaken(act: Callable[[], Any]) -> str:
        (folder.root / "a.txt").write_text("1\n2\n3\n4\n5\n")
        folder.read("a.txt")
        monkeypatch.setattr(placing, "exchange", save_first)
        act()
        assert folder.names() == ["a.txt"]
        return (folder.root / "a.txt").read_text()

    assert overtaken(lambda: refusal(lambda: folder.write("a.txt", "new\n"))) == "1\n2 by another program\n3\n4\n5\n"
    assert overtaken(lambda: folder.edit("a.txt", "5", "five")) == "1\n2 by another program\n3\n4\nfive\n"


def test_a_save_at_the_last_moment_is_not_deleted(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def save_first(*names: Any) -> None:
        monkeypatch.setattr(placing, "rename_new", rename_new)
        changed_by_the_user(folder)
        rename_new(*names)

    monkeypatch.setattr(placing, "rename_new", save_first)
    assert refusal(lambda: folder.delete("a.txt")).code == "file:changed"
    assert folder.picture()["a.txt"][1] == b"1\ntwo, by the user\n3\n4\n5\n"


def test_two_saves_at_the_last_moment_leave_the_newest(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program saves just before the exchange, and again just before it is taken back."""
    left = [b"second", b"first"]

    def saved() -> None:
        other = folder.root.parent / "other"
        other.write_bytes(left.pop())
        other.replace(folder.root / "a.txt")

    def save_first(*names: Any) -> None:
        if left:
            saved()
        exchange(*names)

    plan = folder.changes.write("a.txt", "new\n", False, folder.seen)
    monkeypatch.setattr(placing, "exchange", save_first)
    assert refusal(plan.carry_out).code == "file:changed"
    assert folder.picture() == {"a.txt": (0o100644, b"second")}


def put_there(path: Path, kind: str) -> None:
    """Something else in place of the file, as another program might put it there."""
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
        (path / "x").write_text("the user's")
    elif kind == "link":
        path.symlink_to("elsewhere")
    else:
        path.write_text("the user's")


KINDS = ["pipe", "folder", "link", "file"]
ACTS: dict[str, Callable[[Folder], Any]] = {
    "write": lambda f: f.changes.write("a.txt", "new\n", False, f.seen),
    "copy over": lambda f: f.changes.copy("b.txt", "a.txt", f.seen),
    "move over": lambda f: f.changes.move("b.txt", "a.txt", f.seen),
    "move": lambda f: f.changes.move("a.txt", "n.txt", f.seen),
    "delete": lambda f: f.changes.delete("a.txt", f.seen),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("verb", ACTS)
def test_whatever_is_put_there_at_the_last_moment_survives(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, verb: str, kind: str
) -> None:
    (folder.root / "b.txt").write_text("b")
    plan = ACTS[verb](folder)
    pictures = list[dict[str, Any]]()

    def put_first(act: Callable[..., None]) -> Callable[..., None]:
        def acting(*names: Any) -> None:
            if not pictures:
                put_there(folder.root / "a.txt", kind)
                pictures.append(without_ours(folder))
            act(*names)

        return acting

    monkeypatch.setattr(placing, "exchange", put_first(exchange))
    monkeypatch.setattr(placing, "rename_new", put_first(rename_new))
    codes = ("file:changed", "file:special", "path:not_a_file", "path:outside")
    error = refusal(plan.carry_out)
    assert (error.code in codes, "outside the work folder" in error.text) == (True, False)
    assert pictures == [folder.picture()]


def without_ours(folder: Folder) -> dict[str, Any]:
    return {name: there for name, there in folder.picture().items() if not name.startswith(".folio-")}


def test_a_save_that_cannot_go_back_is_kept_and_told(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program saves at the last moment, and the file system fails when that is put back."""
    plan = folder.changes.write("a.txt", "new\n", False, folder.seen)
    calls = []

    def failing(*names: Any) -> None:
        calls.append(names)
        if len(calls) > 1:
            raise OSError(5, "Input/output error")
        changed_by_the_user(folder)
        exchange(*names)

    monkeypatch.setattr(placing, "exchange", failing)
    error = refusal(plan.carry_out)
    assert (error.code, "'a (recovered 1).txt'" in error.text) == ("result:unverified", True)
    assert folder.picture()["a (recovered 1).txt"][1] == b"1\ntwo, by the user\n3\n4\n5\n"


@pytest.mark.parametrize(("way", "there"), [("rename_new", "n.txt"), ("exchange", "b.txt")])
def test_a_move_that_cannot_go_back_is_told(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, way: str, there: str
) -> None:
    (folder.root / "b.txt").write_text("b")
    plan, real, calls = folder.changes.move("a.txt", there, folder.seen), getattr(placing, way), []

    def failing(*names: Any) -> None:
        calls.append(names)
        if len(calls) > 1:
            raise OSError(5, "Input/output error")
        changed_by_the_user(folder)
        real(*names)

    monkeypatch.setattr(placing, way, failing)
    error = refusal(plan.carry_out)
    assert (error.code, "'a.txt' may be there now" in error.text) == ("result:unverified", True)
    assert folder.picture()[there][1] == b"1\ntwo, by the user\n3\n4\n5\n"


def test_a_users_own_file_of_a_name_like_ours_is_left_alone(folder: Folder) -> None:
    for name in (".folio-2024.tmp", ".folio-0123456789abcdef.tmp", ".folio-a-b.tmp"):
        (folder.root / name).write_text("mine")
    folder.write("n.txt", "new")
    assert folder.names()[:3] == [".folio-0123456789abcdef.tmp", ".folio-2024.tmp", ".folio-a-b.tmp"]
