"""What a remembered listing or search rests on changes with everything that could change the result."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.workspace.changes.disk.temporary import name_for
from app.workspace.changes.undo.records import new_id
from app.workspace.errors import WorkspaceError
from app.workspace.listing import entries_of
from app.workspace.paths.resolving import Paths
from app.workspace.search import basis_of_tree

OLD = 0.06


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder in which nothing has changed for a while."""
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    (tmp_path / "a.txt").write_text("aaa")
    (tmp_path / "sub" / "deep" / "b.txt").write_text("bbb")
    (tmp_path / ".env").write_text("K=1")
    time.sleep(OLD)
    return tmp_path


def basis_of_listing(paths: Paths, asked: str, hidden: bool) -> str:
    with paths.folder(paths.found(asked), asked) as folder:
        return entries_of(folder, asked, hidden).basis


def bases(root: Path, hidden: bool = False) -> tuple[str, str]:
    paths = Paths(root)
    return basis_of_listing(paths, ".", hidden), basis_of_tree(paths, ".", hidden)


def test_nothing_changed_means_the_same_basis(root: Path) -> None:
    assert bases(root) == bases(root)
    assert all(bases(root))
    assert len({*bases(root), *bases(root, hidden=True)}) == 4


def _same_size_and_time(root: Path) -> None:
    status = (root / "a.txt").stat()
    (root / "a.txt").write_text("AAA")
    os.utime(root / "a.txt", ns=(status.st_atime_ns, status.st_mtime_ns))


def _a_folder_in_place(root: Path) -> None:
    (root / "a.txt").unlink()
    (root / "a.txt").mkdir()


CHANGES: dict[str, Callable[[Path], object]] = {
    "written": lambda root: (root / "a.txt").write_text("aaa"),
    "size and time as before": _same_size_and_time,
    "made": lambda root: (root / "new.txt").touch(),
    "removed": lambda root: (root / "a.txt").unlink(),
    "renamed": lambda root: (root / "a.txt").rename(root / "b.txt"),
    "mode": lambda root: (root / "a.txt").chmod(0o600),
    "replaced by a folder": _a_folder_in_place,
    "hidden made": lambda root: (root / ".new").touch(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_in_the_folder_changes_both(root: Path, change: str) -> None:
    before = bases(root)
    CHANGES[change](root)
    time.sleep(OLD)
    after = bases(root)
    assert (before[0] != after[0], before[1] != after[1], all(after)) == (True, True, True)


def test_a_change_further_down_changes_the_tree_alone(root: Path) -> None:
    before = bases(root)
    (root / "sub" / "deep" / "b.txt").write_text("BBB")
    time.sleep(OLD)
    after = bases(root)
    assert (before[0] == after[0], before[1] == after[1]) == (True, False)


def test_a_change_of_a_moment_ago_is_nothing_to_rest_on(root: Path) -> None:
    (root / "sub" / "deep" / "b.txt").write_text("BBB")
    folder, tree = bases(root)
    assert (folder != "", tree) == (True, "")
    (root / "a.txt").write_text("b")
    assert bases(root) == ("", "")


def test_a_walk_that_met_a_bound_is_nothing_to_rest_on(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.workspace.search.digests._MOST", 1)
    assert bases(root) == ("", "")


def test_a_temporary_file_of_ours_changes_nothing(root: Path) -> None:
    before = bases(root, hidden=True)
    (root / name_for(new_id())).touch()
    assert bases(root, hidden=True) == before


@pytest.mark.parametrize(("asked", "code"), [("none", "path:not_found"), ("a.txt", "path:not_a_directory")])
def test_what_is_no_folder_is_refused(root: Path, asked: str, code: str) -> None:
    for basis in (basis_of_listing, basis_of_tree):
        with pytest.raises(WorkspaceError) as caught:
            basis(Paths(root), asked, False)
        assert caught.value.code == code
