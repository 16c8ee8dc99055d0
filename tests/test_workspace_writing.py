"""Writing: whole or not at all, read back, and the earlier bytes kept."""

import errno
import hashlib
import os
import resource
import shutil
import stat
import threading
from pathlib import Path

import pytest
from changing import Folder, permitted, withdrawn

from app.workspace.changes import making
from app.workspace.changes.disk import placing, temporary
from app.workspace.changes.disk.spots import Spot
from app.workspace.changes.permit import Permit, Withdrawn
from app.workspace.changes.verbs import writing
from app.workspace.errors import WorkspaceError
from app.workspace.paths.resolving import Paths


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def root(folder: Folder) -> Path:
    return folder.root


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_a_new_file_holds_exactly_the_text(folder: Folder, root: Path) -> None:
    receipt = folder.write("a.txt", "one\r\ntwo\nりんご")
    data = "one\r\ntwo\nりんご".encode()
    assert (receipt.verb, receipt.path, receipt.size_before, receipt.size_after) == (
        "created",
        "a.txt",
        None,
        len(data),
    )
    assert (receipt.digest_before, receipt.digest_after) == ("", sha(data))
    assert ((root / "a.txt").read_bytes(), folder.names()) == (data, ["a.txt"])


def test_a_plan_touches_nothing(folder: Folder, root: Path) -> None:
    plan = folder.changes.write("x/a.txt", "text\n", False, folder.seen)
    assert (plan.verb, plan.path, plan.sizes, plan.touches, plan.unseen) == ("created", "x/a.txt", (None, 5), (), False)
    assert plan.diff == "--- /dev/null\n+++ x/a.txt\n@@ -0,0 +1,1 @@\n+text"
    assert (folder.names(), folder.kept()) == ([], [])


def test_missing_folders_are_made(folder: Folder) -> None:
    folder.write("x/y/z.txt", "deep")
    assert folder.names() == ["x", "x/y", "x/y/z.txt"]


def test_an_overwrite_keeps_the_earlier_bytes(folder: Folder, root: Path) -> None:
    (root / "a.txt").write_bytes(b"d\xe9j\xe0 vu et caf\xe9 au lait\n")
    plan = folder.changes.write("a.txt", "new", False, folder.seen)
    receipt = plan.carry_out()
    assert (plan.verb, plan.sizes, plan.touches, plan.unseen) == ("overwritten", (24, 4), ("a.txt",), True)
    assert (receipt.size_before, receipt.size_after, receipt.diff) == (24, 4, plan.diff)
    assert (root / "a.txt").read_text() == "new\n"
    assert b"d\xe9j\xe0 vu et caf\xe9 au lait\n" in folder.kept()


def test_every_version_is_kept(folder: Folder) -> None:
    for text in ("one", "two", "three"):
        folder.write("a.txt", text)
    assert {b"one", b"two"} <= set(folder.kept())


def test_an_append_begins_a_line_of_its_own(folder: Folder, root: Path) -> None:
    folder.write("a.txt", "one")
    folder.write("a.txt", "two\n", append=True)
    receipt = folder.write("a.txt", "three\n", append=True)
    assert (receipt.verb, (root / "a.txt").read_text()) == ("appended", "one\ntwo\nthree\n")


def test_an_append_to_nothing_makes_the_file(folder: Folder, root: Path) -> None:
    assert (folder.write("a.txt", "one", append=True).verb, (root / "a.txt").read_text()) == ("created", "one")


def test_permissions_are_kept(folder: Folder, root: Path) -> None:
    (root / "run.sh").write_text("old")
    (root / "run.sh").chmod(0o750)
    folder.write("run.sh", "new")
    folder.edit("run.sh", "new", "newer")
    assert stat.S_IMODE((root / "run.sh").stat().st_mode) == 0o750


