"""A file that changed since it was seen is not overwritten, and nobody's change is lost."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from changing import Folder

from app.workspace.changes.plan import Edit
from app.workspace.changes.seen import Seen
from app.workspace.changes.versions import version_as
from app.workspace.errors import WorkspaceError
from app.workspace.text.pages import Span, read_page

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
    assert {name for name, plan in plans.items() if plan.unseen and "a.txt" in plan.touches} == set(plans)
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
        assert (error.code, error.content, error.path) == ("file:changed", DIFF, "a.txt")
        assert "read_file" in error.text and "by the user" not in error.text
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
    assert (error.code, "-2\n+two, by the user" in error.content, "+five" in error.content) == (
        "file:changed",
        True,
        False,
    )


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
    assert (error.code, error.content) == ("file:changed", DIFF)


def test_a_write_that_was_overtaken_while_the_person_was_asked_is_refused(folder: Folder) -> None:
    folder.read("a.txt")
    plan = folder.changes.write("a.txt", "new\n", False, folder.seen)
    changed_by_the_user(folder)
    error = refusal(plan.carry_out)
    assert (error.code, error.content) == ("file:changed", DIFF)


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


@pytest.mark.parametrize("verb", ["copy", "copy over", "move", "move over"])
@pytest.mark.parametrize("size", [10, 9_000_000])
def test_what_was_allowed_is_what_is_copied_or_moved(folder: Folder, verb: str, size: int) -> None:
    (folder.root / "source").write_bytes(b"looked at\n" * (size // 10))
    act = folder.changes.copy if verb.startswith("copy") else folder.changes.move
    plan = act("source", "a.txt" if verb.endswith("over") else "n.txt", folder.seen)
    (folder.root / "source").write_bytes(b"something\n" * (size // 10))
    before = folder.picture()
    assert (refusal(plan.carry_out).code, folder.picture()) == ("file:changed", before)


def test_an_edit_of_other_places_than_were_allowed_is_refused(folder: Folder) -> None:
    (folder.root / "a.txt").write_text("foo 1\nbar\n")
    plan = folder.changes.edit("a.txt", [Edit("foo", "X", replace_all=True)], folder.seen)
    (folder.root / "a.txt").write_text("foo 1\nfoo 2\nbar\n")
    error = refusal(plan.carry_out)
    assert (error.code, "+foo 2" in error.content) == ("file:changed", True)
    (folder.root / "a.txt").write_text("foo 1\nbar\nfootless\n".replace("footless", "the user's"))
    plan.carry_out()
    assert (folder.root / "a.txt").read_text() == "X 1\nbar\nthe user's\n"


@pytest.mark.parametrize("verb", ["append", "edit"])
def test_what_was_taken_away_while_the_person_was_asked_is_not_made_anew(folder: Folder, verb: str) -> None:
    plan = {
        "append": lambda: folder.changes.write("a.txt", "6", True, folder.seen),
        "edit": lambda: folder.changes.edit("a.txt", [Edit("2", "x")], folder.seen),
    }[verb]()
    (folder.root / "a.txt").unlink()
    assert (refusal(plan.carry_out).code, folder.names()) == ("file:changed", [])


def shown(folder: Folder, offset: int, limit: int = 2, column: int = 1, room: int = 1000) -> None:
    """Shows the conversation a page of a.txt."""
    with (folder.root / "a.txt").open("rb") as file:
        page = read_page(file.fileno(), "a.txt", Span(offset, limit, column, room))
    folder.seen.note_shown("a.txt", page.version, page.content, page.part)


def is_unseen(folder: Folder) -> bool:
    return folder.changes.write("a.txt", "all new", False, folder.seen).unseen


@pytest.mark.parametrize("offsets", [[1, 3, 5], [5, 3, 1], [3, 1, 3, 5, 5]])
def test_a_file_is_seen_when_all_its_pages_were_shown(folder: Folder, offsets: list[int]) -> None:
    for offset in offsets:
        assert is_unseen(folder)
        shown(folder, offset)
        if set(offsets[: offsets.index(offset) + 1]) == {1, 3, 5}:
            break
    assert not is_unseen(folder)


@pytest.mark.parametrize("pages", [[(1, 1)], [(3, 1), (5, 1)], [(1, 1), (5, 1)], [(1, 1), (1, 1)]])
def test_a_file_of_which_a_part_was_shown_is_unseen(folder: Folder, pages: list[tuple[int, int]]) -> None:
    for offset, column in pages:
        shown(folder, offset, column=column)
    assert is_unseen(folder)


def test_the_pieces_of_a_long_line_add_up(folder: Folder) -> None:
    (folder.root / "a.txt").write_text("x" * 250 + "\nend\n")
    shown(folder, 1, column=1, room=100)
    shown(folder, 1, column=201, room=100)
    shown(folder, 2, room=100)
    assert is_unseen(folder)
    shown(folder, 1, column=101, room=100)
    assert not is_unseen(folder)


def test_pages_of_two_versions_do_not_add_up(folder: Folder) -> None:
    shown(folder, 1)
    (folder.root / "a.txt").write_text("I\nII\n3\n4\n5\n")
    shown(folder, 3)
    shown(folder, 5)
    assert is_unseen(folder)


def test_an_empty_file_is_seen_at_once(folder: Folder) -> None:
    (folder.root / "a.txt").write_text("")
    shown(folder, 1)
    assert not is_unseen(folder)


def test_what_a_document_says_is_not_the_whole_of_its_file(folder: Folder) -> None:
    version = version_as(b"1\n2\n3\n4\n5\n")
    folder.seen.note_shown("a.txt", version, None, None)
    assert is_unseen(folder)
    (folder.root / "a.txt").write_text("changed")
    assert refusal(lambda: folder.write("a.txt", "x")).code == "file:changed"


@pytest.mark.parametrize("verb", ["edit", "append", "move"])
def test_a_change_of_what_was_shown_in_part_does_not_make_it_seen(folder: Folder, verb: str) -> None:
    shown(folder, 1)
    if verb == "edit":
        folder.edit("a.txt", "2", "two")
    elif verb == "append":
        folder.write("a.txt", "6\n", append=True)
    else:
        folder.move("a.txt", "b.txt")
        folder.move("b.txt", "a.txt")
    assert is_unseen(folder)


def test_a_change_of_what_was_seen_leaves_it_seen(folder: Folder) -> None:
    folder.read("a.txt")
    folder.edit("a.txt", "2", "two")
    folder.write("a.txt", "6\n", append=True)
    assert not is_unseen(folder)
