"""Names that are nearly right: one is found and several are offered; a misspelt one is only offered."""

import os
import tempfile
import time
import unicodedata
from pathlib import Path

import pytest

from app.workspace.errors import WorkspaceError, escaped
from app.workspace.paths.near import alike
from app.workspace.paths.resolving import Paths

NFD = unicodedata.normalize("NFD", "Übersicht.txt")
NFC = unicodedata.normalize("NFC", "Übersicht.txt")


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


def found(paths: Paths, asked: str) -> str:
    return "/".join(paths.found(asked))


def missing(paths: Paths, asked: str) -> str:
    """What is said of a name that is not found."""
    with pytest.raises(WorkspaceError) as caught:
        paths.found(asked)
    assert caught.value.code == "path:not_found"
    return caught.value.text


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        (NFD, NFC),
        (NFC, NFD),
        ("a.txt", "ａ．ｔｘｔ"),
        ("ａ．ｔｘｔ", "a.txt"),
        ("ガイド.txt", "ｶﾞｲﾄﾞ.txt"),
        ("ｶﾞｲﾄﾞ.txt", "ガイド.txt"),
        ("Report.TXT", "report.txt"),
        ("straße.txt", "STRASSE.txt"),
        ("議事録　最終.txt", "議事録 最終.txt"),
        ("議事録　最終.txt", "議事録最終.txt"),
        ("議事録最終.txt", "議事録　最終.txt"),
        ("Shot 9.41\u202fAM.png", "Shot 9.41 AM.png"),
        ("a b.txt", "a\u00a0 b.txt"),
        (" a.txt", "a.txt"),
        ("a .txt", "a.txt"),
        ("a.txt", "a.txt\u200b"),
        ("it’s “one”.txt", 'it\'s "one".txt'),
        ("「春」の詩.txt", "春の詩.txt"),
        ("1–2.txt", "1-2.txt"),
        ("1−2.txt", "1-2.txt"),
        ("9時〜5時.txt", "9時～5時.txt"),
        ("Notes/Plan.txt", "notes/plan.TXT"),
        (f"x/{NFD}/y/A.txt", f"X/{NFC}/y/a.txt"),
        ("sub/b.txt", "sub\\b.txt"),
        ("sub/new.txt", "sub\\new.txt"),
        ("sub/b.txt", "Sub\\B.txt"),
        ("sub/b.txt", "work\\sub\\b.txt"),
    ],
)
def test_a_near_name_is_found_when_it_is_the_only_one(root: Path, there: str, asked: str) -> None:
    paths = made(root, there, "other.txt")
    assert found(paths, asked) == there
    assert found(paths, f"'{asked}'") == there


@pytest.mark.parametrize(
    ("there", "asked"),
    [("report.txt", "reprot.txt"), ("report.txt", "report"), ("ab.txt", "a b.txt"), ("はな.txt", "ハナ.txt")],
)
def test_a_misspelt_name_is_never_taken(root: Path, there: str, asked: str) -> None:
    assert f"'{there}'" in missing(made(root, there), asked)


def test_the_exact_name_wins_over_every_near_one(root: Path) -> None:
    paths = made(root, "A.txt", "a.txt", "ａ.txt", "sub\\b.txt", "sub/b.txt", "SUB\\b.txt")
    for name in ("A.txt", "a.txt", "ａ.txt", "sub\\b.txt", "sub/b.txt"):
        assert found(paths, name) == name
    (root / "sub\\b.txt").unlink()
    assert found(paths, "sub\\b.txt") == "sub/b.txt"


def test_the_nearer_degree_wins(root: Path) -> None:
    assert found(made(root, NFD, NFC.upper()), NFC) == NFD
    assert found(made(root, "x　y.txt", "x-y.txt", "xy.txt"), "x y.TXT") == "x　y.txt"


def test_several_near_names_are_offered_and_none_is_taken(root: Path) -> None:
    assert missing(made(root, "Plan.txt", "PLAN.txt", "other.txt"), "plan.txt") == (
        "Nothing is named 'plan.txt'; several names are near. Nearest: 'PLAN.txt', 'Plan.txt'."
        " list_directory shows what is there."
    )


def test_several_near_folders_offer_the_files_that_are_there(root: Path) -> None:
    paths = made(root, "Notes/a.txt", "NOTES/A.txt", "nOtes/b.txt")
    assert "Nearest: 'NOTES/A.txt', 'Notes/a.txt'. " in missing(paths, "notes/a.txt")
    assert found(paths, "notes/b.txt") == "nOtes/b.txt"


def test_offers_are_bounded_and_say_how_many_more_there_are(root: Path) -> None:
    paths = made(root, *("".join(c.upper() if 1 << i & n else c for i, c in enumerate("abcde")) for n in range(1, 32)))
    assert " and 21 more." in missing(paths, "abcde")