def test_a_private_file_is_never_open_to_others_while_it_is_replaced(
    folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.txt").write_text("secret")
    (root / "a.txt").chmod(0o600)
    modes = set[int]()
    sync = os.fsync

    def look(fd: int) -> None:
        modes.update(stat.S_IMODE(path.stat().st_mode) for path in root.iterdir())
        sync(fd)

    monkeypatch.setattr(os, "fsync", look)
    folder.write("a.txt", "new secret")
    assert modes == {0o600}


def test_a_new_file_has_the_permissions_that_new_files_have(folder: Folder, root: Path) -> None:
    (root / "usual.txt").write_text("")
    folder.write("a.txt", "new")
    assert (root / "a.txt").stat().st_mode == (root / "usual.txt").stat().st_mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_is_kept(folder: Folder, root: Path) -> None:
    (root / "a.txt").write_text("old")
    os.chown(root / "a.txt", 1234, 2345)
    folder.write("a.txt", "new")
    assert ((root / "a.txt").stat().st_uid, (root / "a.txt").stat().st_gid) == (1234, 2345)


def test_attributes_are_kept(folder: Folder, root: Path) -> None:
    (root / "a.txt").write_text("old")
    os.setxattr(root / "a.txt", "user.origin", b"a mail")
    folder.write("a.txt", "new")
    assert os.getxattr(root / "a.txt", "user.origin") == b"a mail"


def test_half_a_character_leaves_the_old_file(folder: Folder, root: Path) -> None:
    (root / "a.txt").write_text("old")
    with pytest.raises(WorkspaceError) as caught:
        folder.write("a.txt", "new \ud800")
    assert (caught.value.code, (root / "a.txt").read_text(), folder.names()) == ("file:encoding", "old", ["a.txt"])


def test_a_write_through_a_link_changes_its_target(folder: Folder, root: Path) -> None:
    (root / "a.txt").write_text("old")
    (root / "link").symlink_to("a.txt")
    receipt = folder.write("link", "new")
    assert ((root / "link").is_symlink(), (root / "a.txt").read_text(), receipt.path) == (True, "new", "a.txt")


def test_a_folder_is_not_written_to(folder: Folder, root: Path) -> None:
    (root / "x").mkdir()
    with pytest.raises(WorkspaceError) as caught:
        folder.write("x", "text")
    assert (caught.value.code, folder.names()) == ("path:not_a_file", ["x"])


@pytest.mark.parametrize("exists", [True, False])
def test_a_failing_rename_leaves_the_old_file_and_no_rest(
    folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch, exists: bool
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(root))

    if exists:
        (root / "a.txt").write_text("old")
    before = folder.picture()
    monkeypatch.setattr(placing, "exchange", full)
    monkeypatch.setattr(placing, "rename_new", full)
    with pytest.raises(WorkspaceError) as caught:
        folder.write("a.txt", "new")
    assert caught.value.text == "'a.txt': the disk is full. Nothing was changed."
    assert (folder.picture(), list((folder.around / "data" / "undo").glob("*.json"))) == (before, [])


def test_what_reads_back_differently_is_not_put_in_place(
    folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.txt").write_text("old")
    monkeypatch.setattr(temporary, "_write", lambda fd, piece: os.write(fd, piece[:-1] + b"?"))
    with pytest.raises(WorkspaceError) as caught:
        folder.write("a.txt", "new")
    assert (caught.value.code, (root / "a.txt").read_text(), folder.names()) == ("result:unverified", "old", ["a.txt"])


def test_what_is_not_there_afterwards_is_no_success(
    folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "put", lambda *_: None)
    with pytest.raises(WorkspaceError) as caught:
        folder.write("a.txt", "new")
    assert caught.value.code == "result:unverified"


def test_what_cannot_be_looked_at_afterwards_is_no_success(
    folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error", str(root))

    monkeypatch.setattr(Spot, "synced", lambda _: monkeypatch.setattr(making, "look", broken))
    with pytest.raises(WorkspaceError) as caught:
        folder.write("a.txt", "new")
    assert (caught.value.code, "was changed" in caught.value.text) == ("result:unverified", True)


@pytest.mark.slow
def test_readers_see_the_old_or_the_new_file_never_a_part(folder: Folder, root: Path) -> None:
    texts = {"a" * 200_000, "b" * 200_000}
    (root / "a.txt").write_text("a" * 200_000)
    seen: set[str] = set()
    end = threading.Event()

    def watch() -> None:
        while not end.is_set():
            seen.add((root / "a.txt").read_text())

    watcher = threading.Thread(target=watch)
    watcher.start()
    for number in range(12):
        folder.write("a.txt", ("a" if number % 2 else "b") * 200_000)
    end.set()
    watcher.join()
    assert seen <= texts


def test_appends_from_many_threads_lose_nothing(folder: Folder, root: Path) -> None:
    lines = [f"line {number}\n" for number in range(24)]
    threads = [threading.Thread(target=folder.write, args=("x/a.txt", line, True)) for line in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted((root / "x" / "a.txt").read_text().splitlines(keepends=True)) == sorted(lines)


def test_a_withdrawn_permit_changes_nothing(folder: Folder, root: Path) -> None:
    (root / "a.txt").write_text("old")
    plans = [folder.changes.write(name, "new", False, folder.seen) for name in ("a.txt", "new.txt", "folder/new.txt")]
    plans.append(folder.changes.delete("a.txt", folder.seen))
    plans.append(folder.changes.move("a.txt", "b/c.txt", folder.seen))
    plans.append(folder.changes.copy("a.txt", "b/c.txt", folder.seen))
    plans.append(folder.changes.make_folder("x/y"))
    before = folder.picture()
    with permitted(withdrawn()):
        for plan in plans:
            with pytest.raises(Withdrawn):
                plan.carry_out()
    assert (folder.picture(), list((folder.around / "data" / "undo").glob("*.json"))) == (before, [])


def test_a_permit_withdrawn_at_the_last_moment_changes_nothing(
    folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.txt").write_text("old")
    permit = Permit()
    begin = folder.changes._journal.begin
    monkeypatch.setattr(folder.changes._journal, "begin", lambda record: (begin(record), permit.withdraw()))
    with permitted(permit), pytest.raises(Withdrawn):
        folder.write("a.txt", "new")
    assert ((root / "a.txt").read_text(), folder.names()) == ("old", ["a.txt"])
    assert list((folder.around / "data" / "undo").glob("*.json")) == []


def test_a_change_that_was_made_is_looked_at_and_told_when_it_was_called_off_too_late(
    folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.txt").write_text("old")
    permit = Permit()
    synced = Spot.synced
    monkeypatch.setattr(Spot, "synced", lambda spot: (synced(spot), permit.withdraw()))
    with permitted(permit):
        receipt = folder.write("a.txt", "new")
    assert (receipt.verb, receipt.size_after, (root / "a.txt").read_text()) == ("overwritten", 3, "new")
    assert permit.withdraw() is False


@pytest.mark.parametrize("depth", [900, 2500])
def test_a_path_too_deep_is_written_whole_or_leaves_nothing(folder: Folder, root: Path, depth: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 1024), hard))
    try:
        folder.write("x/" * depth + "a.txt", "text")
    except WorkspaceError as error:
        assert (error.code.split(":")[0] in ("path", "tool"), list(root.iterdir())) == (True, [])
    else:
        assert folder.edit("x/" * depth + "a.txt", "text", "TEXT").size_before == 4
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        shutil.rmtree(root)


def test_a_folder_in_use_stays_when_a_write_beside_it_fails(folder: Folder, root: Path) -> None:
    (root / "x").mkdir()
    with permitted(withdrawn()), pytest.raises(Withdrawn):
        folder.write("x/y/a.txt", "text")
    assert folder.names() == ["x"]


def test_a_used_permit_cannot_be_taken_back(folder: Folder, root: Path) -> None:
    permit = Permit()
    with permitted(permit):
        folder.write("a.txt", "new")
    assert (permit.withdraw(), (root / "a.txt").read_text()) == (False, "new")


def test_a_folder_of_the_roots_own_name_is_taken_literally(folder: Folder, root: Path) -> None:
    (root / "work").mkdir()
    (root / "a.txt").write_text("of the root")
    assert folder.write("work/a.txt", "of the folder").path == "work/a.txt"
    assert folder.write("work/n.txt", "new").path == "work/n.txt"
    assert ((root / "a.txt").read_text(), folder.names()) == (
        "of the root",
        ["a.txt", "work", "work/a.txt", "work/n.txt"],
    )


def test_a_folder_that_cannot_be_synced_holds_the_file_all_the_same(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def only_files(fd: int) -> None:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, "no")
        sync(fd)

    monkeypatch.setattr(os, "fsync", only_files)
    assert folder.write("a.txt", "new").size_after == 3


def test_a_folder_that_another_program_makes_at_the_same_moment_is_used(
    folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.mkdir

    def made_first(name: str | Path, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        make(name, mode, dir_fd=dir_fd)
        if dir_fd is not None:
            make(name, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "mkdir", made_first)
    folder.write("x/y/a.txt", "text")
    with pytest.raises(ZeroDivisionError), Paths(root).folder(("z",), "z", create=True):
        raise ZeroDivisionError
    assert folder.names() == ["x", "x/y", "x/y/a.txt", "z"], "what another program made was taken away"
