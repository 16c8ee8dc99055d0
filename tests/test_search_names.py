"""Names are found by globs and by parts, whatever form they are stored in, and never beyond a link."""

import os
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outside import trapped

from app.workspace.changes.disk.temporary import name_for
from app.workspace.changes.undo.records import new_id
from app.workspace.errors import WorkspaceError
from app.workspace.paths.resolving import Paths
from app.workspace.search import Found, FoundName, find_names
from app.workspace.search.patterns import as_glob, name_test
from app.workspace.search.walking import Walk

TREE = (
    "Budo/leaf.md",
    "notes.md",
    "Report.TXT",
    "a[1].txt",
    "stock/budo.txt",
    "stock/deep/kiwi.txt",
    "old..new/q1..q2 plan.txt",
    "{x}.json",
)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """A small tree of every kind of name."""
    for name in TREE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("12345")
    return Paths(tmp_path)


def found(paths: Paths, pattern: str, folder: str = ".", hidden: bool = False) -> list[str]:
    return [name.path for name in find_names(paths, pattern, folder, hidden).names]


@pytest.mark.parametrize(
    ("pattern", "hits"),
    [
        (
            "**/*.txt",
            ["Report.TXT", "a[1].txt", "old..new/q1..q2 plan.txt", "stock/budo.txt", "stock/deep/kiwi.txt"],
        ),
        ("*.TXT", ["Report.TXT", "a[1].txt", "old..new/q1..q2 plan.txt", "stock/budo.txt", "stock/deep/kiwi.txt"]),
        ("stock/*.txt", ["stock/budo.txt"]),
        ("./stock/*.txt", ["stock/budo.txt"]),
        ("/stock/*.txt", ["stock/budo.txt"]),
        ("stock/**/*.txt", ["stock/budo.txt", "stock/deep/kiwi.txt"]),
        ("**/deep/**", ["stock/deep/", "stock/deep/kiwi.txt"]),
        ("*.{md,json}", ["Budo/leaf.md", "notes.md", "{x}.json"]),
        ("budo", ["Budo/", "stock/budo.txt"]),
        ("budo/", ["Budo/"]),
        ("deep/ki", ["stock/deep/kiwi.txt"]),
        ("k?wi*", ["stock/deep/kiwi.txt"]),
        ("[!a]iwi.txt", ["stock/deep/kiwi.txt"]),
        ("a[1].txt", ["a[1].txt"]),
        ("{x}.json", ["{x}.json"]),
        ("q1..q2*", ["old..new/q1..q2 plan.txt"]),
        ("ｋｉｗｉ", ["stock/deep/kiwi.txt"]),
        ("＊", []),
        ("none", []),
    ],
)
def test_a_pattern_finds_what_a_person_would_say(paths: Paths, pattern: str, hits: list[str]) -> None:
    assert found(paths, pattern) == hits


def test_hits_are_relative_to_the_root_wherever_the_search_began(paths: Paths) -> None:
    assert found(paths, "*.txt", "stock") == ["stock/budo.txt", "stock/deep/kiwi.txt"]
    assert found(paths, "deep/*.txt", "stock") == ["stock/deep/kiwi.txt"]


def test_what_was_looked_at_is_counted(paths: Paths) -> None:
    assert find_names(paths, "kiwi", "stock") == Found(
        folder="stock",
        names=(FoundName("stock/deep/kiwi.txt", "file", 5),),
        files=2,
        folders=1,
        hidden=0,
        closed=(),
        cut="",
        read_as="",
    )


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        (unicodedata.normalize("NFD", "Übersicht.txt"), "*Übersicht*"),
        ("Übersicht.txt", unicodedata.normalize("NFD", "*übersicht*")),
        ("ガイド.txt", "ｶﾞｲﾄﾞ"),
        ("ｒｅｐｏｒｔ　１.txt", "report 1"),
        ("何？.txt", "何？"),
        ("Straße.txt", "STRASSE*"),
        ("a／b.txt", "a／b*"),
        ("x［1］.txt", "x［1］*"),
    ],
)
def test_a_name_is_found_in_whichever_form_it_is_stored(tmp_path: Path, stored: str, asked: str) -> None:
    (tmp_path / stored).touch()
    assert found(Paths(tmp_path), asked) == [stored]


@pytest.mark.parametrize(
    ("expression", "glob", "hits"),
    [
        (r".*\.md$", "*.md", ["Budo/leaf.md", "notes.md"]),
        (r"^notes\.", "notes.*", ["notes.md"]),
        (r"\.(md|json)$", "*.{md,json}", ["Budo/leaf.md", "notes.md", "{x}.json"]),
        (r"kiwi|leaf", "*{kiwi,leaf}*", ["Budo/leaf.md", "stock/deep/kiwi.txt"]),
        (r"q\d+\.\.q\d+ plan", "*q?*..q?* plan*", ["old..new/q1..q2 plan.txt"]),
        (r"^none.*$", "none*", []),
    ],
)
def test_a_regular_expression_is_read_as_a_glob_and_that_is_said(
    paths: Paths, expression: str, glob: str, hits: list[str]
) -> None:
    said = find_names(paths, expression, ".")
    assert ([name.path for name in said.names], said.read_as) == (hits, glob)


