"""Copying, moving, deleting, making folders: what is claimed was looked at, and nothing is lost on the way."""

import os
import resource
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from changing import Folder
from outside import SECRET

from app.workspace.changes.disk import renames
from app.workspace.changes.disk.temporary import pieces_of
from app.workspace.changes.verbs import copying
from app.workspace.errors import WorkspaceError


@pytest.fixture(params=["renameat2", "without renameat2"])
def folder(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Folder:
    if request.param != "renameat2":
        monkeypatch.setattr(renames, "_library_call", lambda: None)
    made = Folder(tmp_path)
    (made.root / "a.txt").write_text("a\n")
    (made.root / "b.txt").write_text("b\n")
    (made.root / "x").mkdir()
    return made


def refusal(act: Callable[[], Any]) -> tuple[str, str]:
    with pytest.raises(WorkspaceError) as caught:
        act()
    return caught.value.code, caught.value.text


def content(folder: Folder, path: str) -> str:
    return (folder.root / path).read_text()


def test_a_copy_holds_the_same_and_keeps_the_permissions(folder: Folder) -> None:
    (folder.root / "a.txt").chmod(0o750)
    receipt = folder.copy("a.txt", "n/m/c.txt")
    assert (receipt.verb, receipt.path, receipt.source) == ("copied", "n/m/c.txt", "a.txt")
    assert (receipt.size_before, receipt.size_after, receipt.digest_before) == (None, 2, "")
    assert (content(folder, "n/m/c.txt"), content(folder, "a.txt")) == ("a\n", "a\n")
    assert stat.S_IMODE((folder.root / "n/m/c.txt").stat().st_mode) == 0o750


def test_a_copy_onto_a_file_touches_it_and_keeps_its_permissions(folder: Folder) -> None:
    (folder.root / "b.txt").chmod(0o600)
    plan = folder.changes.copy("a.txt", "b.txt", folder.seen)
    assert (plan.touches, plan.sizes, plan.diff) == (
        ("b.txt",),
        (2, 2),
        "--- b.txt\n+++ b.txt\n@@ -1,1 +1,1 @@\n-b\n+a",
    )
    plan.carry_out()
    assert (content(folder, "b.txt"), b"b\n" in folder.kept()) == ("a\n", True)
    assert stat.S_IMODE((folder.root / "b.txt").stat().st_mode) == 0o600


def test_a_move_takes_the_file_along(folder: Folder) -> None:
    inode = (folder.root / "a.txt").stat().st_ino
    receipt = folder.move("a.txt", "n/c.txt")
    assert (receipt.verb, receipt.path, receipt.source) == ("moved", "n/c.txt", "a.txt")
    assert (folder.names(), (folder.root / "n/c.txt").stat().st_ino) == (["b.txt", "n", "n/c.txt", "x"], inode)


def test_a_move_onto_a_file_touches_it(folder: Folder) -> None:
    plan = folder.changes.move("a.txt", "b.txt", folder.seen)
    assert (plan.touches, plan.source, plan.sizes) == (("a.txt", "b.txt"), "a.txt", (2, 2))
    plan.carry_out()
    assert (folder.names(), content(folder, "b.txt"), b"b\n" in folder.kept()) == (["b.txt", "x"], "a\n", True)


def test_a_move_onto_a_link_shows_no_diff_of_what_the_link_leads_to(folder: Folder) -> None:
    (folder.root / "link").symlink_to("b.txt")
    assert (folder.changes.move("a.txt", "link", folder.seen).diff, folder.move("a.txt", "link").diff) == ("", "")
    assert (folder.root / "b.txt").read_text() == "b\n"


def test_a_link_that_leads_in_a_circle_says_so(folder: Folder) -> None:
    (folder.root / "loop").symlink_to("loop")
    code, text = refusal(lambda: folder.write("loop", "x"))
    assert (code, "leads in a circle" in text) == ("path:outside", True)


def test_a_folder_is_moved_with_what_is_in_it(folder: Folder) -> None:
    (folder.root / "x" / "d.txt").write_text("d")
    plan = folder.changes.move("x", "y/z", folder.seen)
    assert (plan.touches, plan.unseen) == (("x",), False)
    plan.carry_out()
    assert folder.names() == ["a.txt", "b.txt", "y", "y/z", "y/z/d.txt"]


def test_onto_a_folder_the_name_that_would_work_is_named(folder: Folder) -> None:
    for change in (folder.copy, folder.move):
        for destination in ("x", "x/"):
            code, text = refusal(partial(change, "a.txt", destination))
            assert (code, "'x/a.txt'" in text) == ("path:not_a_file", True)
    assert folder.names() == ["a.txt", "b.txt", "x"]


def test_a_moved_folder_never_replaces_anything(folder: Folder) -> None:
    (folder.root / "y").mkdir()
    for destination in ("y", "a.txt", "x/in/itself", "x"):
        assert refusal(partial(folder.move, "x", destination))[0] in (
            "path:not_a_file",
            "path:exists",
            "args:allowed:destination_path",
        )
    assert folder.names() == ["a.txt", "b.txt", "x", "y"]


def test_a_folder_is_not_copied(folder: Folder) -> None:
    assert refusal(lambda: folder.copy("x", "y"))[0] == "path:not_a_file"


def test_the_same_file_is_no_destination(folder: Folder) -> None:
    (folder.root / "link").symlink_to("a.txt")
    for act in (
        lambda: folder.copy("a.txt", "./a.txt"),
        lambda: folder.move("a.txt", "x/../a.txt"),
        lambda: folder.copy("a.txt", "link"),
    ):
        assert refusal(act)[0] == "args:allowed:destination_path"
    assert (content(folder, "a.txt"), (folder.root / "link").is_symlink()) == ("a\n", True)


def test_a_link_is_moved_and_deleted_itself_and_copied_as_what_it_leads_to(folder: Folder) -> None:
    (folder.root / "link").symlink_to("a.txt")
    folder.copy("link", "copy.txt")
    folder.move("link", "moved")
    assert ((folder.root / "moved").is_symlink(), (folder.root / "copy.txt").is_symlink()) == (True, False)
    receipt = folder.delete("moved")
    assert (folder.names(), receipt.size_before) == (["a.txt", "b.txt", "copy.txt", "x"], None)


def test_a_link_to_the_outside_is_not_copied_but_can_be_deleted(folder: Folder) -> None:
    (folder.root.parent / "secret.txt").write_text(SECRET)
    (folder.root / "out").symlink_to("../secret.txt")
    (folder.root / "outer").symlink_to("..")
    assert refusal(lambda: folder.copy("out", "c.txt"))[0] == "path:outside"
    assert refusal(lambda: folder.copy("a.txt", "out"))[0] == "path:outside"
    assert refusal(lambda: folder.move("a.txt", "outer/n.txt"))[0] == "path:outside"
    assert refusal(lambda: folder.delete("outer/secret.txt"))[0] == "path:outside"
    folder.delete("out")
    assert ((folder.root.parent / "secret.txt").read_text(), "out" in folder.names()) == (SECRET, False)


def test_a_file_is_deleted_and_kept(folder: Folder) -> None:
    plan = folder.changes.delete("a.txt", folder.seen)
    assert (plan.verb, plan.sizes, plan.touches, plan.undoable) == ("deleted", (2, None), ("a.txt",), True)
    assert plan.diff == "--- a.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a"
    plan.carry_out()
    assert (folder.names(), folder.kept()) == (["b.txt", "x"], [b"a\n"])


def test_only_an_empty_folder_is_deleted(folder: Folder) -> None:
    (folder.root / "x" / ".hidden").write_text("")
    (folder.root / "x" / "d.txt").write_text("")
    code, text = refusal(lambda: folder.delete("x"))
    assert (code, "2 entries" in text) == ("path:not_a_file", True)
    (folder.root / "x" / ".hidden").unlink()
    (folder.root / "x" / "d.txt").unlink()
    folder.delete("x")
    assert folder.names() == ["a.txt", "b.txt"]


def test_the_work_folder_itself_stays(folder: Folder) -> None:
    for act in (lambda: folder.delete("."), lambda: folder.move(".", "y"), lambda: folder.copy("a.txt", "."), *()):
        assert refusal(act)[0] in ("path:not_a_file", "args:allowed:destination_path")
    assert folder.names() == ["a.txt", "b.txt", "x"]


def test_pipes_are_neither_copied_nor_moved_nor_deleted(folder: Folder) -> None:
    os.mkfifo(folder.root / "pipe")
    for act in (
        lambda: folder.copy("pipe", "c"),
        lambda: folder.move("pipe", "c"),
        lambda: folder.delete("pipe"),
        lambda: folder.copy("a.txt", "pipe"),
        lambda: folder.move("a.txt", "pipe"),
        lambda: folder.write("pipe", "x"),
    ):
        assert refusal(act)[0] == "file:special"
    assert folder.names() == ["a.txt", "b.txt", "pipe", "x"]


def test_a_folder_is_made_with_those_on_the_way(folder: Folder) -> None:
    receipt = folder.changes.make_folder("n/m/").carry_out()
    assert (receipt.verb, receipt.path, folder.names()) == ("folder_made", "n/m", ["a.txt", "b.txt", "n", "n/m", "x"])
    assert refusal(lambda: folder.changes.make_folder("x"))[0] == "path:exists"
    assert refusal(lambda: folder.changes.make_folder("a.txt"))[0] == "path:exists"
    assert refusal(lambda: folder.changes.make_folder("a.txt/y").carry_out())[0] == "path:not_a_directory"


def test_a_copy_that_grew_meanwhile_is_refused(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def growing(fd: int) -> Iterator[bytes]:
        yield from pieces_of(fd)
        with (folder.root / "a.txt").open("a") as file:
            file.write("more")

    monkeypatch.setattr(copying, "pieces_of", growing)
    assert refusal(lambda: folder.copy("a.txt", "n/c.txt"))[0] == "file:changed"
    assert folder.names() == ["a.txt", "b.txt", "x"]


@pytest.mark.slow
def test_a_big_file_is_copied_in_constant_memory(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with (folder.root / "big.bin").open("wb") as file:
        for number in range(300):
            file.write(bytes([number % 251]) * 1_000_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    receipt = folder.copy("big.bin", "copy.bin")
    moved = folder.move("copy.bin", "moved.bin")
    assert (receipt.size_after, moved.digest_after) == (300_000_000, receipt.digest_after)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000
    folder.undo(moved)
    folder.undo(receipt)
    assert folder.names() == ["big.bin"]
