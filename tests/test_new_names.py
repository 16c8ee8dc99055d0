"""Names for something new: what makes trouble elsewhere is refused, with a name that would work."""

import os
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.workspace.errors import WorkspaceError, escaped
from app.workspace.paths.new_names import name_problem, working_name, working_names
from app.workspace.paths.resolving import Paths

WORKS = re.compile(r" A name that would work: '(.*)'\.$", re.DOTALL)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def made(root: Path, *names: str) -> Paths:
    """The paths of a folder that holds these files."""
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    return Paths(root)


def place(paths: Paths, asked: str) -> str:
    return "/".join(paths.place(asked))


def refused(paths: Paths, asked: str) -> tuple[str, str]:
    """The code of the refusal, and the name that it says would work."""
    with pytest.raises(WorkspaceError) as caught:
        paths.place(asked)
    offer = WORKS.search(caught.value.text)
    return caught.value.code, offer[1] if offer else ""


@pytest.mark.parametrize(
    ("asked", "works"),
    [
        ("CON", "CON_"),
        ("CON.txt", "CON_.txt"),
        ("nul.tar.gz", "nul_.tar.gz"),
        ("Aux .txt", "Aux_.txt"),
        ("com1", "com1_"),
        ("LPT³.md", "LPT³_.md"),
        ("conin$", "conin$_"),
        ("x/prn/y.txt", "x/prn_/y.txt"),
        ("12:30 plan?.txt", "12_30 plan_.txt"),
        ('a"b<c>d|e*.txt', "a_b_c_d_e_.txt"),
        ("t.txt ", "t.txt"),
        ("t.txt.", "t.txt"),
        (" t.txt", "t.txt"),
        ("t.txt\n", "t.txt"),
        ("sub /x.txt", "sub/x.txt"),
        ("a/.../x.txt", "a/_/x.txt"),
        ("x\ny.txt", "x y.txt"),
        ("x\x7fy.txt", "xy.txt"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u200bb.txt", "ab.txt"),
        ("a\u2028b.txt", "a b.txt"),
        ("caf\udce9.txt", "caf.txt"),
        ("a/~/b.txt", "a/_/b.txt"),
        (".folio-1.tmp", "folio-1.tmp"),
        (".Folio-1.tmp", "Folio-1.tmp"),
        ("sub\\b2.txt", "sub/b2.txt"),
        ("sub\\CON", "sub/CON_"),
        ("new.txt/", "new.txt"),
        ("C:x.txt", "C_x.txt"),
        ("x" * 256, "x" * 255),
        ("x" * 254 + " y", "x" * 254),
        ("x" * 300 + ".txt", "x" * 251 + ".txt"),
        ("あ" * 90 + ".txt", "あ" * 83 + ".txt"),
        ("work.", "work 2"),
    ],
)
def test_a_troublesome_name_is_refused_with_one_that_would_work(root: Path, asked: str, works: str) -> None:
    paths = Paths(root)
    code, offered = refused(paths, asked)
    assert (code, offered) == ("path:name", works)
    assert place(paths, offered) == offered
    assert list(root.iterdir()) == []


def test_the_refusal_says_what_why_and_what_would_work(root: Path) -> None:
    with pytest.raises(WorkspaceError) as caught:
        Paths(root).place("CON.txt")
    assert caught.value.text == (
        "'CON.txt' was not written: Windows keeps the name 'CON' for a device. A name that would work: 'CON_.txt'."
    )


@pytest.mark.parametrize(
    "asked",
    [
        *("a.txt", "q1..q2 plan.txt", ".env", "CON_.txt", "console.txt", "COM10.txt", "com.txt", "it's.txt"),
        *(
            "議事録　最終.txt",
            "~$a.docx",
            "-rf",
            "a~",
            "..a",
            "…",
            "x" * 255,
            "あ" * 85,
            "new/folders/x.txt",
            "#1 & 2.txt",
        ),
    ],
)
def test_ordinary_names_are_given_as_they_are(root: Path, asked: str) -> None:
    assert place(Paths(root), asked) == asked


@pytest.mark.parametrize(
    "name", ["CON.txt", "a:b", "t.txt ", "t.", "x\ny.txt", "~", "sub\\b.txt", ".folio-x", "a\u200bb"]
)
def test_what_is_there_under_such_a_name_can_be_found_and_changed(root: Path, name: str) -> None:
    paths = made(root, name, f"in {name}/b.txt")
    assert (place(paths, name), "/".join(paths.found(escaped(name)))) == (name, name)
    assert place(paths, escaped(f"in {name}/new.txt")) == f"in {name}/new.txt"


def test_a_working_name_is_free(root: Path) -> None:
    paths = made(root, "CON_.txt", "con_ 2.TXT", "work/x")
    assert refused(paths, "CON.txt") == ("path:name", "CON_ 3.txt")
    assert refused(paths, "work /CON") == ("path:name", "work/CON_")


@pytest.mark.parametrize(
    "asked", ["C:\\docs\\x.txt", "d:/x.txt", "\\\\host\\share\\x.txt", "file:///tmp/x.txt", "~/x.txt"]
)
def test_places_elsewhere_are_refused_with_a_path_that_would_work(root: Path, asked: str) -> None:
    paths = Paths(root)
    for act in (paths.found, paths.place):
        with pytest.raises(WorkspaceError) as caught:
            act(asked)
        assert caught.value.code == "path:outside"
        assert caught.value.text.endswith(" is outside the work folder. Use a path relative to it, such as 'x.txt'.")


@pytest.mark.parametrize("asked", ["..\\x.txt", "a\\..\\..\\x.txt", "C:\\", "~", "\\\\"])
def test_ways_out_in_the_manner_of_windows_are_refused(root: Path, asked: str) -> None:
    with pytest.raises(WorkspaceError) as caught:
        Paths(root).place(asked)
    assert caught.value.code == "path:outside"
    with pytest.raises(WorkspaceError) as caught:
        Paths(root).found(asked)
    assert caught.value.code == "path:outside"


def test_a_path_with_backslashes_is_told_how_folders_are_separated(root: Path) -> None:
    with pytest.raises(WorkspaceError) as caught:
        made(root, "sub/b.txt").place("sub\\b.txt")
    assert caught.value.text == (
        "'sub\\\\b.txt' was not written: it holds a backslash; folders are separated by '/'."
        " A name that would work: 'sub/b.txt'."
    )


def test_a_path_too_long_altogether_is_refused(root: Path) -> None:
    code, works = refused(Paths(root), "/".join(["あ" * 80] * 20) + "/a.txt")
    assert (code, works) == ("path:name", "a.txt")
    assert refused(Paths(root), "x/" * 200 + "a.txt") == ("path:name", "a.txt")


@pytest.mark.parametrize(("there", "asked"), [("NFD", "NFC"), ("NFC", "NFD")])
def test_another_composition_is_the_same_file_and_folder(root: Path, there: str, asked: str) -> None:
    forms = {"NFC": unicodedata.normalize("NFC", "Übersicht"), "NFD": unicodedata.normalize("NFD", "Übersicht")}
    old, new = forms[there], forms[asked]
    paths = made(root, f"{old}/{old}.txt")
    assert place(paths, f"{new}/{new}.txt") == f"{old}/{old}.txt"
    assert place(paths, f"{new}/other {new}.txt") == f"{old}/other {forms['NFC']}.txt"


def test_a_new_name_is_given_composed(root: Path) -> None:
    assert place(Paths(root), unicodedata.normalize("NFD", "が/Übersicht.txt")) == "が/Übersicht.txt"


@pytest.mark.parametrize(
    ("there", "asked", "works"),
    [
        ("report.txt", "Report.txt", "Report 2.txt"),
        ("report.txt", "ｒｅｐｏｒｔ.txt", "ｒｅｐｏｒｔ 2.txt"),
        ("ガイド.txt", "ｶﾞｲﾄﾞ.txt", "ｶﾞｲﾄﾞ 2.txt"),
        ("notes/a.txt", "Notes/new.txt", "notes/new.txt"),
        ("notes/a.txt", "Notes/a.txt", "notes/a 2.txt"),
        ("notes/a.txt", "notes/A.txt", "notes/A 2.txt"),
    ],
)
def test_no_twin_in_another_case_or_width_is_made_or_taken(root: Path, there: str, asked: str, works: str) -> None:
    paths = made(root, there)
    assert refused(paths, asked) == ("path:exists", works)


def test_the_refusal_of_a_twin_names_what_is_there(root: Path) -> None:
    paths = made(root, "notes/report.txt")
    with pytest.raises(WorkspaceError) as caught:
        paths.place("notes/Report.txt")
    assert caught.value.text == (
        "'notes/Report.txt' was not written: it differs only in case, width or form from what is there:"
        " 'notes/report.txt'. A name that would work: 'notes/Report 2.txt'."
    )


def test_a_file_can_be_moved_to_its_own_name_in_another_case(root: Path) -> None:
    old = unicodedata.normalize("NFD", "übersicht.txt")
    paths = made(root, "x/report.txt", old)
    assert paths.place("x/Report.txt", leaving=("x", "report.txt")) == ("x", "Report.txt")
    assert paths.place("übersicht.txt", leaving=(old,)) == ("übersicht.txt",)
    with pytest.raises(WorkspaceError):
        paths.place("X/new.txt", leaving=("x", "report.txt"))


def test_a_folder_may_be_named_with_a_slash(root: Path) -> None:
    assert Paths(root).place("new/", folder=True) == ("new",)


def test_two_files_that_look_the_same_are_not_chosen_from(root: Path) -> None:
    paths = made(root, "q\u0307\u0323.txt", "q\u0323\u0307.txt")
    assert place(paths, "q\u0323\u0307.txt") == "q\u0323\u0307.txt"
    other = made(root, "\u1e69.txt", "s\u0323\u0307.txt")
    assert refused(other, "s\u0307\u0323.txt") == ("path:exists", "")


def test_a_name_below_a_file_is_refused(root: Path) -> None:
    assert refused(made(root, "a.txt"), "a.txt/new.txt")[0] == "path:not_a_directory"


NAMES = st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=300)


@given(
    st.one_of(NAMES, st.text(st.sampled_from("CONcomлあ1¹~ ./:.\u3000\u0338\ud800\udc80").filter(lambda c: c != "/")))
)
@example("CON .\u3000.")
@example("あ" * 200 + "." + "い" * 20)
@example("<\u0338")
def test_a_working_name_has_no_problem_and_is_shown_as_it_is(name: str) -> None:
    for works in working_names(name):
        assert (name_problem(works), escaped(works)) == ("", works)
        assert works not in ("", ".", "..")
        assert unicodedata.is_normalized("NFC", works)
        assert len(os.fsencode(works)) <= 255


@given(NAMES)
def test_a_name_without_a_problem_is_its_own_working_name(name: str) -> None:
    composed = unicodedata.normalize("NFC", name)
    if not name_problem(composed) and escaped(composed) == composed and composed not in (".", ".."):
        assert working_name(composed) == composed