def test_a_glob_that_finds_something_is_never_read_otherwise(paths: Paths) -> None:
    said = find_names(paths, "report.*", ".")
    assert ([name.path for name in said.names], said.read_as) == (["Report.TXT"], "")


def test_names_with_a_dot_are_counted_and_found_only_when_asked_for(paths: Paths) -> None:
    (paths.root / ".git").mkdir()
    (paths.root / ".git" / "kiwi").touch()
    assert (found(paths, "kiwi"), find_names(paths, "kiwi", ".").hidden) == (["stock/deep/kiwi.txt"], 1)
    assert found(paths, "kiwi", hidden=True) == [".git/kiwi", "stock/deep/kiwi.txt"]


def test_our_own_temporary_files_are_never_shown(paths: Paths) -> None:
    (paths.root / name_for(new_id())).touch()
    assert not any("folio" in name for name in found(paths, "*", hidden=True))
    assert find_names(paths, "*", ".").hidden == 0


def test_links_are_named_and_not_followed(tmp_path: Path) -> None:
    place = trapped(tmp_path)
    said = find_names(Paths(place.root), "*", ".")
    kinds = {name.path: name.kind for name in said.names}
    assert (kinds["out_dir"], kinds["in_dir"], kinds["self"], kinds["pipe"]) == ("link", "link", "link", "special")
    assert [path for path in kinds if "secret" in path or path.startswith(("in_dir/", "self/"))] == []


def test_a_link_inside_the_folder_can_be_where_the_search_begins(tmp_path: Path) -> None:
    place = trapped(tmp_path)
    assert found(Paths(place.root), "b.txt", "in_dir") == ["in_dir/b.txt"]


@pytest.mark.parametrize(
    ("folder", "code"),
    [("missing", "path:not_found"), ("a.txt", "path:not_a_directory"), ("out_dir", "path:outside")],
)
def test_what_is_no_folder_is_refused_and_not_empty(tmp_path: Path, folder: str, code: str) -> None:
    with pytest.raises(WorkspaceError) as caught:
        find_names(Paths(trapped(tmp_path).root), "*", folder)
    assert caught.value.code == code


@pytest.mark.parametrize(("pattern", "code"), [("../*", "path:outside"), ("a" * 2_000, "args:range:pattern")])
def test_a_pattern_that_cannot_be_meant_is_refused(paths: Paths, pattern: str, code: str) -> None:
    with pytest.raises(WorkspaceError) as caught:
        find_names(paths, pattern, ".")
    assert caught.value.code == code


def test_a_folder_that_cannot_be_entered_is_named(paths: Paths) -> None:
    """A folder that is swapped for a link between the listing and the opening is as closed as one without leave."""
    walk = Walk(paths, (), ".", dotted=False, until=time.monotonic() + 10)
    for item in walk:
        if item.path == "stock":
            (paths.root / "stock").rename(paths.root / ".stock")
            (paths.root / "stock").symlink_to(".stock")
    assert walk.closed == ["stock"]


def test_a_walk_ends_at_its_bounds_and_says_which(paths: Paths) -> None:
    late = Walk(paths, (), ".", dotted=False, until=time.monotonic() - 1)
    assert (list(late), late.cut) == ([], "time")
    few = Walk(paths, (), ".", dotted=False, until=time.monotonic() + 10, most=3)
    assert (len(list(few)), few.cut) == (3, "entries")


def test_names_that_cannot_be_decoded_are_found_and_hold_nothing_up(paths: Paths) -> None:
    (paths.root / os.fsdecode(b"caf\xe9.txt")).touch()
    assert found(paths, "caf*") == ["caf\udce9.txt"]


def test_many_stars_take_no_time() -> None:
    began = time.monotonic()
    assert not name_test("*a" * 40 + "b")("a" * 250, False)
    assert not name_test("**/a/" * 40 + "b")("a/" * 200 + "c", False)
    assert len(as_glob(r"(.*)+" * 100)) < 1_000
    assert time.monotonic() - began < 1


@given(st.text(alphabet="ab*?[]{},!/.\\()|^$+é", max_size=12), st.text(alphabet="ab./é", min_size=1, max_size=8))
def test_no_pattern_and_no_name_break_the_search(pattern: str, name: str) -> None:
    try:
        name_test(pattern)(name, False)
        name_test(as_glob(pattern))(name, False)
    except WorkspaceError as error:
        assert error.code == "path:outside"
