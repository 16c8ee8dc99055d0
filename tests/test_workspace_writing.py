"""Writing: whole or not at all, read back, and the earlier bytes kept."""

import errno
import os
import resource
import shutil
import stat
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.workspace import Permit, Span, Withdrawn, Workspace, WorkspaceError, Written, current_permit
from app.workspace.changes import writing

WHOLE = Span(1, 100, 1, 10_000)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


@pytest.fixture
def workspace(root: Path) -> Workspace:
    return Workspace(root, root.parent / "kept")


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder for somebody who is not root; the test acts as that person if need be."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        (folder / "work").mkdir()
        (folder / "work").chmod(0o777)
        before = os.geteuid()
        try:
            yield folder
        finally:
            os.seteuid(before)


def become_nobody() -> None:
    if os.geteuid() == 0:
        os.seteuid(65534)


def kept(workspace_root: Path) -> list[bytes]:
    return sorted(path.read_bytes() for path in (workspace_root.parent / "kept").glob("*"))


def names(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


def test_a_new_file_holds_exactly_the_text(workspace: Workspace, root: Path) -> None:
    written = workspace.write("a.txt", "one\r\ntwo\nりんご")
    data = "one\r\ntwo\nりんご".encode()
    assert (written, (root / "a.txt").read_bytes()) == (Written("a.txt", None, len(data)), data)
    assert (names(root), kept(root)) == (["a.txt"], [])


def test_missing_folders_are_made(workspace: Workspace, root: Path) -> None:
    workspace.write("x/y/z.txt", "deep")
    assert names(root) == ["x", "x/y", "x/y/z.txt"]


def test_an_overwrite_keeps_the_earlier_bytes(workspace: Workspace, root: Path) -> None:
    (root / "a.txt").write_bytes(b"old \xff bytes")
    assert workspace.write("a.txt", "new") == Written("a.txt", 11, 3)
    assert ((root / "a.txt").read_text(), kept(root)) == ("new", [b"old \xff bytes"])


def test_every_version_is_kept(workspace: Workspace, root: Path) -> None:
    for text in ("one", "two", "three"):
        workspace.write("a.txt", text)
    assert kept(root) == [b"one", b"two"]


def test_an_append_begins_a_line_of_its_own(workspace: Workspace, root: Path) -> None:
    workspace.write("a.txt", "one")
    workspace.write("a.txt", "two\n", append=True)
    workspace.write("a.txt", "three\n", append=True)
    assert (root / "a.txt").read_text() == "one\ntwo\nthree\n"
    assert kept(root) == [b"one", b"one\ntwo\n"]


def test_an_append_keeps_the_kind_of_line_end(workspace: Workspace, root: Path) -> None:
    (root / "a.txt").write_bytes(b"one\r\ntwo")
    workspace.write("a.txt", "three", append=True)
    assert (root / "a.txt").read_bytes() == b"one\r\ntwo\r\nthree"


def test_an_append_to_nothing_makes_the_file(workspace: Workspace, root: Path) -> None:
    assert workspace.write("a.txt", "one", append=True) == Written("a.txt", None, 3)


@pytest.mark.parametrize("data", ["one".encode("utf-16"), b"\x89PNG\0\0\1"], ids=["UTF-16", "binary"])
def test_an_append_that_would_spoil_the_file_is_refused(workspace: Workspace, root: Path, data: bytes) -> None:
    (root / "a.txt").write_bytes(data)
    with pytest.raises(WorkspaceError):
        workspace.write("a.txt", "two", append=True)
    assert (root / "a.txt").read_bytes() == data


def test_permissions_are_kept(workspace: Workspace, root: Path) -> None:
    (root / "run.sh").write_text("old")
    (root / "run.sh").chmod(0o750)
    workspace.write("run.sh", "new")
    assert stat.S_IMODE((root / "run.sh").stat().st_mode) == 0o750


def test_half_a_character_leaves_the_old_file(workspace: Workspace, root: Path) -> None:
    (root / "a.txt").write_text("old")
    with pytest.raises(WorkspaceError) as caught:
        workspace.write("a.txt", "new \ud800")
    assert (caught.value.code, (root / "a.txt").read_text(), names(root)) == ("file:encoding", "old", ["a.txt"])


def test_a_write_through_a_link_changes_its_target(workspace: Workspace, root: Path) -> None:
    (root / "a.txt").write_text("old")
    (root / "link").symlink_to("a.txt")
    workspace.write("link", "new")
    assert ((root / "link").is_symlink(), (root / "a.txt").read_text()) == (True, "new")


def test_a_hard_link_to_the_outside_is_not_written_through(workspace: Workspace, root: Path) -> None:
    outside = root.parent / "outside.txt"
    outside.write_text("outside")
    os.link(outside, root / "a.txt")
    workspace.write("a.txt", "new")
    assert (outside.read_text(), (root / "a.txt").read_text()) == ("outside", "new")


def test_a_folder_is_not_written_to(workspace: Workspace, root: Path) -> None:
    (root / "x").mkdir()
    with pytest.raises(WorkspaceError) as caught:
        workspace.write("x", "text")
    assert (caught.value.code, names(root)) == ("path:not_a_file", ["x"])


def test_a_failing_rename_leaves_the_old_file_and_no_rest(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", str(root))

    (root / "a.txt").write_text("old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(WorkspaceError) as caught:
        workspace.write("a.txt", "new")
    assert ("disk is full" in caught.value.text, str(root) in caught.value.text) == (True, False)
    assert ((root / "a.txt").read_text(), names(root)) == ("old", ["a.txt"])


def test_what_reads_back_differently_is_no_success(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "read_all", lambda *_: b"something else")
    with pytest.raises(WorkspaceError) as caught:
        workspace.write("a.txt", "new")
    assert caught.value.code == "result:unverified"


def test_readers_see_the_old_or_the_new_file_never_a_part(workspace: Workspace, root: Path) -> None:
    texts = {"a" * 200_000, "b" * 200_000}
    (root / "a.txt").write_text("a" * 200_000)
    seen: set[str] = set()
    end = threading.Event()

    def watch() -> None:
        while not end.is_set():
            seen.add((root / "a.txt").read_text())

    watcher = threading.Thread(target=watch)
    watcher.start()
    for number in range(40):
        workspace.write("a.txt", ("a" if number % 2 else "b") * 200_000)
    end.set()
    watcher.join()
    assert seen <= texts


def test_appends_from_many_threads_lose_nothing(workspace: Workspace, root: Path) -> None:
    lines = [f"line {number}\n" for number in range(24)]
    threads = [threading.Thread(target=workspace.write, args=("a.txt", line, True)) for line in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted((root / "a.txt").read_text().splitlines(keepends=True)) == sorted(lines)


def test_a_file_without_permission_says_so(unprivileged: Path) -> None:
    (unprivileged / "work" / "a.txt").write_text("secret")
    (unprivileged / "work" / "a.txt").chmod(0o000)
    workspace = Workspace(unprivileged / "work", unprivileged / "kept")
    become_nobody()
    with pytest.raises(WorkspaceError) as caught:
        workspace.read("a.txt", WHOLE)
    assert (caught.value.code, caught.value.text) == ("file:unreadable", "'a.txt': permission was denied.")


def test_a_folder_without_permission_says_so(unprivileged: Path) -> None:
    (unprivileged / "work" / "x").mkdir(0o555)
    workspace = Workspace(unprivileged / "work", unprivileged / "kept")
    become_nobody()
    with pytest.raises(WorkspaceError) as caught:
        workspace.write("x/a.txt", "text")
    assert caught.value.code == "file:unreadable"


def test_a_withdrawn_permit_changes_nothing(workspace: Workspace, root: Path) -> None:
    (root / "a.txt").write_text("old")
    permit = Permit()
    assert permit.withdraw()
    token = current_permit.set(permit)
    try:
        for name in ("a.txt", "new.txt", "folder/new.txt"):
            with pytest.raises(Withdrawn):
                workspace.write(name, "new")
    finally:
        current_permit.reset(token)
    assert ((root / "a.txt").read_text(), names(root)) == ("old", ["a.txt"])


@pytest.mark.parametrize("depth", [900, 2500])
def test_a_path_too_deep_is_written_whole_or_leaves_nothing(workspace: Workspace, root: Path, depth: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 1024), hard))
    try:
        workspace.write("x/" * depth + "a.txt", "text")
    except WorkspaceError as error:
        assert (error.code.split(":")[0] in ("path", "tool"), list(root.iterdir())) == (True, [])
    else:
        assert workspace.read("x/" * depth + "a.txt", WHOLE).part.text == "text"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        shutil.rmtree(root)


def test_a_folder_in_use_stays_when_a_write_beside_it_fails(workspace: Workspace, root: Path) -> None:
    permit = Permit()
    permit.withdraw()
    token = current_permit.set(permit)
    (root / "x").mkdir()
    try:
        with pytest.raises(Withdrawn):
            workspace.write("x/y/a.txt", "text")
    finally:
        current_permit.reset(token)
    assert names(root) == ["x"]


def test_a_used_permit_cannot_be_taken_back(workspace: Workspace, root: Path) -> None:
    permit = Permit()
    token = current_permit.set(permit)
    try:
        workspace.write("a.txt", "new")
    finally:
        current_permit.reset(token)
    assert (permit.withdraw(), (root / "a.txt").read_text()) == (False, "new")


def test_a_folder_of_the_roots_own_name_is_taken_literally(workspace: Workspace, root: Path) -> None:
    (root / "work").mkdir()
    (root / "a.txt").write_text("of the root")
    assert workspace.write("work/a.txt", "of the folder").path == "work/a.txt"
    assert workspace.write("work/n.txt", "new").path == "work/n.txt"
    assert ((root / "a.txt").read_text(), names(root)) == ("of the root", ["a.txt", "work", "work/a.txt", "work/n.txt"])


def test_a_read_only_file_is_not_replaced(workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "a.txt").write_text("old")
    # The tests may run as root, to whom nothing is read-only.
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    with pytest.raises(WorkspaceError) as caught:
        workspace.write("a.txt", "new")
    assert (caught.value.code, (root / "a.txt").read_text()) == ("file:unreadable", "old")


def test_a_folder_that_cannot_be_synced_holds_the_file_all_the_same(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def only_files(fd: int) -> None:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, "no")
        sync(fd)

    monkeypatch.setattr(os, "fsync", only_files)
    assert workspace.write("a.txt", "new").after == 3


def test_text_is_not_added_in_another_encoding(workspace: Workspace, root: Path) -> None:
    before = "一行目\r\n".encode("cp932")
    (root / "a.txt").write_bytes(before)
    with pytest.raises(WorkspaceError) as caught:
        workspace.write("a.txt", "二行目", append=True)
    assert (caught.value.code, (root / "a.txt").read_bytes()) == ("file:encoding", before)


def test_reading_ends_when_its_call_is_called_off(workspace: Workspace, root: Path) -> None:
    (root / "a.txt").write_text("line\n" * 5_000)
    permit = Permit()
    permit.withdraw()
    token = current_permit.set(permit)
    try:
        with pytest.raises(Withdrawn):
            workspace.read("a.txt", Span(1, 10, 1, 1_000))
    finally:
        current_permit.reset(token)
