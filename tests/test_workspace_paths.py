"""Names and paths: what is meant is found, and nothing outside of the folder is ever touched."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outside import LINKS, SECRET, Trapped, picture, trapped
from path_acts import listed, made, read

from app.workspace.errors import WorkspaceError, plain
from app.workspace.paths.resolving import Paths

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
def paths(place: Trapped) -> Paths:
    return Paths(place.root)


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


def acts(paths: Paths, asked: str) -> list[Callable[[], str]]:
    """Everything that can be done with a path."""
    return [lambda: read(paths, asked), lambda: repr(listed(paths, asked)), lambda: made(paths, asked)]


@pytest.mark.slow
@given(PATHS)
@settings(max_examples=400, deadline=None)
def test_no_path_reads_or_writes_outside(worn: Trapped, path: str) -> None:
    place, paths = worn, Paths(worn.root)
    asked = path.replace("{root}", str(place.root)).replace("{around}", str(place.around))
    before = picture(place)
    for act in acts(paths, asked):
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
def test_links_that_lead_out_are_refused(paths: Paths, name: str) -> None:
    assert refusal(lambda: read(paths, name)) == "path:outside"
    assert refusal(lambda: made(paths, name)) == "path:outside"


@pytest.mark.parametrize(
    "name",
    [
        *("../x", "a/../../x", "../work-evil/secret.txt", "..", "/etc/passwd", "//etc/passwd", "~/x.txt", "C:\\x.txt"),
        *("\\\\host\\x", "file:///etc/passwd", "sub/../../outside/secret.txt", "~"),
    ],
)
def test_ways_out_are_refused(paths: Paths, name: str) -> None:
    assert refusal(lambda: read(paths, name)) == "path:outside"
    assert refusal(lambda: made(paths, name)) == "path:outside"


@pytest.mark.parametrize("name", ["loop_a", "loop_a/x.txt", "pipe", "sock"])
def test_loops_and_special_files_are_refused_at_once(paths: Paths, name: str) -> None:
    refused = ("path:outside", "path:not_found", "path:not_a_directory", "file:special")
    assert refusal(lambda: read(paths, name)) in refused
    assert refusal(lambda: made(paths, name)) in refused


def test_devices_are_refused(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root makes devices")
    root = tmp_path / "work"
    root.mkdir()
    os.mknod(root / "zero", 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    assert refusal(lambda: read(Paths(root), "zero")) == "file:special"


@pytest.mark.parametrize(
    "name",
    [
        *("a.txt", "./a.txt", "/a.txt", "work/a.txt", "/work/a.txt", "'a.txt'", '"a.txt"', "`a.txt`", "「a.txt」"),
        *(" a.txt ", "sub/../a.txt", "in_file", "self/a.txt", "./work/./a.txt", "“a.txt”", "sub//../a.txt"),
    ],
)
def test_ways_to_say_one_file_are_understood(paths: Paths, name: str) -> None:
    assert read(paths, name) == "inside\n"
    assert paths.place(name) == paths.found(name)


def test_the_absolute_path_of_the_root_is_understood(paths: Paths, place: Trapped) -> None:
    assert paths.found(f"{place.root}/sub/b.txt") == ("sub", "b.txt")


@pytest.mark.parametrize("name", ["a..b/q1..q2 plan.txt", "work/a..b/q1..q2 plan.txt"])
def test_dots_inside_names_are_ordinary(paths: Paths, name: str) -> None:
    assert "/".join(paths.found(name)) == "a..b/q1..q2 plan.txt"


def test_a_folder_named_like_the_root_inside_of_it_comes_first(tmp_path: Path) -> None:
    inner = tmp_path / "work" / "work"
    inner.mkdir(parents=True)
    (inner / "a.txt").write_text("inner")
    (tmp_path / "work" / "a.txt").write_text("outer")
    assert read(Paths(tmp_path / "work"), "work/a.txt") == "inner"


@pytest.mark.parametrize("name", [".", "", "/", "work", "work/", "./.", "self", "self/self"])
def test_the_root_itself_is_no_file(paths: Paths, name: str) -> None:
    assert refusal(lambda: read(paths, name)) == "path:not_a_file"
    assert refusal(lambda: made(paths, name)) == "path:not_a_file"


def test_a_missing_file_is_told_with_the_nearest_name(paths: Paths) -> None:
    with pytest.raises(WorkspaceError) as caught:
        read(paths, "sub/bb.txt")
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
def test_what_cannot_be_read_says_why(paths: Paths, name: str, code: set[str]) -> None:
    assert refusal(lambda: read(paths, name)) in code


@pytest.mark.parametrize(
    "name", ["x\0y", "x" * 300, "あ" * 90, "caf\udce9.txt", "x\ny.txt", "sub\\b2.txt", "t.txt .", "t.", "new/", "x\x7f"]
)
def test_names_that_trouble_others_are_not_given_to_new_files(paths: Paths, place: Trapped, name: str) -> None:
    before = sorted(place.root.iterdir())
    assert refusal(lambda: made(paths, name)) == "path:name"
    assert sorted(place.root.iterdir()) == before


@pytest.mark.parametrize(
    "name", ["OUT_FILE", "Out_Dir/secret.txt", "OUT_DIR/SECRET.TXT", "ｏｕｔ_missing", "LOOP_A", "Pipe"]
)
def test_a_near_name_is_guarded_like_an_exact_one(paths: Paths, place: Trapped, name: str) -> None:
    before = picture(place)
    refused = ("path:outside", "path:not_found", "path:not_a_directory", "file:special")
    assert refusal(lambda: read(paths, name)) in refused
    assert refusal(lambda: made(paths, name)) in (*refused, "path:exists")
    assert picture(place) == before


@pytest.mark.parametrize("name", ["今日の「まとめ」", "「春」と「夏」", "'a' and 'b'", "it's 'fine'", "‘n'"])
def test_quotes_that_belong_to_a_name_stay(paths: Paths, name: str) -> None:
    assert made(paths, name) == name
    assert paths.found(name) == (name,)


@pytest.mark.parametrize("name", ["「資料」", "'new.txt'", "`new.txt`", "“new.txt”"])
def test_one_pair_of_quotes_around_a_new_name_is_left_out(paths: Paths, name: str) -> None:
    assert made(paths, name) == name[1:-1]


def test_the_absolute_path_of_a_new_file_is_understood_inside_the_root_only(paths: Paths, place: Trapped) -> None:
    assert made(paths, f"{place.root}/sub/new/x.txt") == "sub/new/x.txt"
    assert made(paths, "/sub/other.txt") == "sub/other.txt"
    assert refusal(lambda: made(paths, "/usr/share/x.txt")) == "path:outside"


def test_a_folder_of_the_roots_own_name_is_looked_into(paths: Paths, place: Trapped) -> None:
    assert made(paths, "work/n.txt") == "n.txt"
    (place.root / "work").mkdir()
    assert made(paths, "work/n.txt") == "work/n.txt"


CODES = {
    "path:outside": [errno.ELOOP],
    "path:not_found": [errno.ENOENT],
    "path:not_a_file": [errno.EISDIR],
    "path:not_a_directory": [errno.ENOTDIR],
    "path:exists": [errno.EEXIST, errno.ENOTEMPTY],
    "path:name": [errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ],
    "file:unreadable": [errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO],
    "file:special": [errno.ENXIO, errno.ENODEV],
    "file:too_big": [errno.EFBIG, errno.EOVERFLOW],
    "file:changed": [errno.ESTALE],
    "tool:failed": [
        *(errno.ENOSPC, errno.EDQUOT, errno.ETXTBSY, errno.EBUSY, errno.EXDEV, errno.EMLINK, errno.EMFILE),
        *(errno.ENFILE, errno.ENOMEM, errno.ETIMEDOUT, errno.ENOTCONN, errno.EOPNOTSUPP, errno.EDOM),
    ],
}


@pytest.mark.parametrize(("code", "number"), [(code, number) for code, some in CODES.items() for number in some])
def test_what_the_system_refuses_is_said_in_plain_words(code: str, number: int) -> None:
    error = plain(OSError(number, os.strerror(number), "/host/path"), "a.txt")
    assert (error.code, error.text[:9], "/host" in error.text) == (code, "'a.txt': ", False)
    assert error.text.endswith(".") and "Errno" not in error.text and error.text.isascii()
    assert (number == errno.EDOM) == ("the system refused it" in error.text)
