"""Undo: every change can be taken back, and that can be taken back too."""

import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from changing import Folder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.events import Receipt
from app.workspace.changes.change import Limits
from app.workspace.changes.disk import renames
from app.workspace.changes.permit import current_turn
from app.workspace.changes.plan import Edit
from app.workspace.changes.undo.journal import SHOWN_BYTES
from app.workspace.errors import WorkspaceError


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path)
    (made.root / "a.txt").write_bytes("いろは\r\n".encode("cp932"))
    (made.root / "a.txt").chmod(0o640)
    (made.root / "b.bin").write_bytes(bytes(range(256)))
    (made.root / "link").symlink_to("a.txt")
    (made.root / "empty").mkdir(0o750)
    (made.root / "full").mkdir()
    (made.root / "full" / "d.txt").write_text("d")
    return made


CHANGES: dict[str, Callable[[Folder], Receipt]] = {
    "create": lambda f: f.write("x/y/n.txt", "new"),
    "overwrite": lambda f: f.write("a.txt", "new"),
    "append": lambda f: f.write("a.txt", "more", append=True),
    "edit": lambda f: f.edit("a.txt", "は", "波"),
    "copy": lambda f: f.copy("a.txt", "x/n.txt"),
    "copy over": lambda f: f.copy("a.txt", "b.bin"),
    "move": lambda f: f.move("a.txt", "x/y/n.txt"),
    "move over": lambda f: f.move("a.txt", "b.bin"),
    "move over a link": lambda f: f.move("b.bin", "link"),
    "move a link": lambda f: f.move("link", "x/link"),
    "move a folder": lambda f: f.move("full", "x/moved"),
    "delete": lambda f: f.delete("a.txt"),
    "delete a link": lambda f: f.delete("link"),
    "delete a folder": lambda f: f.delete("empty"),
    "make a folder": lambda f: f.changes.make_folder("p/q/r").carry_out(),
}


def refusal(act: Callable[[], Any]) -> tuple[str, str]:
    with pytest.raises(WorkspaceError) as caught:
        act()
    return caught.value.code, caught.value.content or caught.value.text