def test_an_offered_name_with_escapes_reaches_its_file(root: Path) -> None:
    paths = made(root, "Bad\x01.txt", "BAD\x01.txt")
    assert r"Nearest: 'BAD\x01.txt', 'Bad\x01.txt'." in missing(paths, "bad\x01.txt")
    assert found(paths, r"Bad\x01.txt") == "Bad\x01.txt"


def test_the_nearest_of_a_misspelt_name_are_at_most_three_with_their_folder(root: Path) -> None:
    paths = made(root, "sub/report1.txt", "sub/report2.txt", "sub/report3.txt", "sub/report4.txt", "zzz.txt")
    said = missing(paths, "sub/raport1.txt")
    assert said.startswith("Nothing is named 'sub/raport1.txt'. Nearest: 'sub/report1.txt', ")
    assert (said.count("'sub/report"), "zzz" in said) == (3, False)


def test_a_file_of_that_name_elsewhere_is_the_nearest(root: Path) -> None:
    paths = made(root, "archive/2025/spring/report.txt", "raport.txt")
    assert "Nearest: 'archive/2025/spring/report.txt', 'raport.txt'." in missing(paths, "report.txt")


def test_a_folder_is_offered_with_a_slash_and_hidden_names_are_not(root: Path) -> None:
    paths = made(root, "stock/a.txt", ".stocks", ".stock/stocked")
    assert missing(paths, "stok") == ("Nothing is named 'stok'. Nearest: 'stock/'. list_directory shows what is there.")


@pytest.mark.parametrize("asked", ["x" * 5_000, "x/" * 3_000, "sub/" * 400 + "a.txt", "B/" * 200 + "SUB"])
def test_enormous_names_are_refused_soon(root: Path, asked: str) -> None:
    paths, begun = made(root, "sub/a.txt"), time.monotonic()
    (root / "b").symlink_to(".")
    missing(paths, asked)
    assert time.monotonic() - begun < 2


@pytest.mark.slow
def test_a_hundred_thousand_names_are_compared_soon(root: Path) -> None:
    for number in range(100_000):
        os.close(os.open(root / f"議事録 number {number}.txt", os.O_CREAT | os.O_WRONLY))
    paths, begun = Paths(root), time.monotonic()
    assert found(paths, "議事録　NUMBER 99999.txt") == "議事録 number 99999.txt"
    assert paths.place("new.txt") == ("new.txt",)
    missing(paths, "gijiroku number 7.txt")
    assert time.monotonic() - begun < 4


def test_a_folder_that_may_not_be_entered_holds_up_nothing() -> None:
    before = os.geteuid()
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        root.chmod(0o755)
        paths = made(root, "Open/a.txt", "Shut/a.txt")
        (root / "Shut").chmod(0)
        try:
            os.seteuid(before or 65534)
            assert "'Open/a.txt'" in missing(paths, "shut/A.txt")
            assert found(paths, "open/A.txt") == "Open/a.txt"
            with pytest.raises(WorkspaceError) as caught:
                paths.found("Shut/a.txt")
        finally:
            os.seteuid(before)
            (root / "Shut").chmod(0o755)
    assert caught.value.text == "'Shut/a.txt': permission was denied."


def test_alike_names_are_those_of_the_nearest_degree() -> None:
    assert alike(["b", "A", "a ", "ａ"], "a") == ["A", "ａ"]
    assert alike(["“”", "..."], "'") == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (os.fsdecode(b"bad\xff.txt"), r"bad\udcff.txt"),
        ("a\nb.txt", r"a\nb.txt"),
        ("a\\nb.txt", r"a\\nb.txt"),
        ("a\\\nb.txt", r"a\\\nb.txt"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("C:\\x.txt", r"C:\\x.txt"),
        ("\\\\host\\x", r"\\\\host\\x"),
        ("~", "~"),
        ("'a'", "'a'"),
        (" ", " "),
        ("C:/x.txt", "C:/x.txt"),
        ("報告　書.txt", "報告　書.txt"),
    ],
)
def test_an_odd_name_is_reached_by_what_is_shown(root: Path, name: str, shown: str) -> None:
    paths = made(root, name, "sub/x.txt")
    assert (escaped(name), found(paths, shown), found(paths, name)) == (shown, name, name)
    assert found(paths, f"'{shown}'") == name
    assert "/".join(paths.place(shown)) == name


def test_names_that_look_like_each_others_escapes_are_told_apart(root: Path) -> None:
    names = ("a\nb", "a\\nb", "a\\\\nb", "a\\\\\\nb", "a\\\\\nb")
    paths = made(root, *names)
    assert [found(paths, escaped(name)) for name in names] == list(names)
