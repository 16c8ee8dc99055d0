"""Names and paths: what is meant is found, and nothing outside of the folder is ever touched."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outside import LINKS, SECRET, Trapped, picture, trapped

from app.workspace import Span, Workspace, WorkspaceError

WHOLE = Span(1, 10_000, 1, 100_000)
DOTS = ("..", ".", "", "~", "~root", "C:", "C:\\", "\\\\host", "file:", "/", "//", "\0", "\n", " ", "'", '"', "`", "「")
NAMES = (
    "work",
    "outside",
    "secret.txt",
    "work-evil",
    "sub",
    "a.txt",
    "a..b",
    "pipe",
    "sock",
    "new.txt",
    "…",
    "ｗｏｒｋ",
)
ODD = (
    "x" * 255,
    "x" * 256,
    "あ" * 90,
    "\udc80",
    "\ud800",
    "é",
    "e\u0301",
    "..\\",
    "%2e%2e",
    "*",
    "etc",
    "passwd",
    "tmp",
)
PIECES = st.sampled_from([*DOTS, *NAMES, *ODD, *LINKS])
PATHS = st.one_of(
    st.text(max_size=40),
    st.lists(PIECES, max_size=7).map("/".join),
    st.lists(PIECES, max_size=5).map("".join),
    st.tuples(st.sampled_from(["{root}", "{around}", "{around}/outside", "{root}/../outside"]), PIECES).map("/".join),
    st.sampled_from(
        ["x/" * 3000, "../" * 500 + "etc/passwd", "/proc/self/root/etc/passwd", "/dev/stdin", "sub/" * 1100]
    ),
)


@pytest.fixture
def place(tmp_path: Path) -> Trapped:
    """A root full of traps."""
    return trapped(tmp_path)


@pytest.fixture
def workspace(place: Trapped) -> Workspace:
    return Workspace(place.root, place.kept)


@pytest.fixture(scope="module")
def worn(tmp_path_factory: pytest.TempPathFactory) -> Trapped:
    """One that serves every example of a property, and fills up with what they write."""
    return trapped(tmp_path_factory.mktemp("traps"))


def refusal(act: Callable[[], object]) -> str:
    """The code of the refusal that `act` ends in, "" when it does its work."""
    try:
        act()
    except WorkspaceError as error:
        return error.code
    return ""


def acts(workspace: Workspace, asked: str) -> list[Callable[[], str]]:
    """Everything that can be done with a path."""
    return [
        lambda: workspace.read(asked, WHOLE).part.text,
        lambda: repr(workspace.list_folder(asked, hidden=True)),
        lambda: repr(workspace.write(asked, "written")),
        lambda: repr(workspace.write(asked, "added", append=True)),
    ]


@given(PATHS)
@settings(max_examples=400, deadline=None)
def test_no_path_reads_or_writes_outside(worn: Trapped, path: str) -> None:
    place, workspace = worn, Workspace(worn.root, worn.kept)
    asked = path.replace("{root}", str(place.root)).replace("{around}", str(place.around))
    before = picture(place)
    for act in acts(workspace, asked):
        try:
            said = act()
        except WorkspaceError as error:
            said = error.text.replace(asked, "")
            assert not asked or str(place.around) in asked or str(place.around) not in said
        assert SECRET not in said
    assert picture(place) == before
    assert stat.S_ISFIFO((place.root / "pipe").lstat().st_mode)
    assert {name for name in LINKS if (place.root / name).is_symlink()} == set(LINKS)


@pytest.mark.parametrize(
    "name", ["out_file", "out_dir/secret.txt", "out_relative/deep/secret.txt", "proc/x", "out_missing"]
)
def test_links_that_lead_out_are_refused(workspace: Workspace, name: str) -> None:
    assert refusal(lambda: workspace.read(name, WHOLE)) == "path:outside"
    assert refusal(lambda: workspace.write(name, "x")) == "path:outside"


@pytest.mark.parametrize(
    "name",
    [
        *("../x", "a/../../x", "../work-evil/secret.txt", "..", "/etc/passwd", "//etc/passwd", "~/x.txt", "C:\\x.txt"),
        *("\\\\host\\x", "file:///etc/passwd", "sub/../../outside/secret.txt", "~"),
    ],
)
def test_ways_out_are_refused(workspace: Workspace, name: str) -> None:
    assert refusal(lambda: workspace.read(name, WHOLE)) == "path:outside"
    assert refusal(lambda: workspace.write(name, "x")) == "path:outside"


@pytest.mark.parametrize("name", ["loop_a", "loop_a/x.txt", "pipe", "sock"])
def test_loops_and_special_files_are_refused_at_once(workspace: Workspace, name: str) -> None:
    refused = ("path:outside", "path:not_found", "path:not_a_directory", "file:special")
    assert refusal(lambda: workspace.read(name, WHOLE)) in refused
    assert refusal(lambda: workspace.write(name, "x")) in refused


def test_devices_are_refused(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root makes devices")
    root = tmp_path / "work"
    root.mkdir()
    os.mknod(root / "zero", 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    assert refusal(lambda: Workspace(root, tmp_path / "kept").read("zero", WHOLE)) == "file:special"


@pytest.mark.parametrize(
    "name",
    [
        *("a.txt", "./a.txt", "/a.txt", "work/a.txt", "/work/a.txt", "'a.txt'", '"a.txt"', "`a.txt`", "「a.txt」"),
        *(" a.txt ", "sub/../a.txt", "in_file", "self/a.txt", "./work/./a.txt", "“a.txt”", "sub//../a.txt"),
    ],
)
def test_ways_to_say_one_file_are_understood(workspace: Workspace, name: str) -> None:
    assert "inside" in workspace.read(name, WHOLE).part.text or "written" in workspace.read(name, WHOLE).part.text


def test_the_absolute_path_of_the_root_is_understood(workspace: Workspace, place: Trapped) -> None:
    assert workspace.read(f"{place.root}/sub/b.txt", WHOLE).path == "sub/b.txt"


@pytest.mark.parametrize("name", ["a..b/q1..q2 plan.txt", "work/a..b/q1..q2 plan.txt"])
def test_dots_inside_names_are_ordinary(workspace: Workspace, name: str) -> None:
    assert workspace.read(name, WHOLE).path == "a..b/q1..q2 plan.txt"


def test_a_folder_named_like_the_root_inside_of_it_comes_first(tmp_path: Path) -> None:
    inner = tmp_path / "work" / "work"
    inner.mkdir(parents=True)
    (inner / "a.txt").write_text("inner")
    (tmp_path / "work" / "a.txt").write_text("outer")
    assert Workspace(tmp_path / "work", tmp_path / "kept").read("work/a.txt", WHOLE).part.text == "inner"


@pytest.mark.parametrize("name", [".", "", "/", "work", "work/", "./.", "self", "self/self"])
def test_the_root_itself_is_no_file(workspace: Workspace, name: str) -> None:
    assert refusal(lambda: workspace.read(name, WHOLE)) == "path:not_a_file"
    assert refusal(lambda: workspace.write(name, "x")) == "path:not_a_file"


def test_a_missing_file_is_told_with_the_nearest_name(workspace: Workspace) -> None:
    with pytest.raises(WorkspaceError) as caught:
        workspace.read("sub/bb.txt", WHOLE)
    assert caught.value.code == "path:not_found"
    assert "'sub/b.txt'" in caught.value.text


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.txt/x.txt", {"path:not_a_directory", "path:not_found"}),
        ("sub", {"path:not_a_file"}),
        ("x\0y", {"path:name"}),
        ("x" * 300, {"path:name", "path:not_found"}),
        ("caf\udce9.txt", {"path:name", "path:not_found"}),
    ],
)
def test_what_cannot_be_read_says_why(workspace: Workspace, name: str, code: set[str]) -> None:
    assert refusal(lambda: workspace.read(name, WHOLE)) in code


@pytest.mark.parametrize(
    "name", ["x\0y", "x" * 300, "あ" * 90, "caf\udce9.txt", "x\ny.txt", "sub\\b2.txt", "t.txt .", "t.", "new/", "x\x7f"]
)
def test_names_that_trouble_others_are_not_given_to_new_files(workspace: Workspace, place: Trapped, name: str) -> None:
    before = sorted(place.root.iterdir())
    assert refusal(lambda: workspace.write(name, "x")) == "path:name"
    assert sorted(place.root.iterdir()) == before