@pytest.mark.parametrize("offered", [True, False], ids=["renameat2", "without renameat2"])
@pytest.mark.parametrize("change", CHANGES)
def test_every_change_can_be_undone_and_redone_and_undone_again(
    folder: Folder, change: str, offered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not offered:
        monkeypatch.setattr(renames, "_library_call", lambda: None)
    before = folder.picture()
    receipt = CHANGES[change](folder)
    after = folder.picture()
    assert after != before
    for _ in range(2):
        receipt = folder.undo(receipt)
        assert folder.picture() == before
        receipt = folder.undo(receipt)
        assert folder.picture() == after


@pytest.mark.parametrize(
    ("change", "verb", "path", "source", "sizes"),
    [
        ("create", "deleted", "x/y/n.txt", "", (3, None)),
        ("overwrite", "overwritten", "a.txt", "", (5, 8)),
        ("move", "moved", "a.txt", "x/y/n.txt", (None, 8)),
        ("move over", "moved", "a.txt", "b.bin", (None, 8)),
        ("delete", "created", "a.txt", "", (None, 8)),
        ("delete a folder", "folder_made", "empty", "", (None, None)),
        ("make a folder", "deleted", "p/q/r", "", (None, None)),
    ],
)
def test_an_undo_has_a_receipt_of_its_own(
    folder: Folder, change: str, verb: str, path: str, source: str, sizes: tuple[int | None, int | None]
) -> None:
    done = CHANGES[change](folder)
    receipt = folder.undo(done)
    assert (receipt.verb, receipt.path, receipt.source) == (verb, path, source)
    assert (receipt.size_before, receipt.size_after) == sizes
    assert receipt.id not in ("", done.id)


def test_an_undo_shows_what_it_changed(folder: Folder) -> None:
    receipt = folder.undo(folder.write("a.txt", "new"))
    assert receipt.diff == "--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-new\n+いろは"


def test_a_file_that_changed_since_is_left_with_a_diff(folder: Folder) -> None:
    receipt = folder.write("a.txt", "new")
    (folder.root / "a.txt").write_bytes(b"new\r\nby the user\r\n")
    before = folder.picture()
    code, text = refusal(lambda: folder.undo(receipt))
    assert (code, "@@ -1,1 +1,2 @@\n new\n+by the user" in text, folder.picture()) == ("file:changed", True, before)


@pytest.mark.parametrize("change", ["create", "copy", "move", "delete", "overwrite", "make a folder", "move over"])
def test_what_stands_in_the_way_of_an_undo_stays(folder: Folder, change: str) -> None:
    receipt = CHANGES[change](folder)
    place = folder.root / receipt.path
    if place.is_dir():
        (place / "the users.txt").write_text("mine")
    else:
        place.write_text("the user's")
    before = folder.picture()
    code, _ = refusal(lambda: folder.undo(receipt))
    assert (code, folder.picture()) == ("path:exists" if place.is_dir() else "file:changed", before)


def test_a_move_is_not_undone_onto_something_new(folder: Folder) -> None:
    receipt = folder.move("a.txt", "n.txt")
    (folder.root / "a.txt").write_text("the user's")
    before = folder.picture()
    assert (refusal(lambda: folder.undo(receipt))[0], folder.picture()) == ("file:changed", before)


def test_what_was_undone_already_says_so(folder: Folder) -> None:
    receipt = folder.write("a.txt", "new")
    folder.undo(receipt)
    code, text = refusal(lambda: folder.undo(receipt))
    assert (code, "undone already" in text) == ("tool:failed", True)


def test_permissions_that_the_user_changed_since_stay(folder: Folder) -> None:
    receipt = folder.write("a.txt", "new")
    (folder.root / "a.txt").chmod(0o600)
    folder.undo(receipt)
    assert stat.S_IMODE((folder.root / "a.txt").stat().st_mode) == 0o600


def test_folders_that_are_in_use_stay_after_an_undo(folder: Folder) -> None:
    receipt = folder.write("x/y/n.txt", "new")
    (folder.root / "x" / "the users.txt").write_text("mine")
    folder.undo(receipt)
    assert (folder.root / "x" / "the users.txt").exists() and not (folder.root / "x" / "y").exists()


def test_all_changes_of_a_turn_are_undone_together(folder: Folder) -> None:
    before = folder.picture()
    receipts = [CHANGES[name](folder) for name in ("create", "overwrite", "move over", "delete a link")]
    receipts.append(folder.edit("x/y/n.txt", "new", "newer"))
    after = folder.picture()
    undone = [folder.undo(receipt) for receipt in reversed(receipts)]
    assert folder.picture() == before
    for receipt in reversed(undone):
        folder.undo(receipt)
    assert folder.picture() == after


def test_changes_are_undone_after_a_restart_and_by_another_process(folder: Folder) -> None:
    before = folder.picture()
    first, second = folder.write("a.txt", "new"), folder.delete("b.bin")
    again = Folder(folder.around)
    again.undo(first)
    code = (
        "import sys; from pathlib import Path; from changing import Folder;"
        "f = Folder(Path(sys.argv[1])); f.changes.undo(sys.argv[2], f.seen)"
    )
    here = Path(__file__).resolve().parent
    subprocess.run(
        [sys.executable, "-c", code, str(folder.around), second.id],
        check=True,
        env={"PYTHONPATH": f"{here}:{here.parent}", "PATH": ""},
    )
    assert folder.picture() == before


def test_the_kept_bytes_are_no_hard_links_to_the_users_files(folder: Folder) -> None:
    for change in ("overwrite", "copy over", "delete"):
        CHANGES[change](folder)
    for kept in (folder.around / "data" / "undo").iterdir():
        assert kept.stat().st_nlink == 1


def test_the_kept_bytes_of_a_private_file_stay_private(folder: Folder) -> None:
    (folder.root / "a.txt").chmod(0o600)
    folder.write("a.txt", "new")
    assert stat.S_IMODE((folder.around / "data" / "undo").stat().st_mode) == 0o700
    for kept in (folder.around / "data" / "undo").iterdir():
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_what_is_too_long_ago_is_not_kept(tmp_path: Path) -> None:
    folder = Folder(tmp_path, Limits(max_age_days=1))
    (folder.root / "a.txt").write_text("old")
    receipt = folder.write("a.txt", "new")
    undo = folder.around / "data" / "undo"
    for kept in undo.iterdir():
        os.utime(kept, (time.time() - 100_000,) * 2)
    again = Folder(tmp_path, Limits(max_age_days=1))
    again.write("n.txt", "n")
    code, text = refusal(lambda: again.undo(receipt))
    assert (code, "not kept any more" in text) == ("tool:failed", True)
    assert len(list(undo.glob("*.json"))) == 1


def test_the_oldest_is_dropped_when_there_is_too_much(tmp_path: Path) -> None:
    folder = Folder(tmp_path, Limits(max_bytes=100_000))
    receipts = [folder.write("a.txt", str(number) * 20_000) for number in range(10)]
    undo = folder.around / "data" / "undo"
    assert sum(kept.stat().st_size for kept in undo.iterdir()) <= 150_000
    assert refusal(lambda: folder.changes.undo(receipts[1].id, folder.seen))[0] == "tool:failed"
    folder.undo(receipts[-1])
    assert (folder.root / "a.txt").read_text() == "8" * 20_000


@pytest.mark.parametrize("id", ["", "../../etc/passwd", "no", "0" * 16 + "-" + "0" * 16])
def test_an_unknown_id_is_refused(folder: Folder, id: str) -> None:
    assert refusal(lambda: folder.changes.undo(id, folder.seen))[0] == "tool:failed"


def test_a_damaged_copy_is_not_put_back(folder: Folder) -> None:
    receipt = folder.delete("b.bin")
    for kept in (folder.around / "data" / "undo").glob("*.bytes"):
        kept.write_bytes(b"damaged")
    before = folder.picture()
    assert (refusal(lambda: folder.undo(receipt))[0], folder.picture()) == ("tool:failed", before)


def test_a_damaged_record_is_none(folder: Folder) -> None:
    receipt = folder.delete("b.bin")
    (folder.around / "data" / "undo" / f"{receipt.id}.json").write_text("{")
    assert refusal(lambda: folder.undo(receipt))[0] == "tool:failed"


def test_a_record_says_what_was_done(folder: Folder) -> None:
    receipt = folder.move("a.txt", "x/n.txt")
    record = json.loads((folder.around / "data" / "undo" / f"{receipt.id}.json").read_text())
    assert {key: record[key] for key in ("verb", "path", "source", "made", "done")} == {
        "verb": "moved",
        "path": "x/n.txt",
        "source": "a.txt",
        "made": ["x"],
        "done": True,
    }
    assert (record["before"], record["after"]["kind"], record["after"]["mode"]) == (None, "file", 0o640)


def test_what_an_undo_shows_is_known_and_what_it_does_not_show_is_not(folder: Folder) -> None:
    (folder.root / "a.txt").write_text("old\n")
    (folder.root / "large.txt").write_text("old\n" * SHOWN_BYTES)
    for name in ("a.txt", "large.txt"):
        folder.undo(folder.write(name, "new\n"))
    assert not folder.changes.write("a.txt", "newer\n", False, folder.seen).unseen
    assert refusal(lambda: folder.write("large.txt", "newer\n"))[0] == "file:changed"
    # Somebody else's change is known as little as ever.
    (folder.root / "a.txt").write_text("theirs\n")
    assert refusal(lambda: folder.write("a.txt", "newer\n"))[0] == "file:changed"


@contextmanager
def turn(name: str) -> Iterator[None]:
    token = current_turn.set(name)
    try:
        yield
    finally:
        current_turn.reset(token)


def newest(folder: Folder) -> list[tuple[str, str, str]]:
    """The newest turn's changes that still stand, as somebody sees them who has just started."""
    return [(r.verb, r.path, r.source) for r in Folder(folder.around).changes.newest_turn()]


def test_the_newest_turns_changes_are_known_after_a_restart(folder: Folder) -> None:
    assert newest(folder) == []
    with turn("1"):
        first = folder.write("a.txt", "1")
    with turn("2"):
        folder.write("n.txt", "2")
        folder.move("a.txt", "m.txt")
    assert newest(folder) == [("moved", "m.txt", "a.txt"), ("created", "n.txt", "")]
    again = Folder(folder.around)
    undone = [again.undo(receipt) for receipt in again.changes.newest_turn()]
    assert newest(folder) == [("overwritten", "a.txt", "")]
    for receipt in reversed(undone):
        again.undo(receipt)
    assert newest(folder) == [("moved", "m.txt", "a.txt"), ("created", "n.txt", "")]
    for receipt in again.changes.newest_turn():
        again.undo(receipt)
    again.changes.undo(first.id, again.seen)
    assert newest(folder) == []


def test_of_a_turn_that_was_undone_in_part_the_rest_still_stands(folder: Folder) -> None:
    with turn("1"):
        folder.write("n.txt", "1")
        folder.undo(folder.write("a.txt", "1"))
    assert newest(folder) == [("created", "n.txt", "")]


def test_changes_outside_of_any_turn_stand_alone(folder: Folder) -> None:
    folder.write("a.txt", "1")
    folder.write("n.txt", "1")
    assert newest(folder) == [("created", "n.txt", "")]


@pytest.mark.parametrize("arrived", [True, False])
def test_a_change_that_was_cut_short_stands_if_it_can_be_seen(folder: Folder, arrived: bool) -> None:
    with turn("1"):
        receipt = folder.write("a.txt", "1")
    path = folder.around / "data" / "undo" / f"{receipt.id}.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"done": False}))
    if not arrived:
        (folder.root / "a.txt").write_text("old")
    assert newest(folder) == ([("overwritten", "a.txt", "")] if arrived else [])


def test_records_of_an_earlier_time_can_be_undone(folder: Folder) -> None:
    before = folder.picture()
    receipt = folder.write("a.txt", "1")
    path = folder.around / "data" / "undo" / f"{receipt.id}.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps({key: there for key, there in record.items() if key not in ("turn", "undoes")}))
    folder.undo(receipt)
    assert folder.picture() == before


def test_a_copy_of_what_is_left_never_pushes_out_what_was_before(tmp_path: Path) -> None:
    folder = Folder(tmp_path, Limits(max_bytes=1_000_000))
    (folder.root / "a.txt").write_text("o" * 890_000 + "\n")
    plan = folder.changes.write("a.txt", "n" * 450_000, False, folder.seen)
    receipt = plan.carry_out()
    assert (plan.undoable, receipt.id != "") == (True, True)
    folder.undo(receipt)
    assert (folder.root / "a.txt").read_text() == "o" * 890_000 + "\n"


PATHS = st.sampled_from(["a.txt", "b.txt", "x/a.txt", "x/y/b.txt"])
TEXTS = st.sampled_from(["one\n", "two\r\nthree", "りんご\n", ""])
ACTIONS = st.one_of(
    st.tuples(st.just("write"), PATHS, TEXTS),
    st.tuples(st.just("append"), PATHS, TEXTS),
    st.tuples(st.just("edit"), PATHS, TEXTS),
    st.tuples(st.just("copy"), PATHS, PATHS),
    st.tuples(st.just("move"), st.one_of(PATHS, st.sampled_from(["x", "x/y"])), st.one_of(PATHS, st.just("z"))),
    st.tuples(st.just("delete"), st.one_of(PATHS, st.sampled_from(["x/y", "x"])), st.just("")),
    st.tuples(st.just("folder"), st.sampled_from(["x", "x/y", "z/w"]), st.just("")),
    st.tuples(st.just("undo"), st.just(""), st.just("")),
)


def acted(folder: Folder, what: str, path: str, other: str, undoable: list[Receipt]) -> Receipt | None:
    """Makes the change, or takes the newest back; None when it is refused."""
    if what == "undo":
        return folder.undo(undoable.pop()) if undoable else None
    plans = {
        "write": lambda: folder.changes.write(path, other, False, folder.seen),
        "append": lambda: folder.changes.write(path, other, True, folder.seen),
        "edit": lambda: folder.changes.edit(path, [Edit("o", f"[{other}]", True)], folder.seen),
        "copy": lambda: folder.changes.copy(path, other, folder.seen),
        "move": lambda: folder.changes.move(path, other, folder.seen),
        "delete": lambda: folder.changes.delete(path, folder.seen),
        "folder": lambda: folder.changes.make_folder(path),
    }
    try:
        return plans[what]().carry_out()
    except WorkspaceError:
        return None


@pytest.mark.slow
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACTIONS, max_size=14))
def test_any_changes_and_undos_end_in_the_expected_bytes(
    tmp_path_factory: pytest.TempPathFactory, actions: list[tuple[str, str, str]]
) -> None:
    folder = Folder(tmp_path_factory.mktemp("undo"))
    pictures, undoable, history = [folder.picture()], list[Receipt](), list[tuple[Receipt, Any]]()
    for what, path, other in actions:
        before = folder.picture()
        receipt = acted(folder, what, path, other, undoable)
        if receipt is None:
            assert folder.picture() == before
            continue
        history.append((receipt, before))
        if what == "undo":
            pictures.pop()
            assert folder.picture() == pictures[-1]
        else:
            undoable.append(receipt)
            pictures.append(folder.picture())
    for receipt, before in reversed(history):
        folder.undo(receipt)
        assert folder.picture() == before
