"""A file that changed since it was seen is not overwritten, and nobody's change is lost."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from changing import Folder

from app.workspace.changes.disk import placing
from app.workspace.changes.disk.renames import NotOffered, exchange, rename_new
from app.workspace.changes.plan import Edit
from app.workspace.changes.seen import Seen
from app.workspace.errors import WorkspaceError

DIFF = "--- a.txt\n+++ a.txt\n@@ -1,5 +1,5 @@\n 1\n-2\n+two, by the user\n 3\n 4\n 5"


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


def test_a_file_that_was_never_read_is_said_to_be_unseen(folder: Folder) -> None:
    changes, seen = folder.changes, folder.seen
    (folder.root / "b.txt").write_text("b")
    plans = {
        "write": changes.write("a.txt", "x", False, seen),
        "append": changes.write("a.txt", "x", True, seen),
        "edit": changes.edit("a.txt", [Edit("2", "x")], seen),
        "delete": changes.delete("a.txt", seen),
        "move": changes.move("a.txt", "c.txt", seen),
        "copy": changes.copy("b.txt", "a.txt", seen),
    }
    assert {name for name, plan in plans.items() if plan.unseen and plan.touches == "a.txt"} == set(plans)
    folder.read("a.txt")
    assert not changes.write("a.txt", "x", False, seen).unseen


def test_a_file_that_changed_since_it_was_read_is_not_overwritten(folder: Folder) -> None:
    folder.read("a.txt")
    changed_by_the_user(folder)
    (folder.root / "b.txt").write_text("b")
    for act in (
        lambda: folder.write("a.txt", "all new\n"),
        lambda: folder.copy("b.txt", "a.txt"),
        lambda: folder.move("b.txt", "a.txt"),
        lambda: folder.delete("a.txt"),
    ):
        error = refusal(act)
        assert (error.code, DIFF in error.text, "read_file" in error.text) == ("file:changed", True, True)
    assert (folder.root / "a.txt").read_text() == "1\ntwo, by the user\n3\n4\n5\n"


def test_a_file_that_was_only_touched_is_overwritten(folder: Folder) -> None:
    folder.read("a.txt")
    (folder.root / "a.txt").write_text((folder.root / "a.txt").read_text())
    assert folder.write("a.txt", "new\n").verb == "overwritten"


def test_an_edit_keeps_the_others_change_and_an_overwrite_after_it_still_does_not_lose_it(folder: Folder) -> None:
    folder.read("a.txt")
    changed_by_the_user(folder)
    folder.edit("a.txt", "5\n", "five\n")
    assert (folder.root / "a.txt").read_text() == "1\ntwo, by the user\n3\n4\nfive\n"
    error = refusal(lambda: folder.write("a.txt", "1\n2\n3\n4\nfive\n6\n"))
    assert (error.code, "-2\n+two, by the user" in error.text, "+five" in error.text) == ("file:changed", True, False)


def test_an_append_keeps_the_others_change_too(folder: Folder) -> None:
    folder.read("a.txt")
    changed_by_the_user(folder)
    folder.write("a.txt", "6\n", append=True)
    assert (folder.root / "a.txt").read_text() == "1\ntwo, by the user\n3\n4\n5\n6\n"
    assert refusal(lambda: folder.write("a.txt", "x")).code == "file:changed"


def test_what_was_changed_unseen_stays_unseen(folder: Folder) -> None:
    folder.edit("a.txt", "5\n", "five\n")
    assert folder.changes.write("a.txt", "x", False, folder.seen).unseen


def test_what_the_conversation_made_it_has_seen(folder: Folder) -> None:
    folder.write("new.txt", "new\n")
    folder.copy("a.txt", "copy.txt")
    folder.edit("new.txt", "new", "newer")
    for name in ("new.txt", "copy.txt"):
        assert not folder.changes.write(name, "x", False, folder.seen).unseen


def test_a_move_takes_along_what_was_seen(folder: Folder) -> None:
    folder.read("a.txt")
    folder.move("a.txt", "x/b.txt")
    assert not folder.changes.write("x/b.txt", "x", False, folder.seen).unseen
    (folder.root / "a.txt").write_text("another")
    assert folder.changes.write("a.txt", "x", False, folder.seen).unseen


def test_a_moved_folder_takes_along_what_was_seen_in_it(folder: Folder) -> None:
    folder.write("x/y/n.txt", "new")
    folder.move("x", "z")
    assert not folder.changes.write("z/y/n.txt", "x", False, folder.seen).unseen


def test_an_edit_that_no_longer_fits_says_what_changed(folder: Folder) -> None:
    folder.read("a.txt")
    changed_by_the_user(folder)
    error = refusal(lambda: folder.edit("a.txt", "2\n", "II\n"))
    assert (error.code, DIFF in error.text) == ("file:changed", True)


def test_a_write_that_was_overtaken_while_the_person_was_asked_is_refused(folder: Folder) -> None:
    folder.read("a.txt")
    plan = folder.changes.write("a.txt", "new\n", False, folder.seen)
    changed_by_the_user(folder)
    error = refusal(plan.carry_out)
    assert (error.code, DIFF in error.text) == ("file:changed", True)


@pytest.mark.parametrize("verb", ["write", "copy", "move", "folder"])
def test_nothing_new_takes_the_place_of_what_was_made_meanwhile(folder: Folder, verb: str) -> None:
    plan = {
        "write": lambda: folder.changes.write("x/n.txt", "new\n", False, folder.seen),
        "copy": lambda: folder.changes.copy("a.txt", "x/n.txt", folder.seen),
        "move": lambda: folder.changes.move("a.txt", "x/n.txt", folder.seen),
        "folder": lambda: folder.changes.make_folder("x/n.txt"),
    }[verb]()
    (folder.root / "x").mkdir()
    (folder.root / "x" / "n.txt").write_text("the user's")
    before = folder.picture()
    assert (refusal(plan.carry_out).code, folder.picture()) == ("path:exists", before)


@pytest.mark.parametrize("verb", ["delete", "move", "copy over", "move over"])
def test_what_changed_while_the_person_was_asked_is_left_as_it_is(folder: Folder, verb: str) -> None:
    (folder.root / "b.txt").write_text("b")
    plan = {
        "delete": lambda: folder.changes.delete("a.txt", folder.seen),
        "move": lambda: folder.changes.move("a.txt", "n.txt", folder.seen),
        "copy over": lambda: folder.changes.copy("b.txt", "a.txt", folder.seen),
        "move over": lambda: folder.changes.move("b.txt", "a.txt", folder.seen),
    }[verb]()
    changed_by_the_user(folder)
    before = folder.picture()
    assert (refusal(plan.carry_out).code, folder.picture()) == ("file:changed", before)
    (folder.root / "a.txt").unlink()
    assert refusal(plan.carry_out).code == "file:changed"


def test_an_edit_that_still_fits_goes_through_when_it_is_carried_out(folder: Folder) -> None:
    plan = folder.changes.edit("a.txt", [Edit("5", "five")], folder.seen)
    changed_by_the_user(folder)
    receipt = plan.carry_out()
    assert (folder.root / "a.txt").read_text() == "1\ntwo, by the user\n3\n4\nfive\n"
    assert "-2\n" not in receipt.diff


def test_another_conversation_has_its_own_eyes(folder: Folder) -> None:
    folder.read("a.txt")
    other = Seen()
    folder.changes.edit("a.txt", [Edit("2", "two")], other).carry_out()
    assert refusal(lambda: folder.write("a.txt", "x")).code == "file:changed"


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
