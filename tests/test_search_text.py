"""Text is found in every encoding, in documents and in long lines, and what was not searched is named."""

import codecs
import os
import threading
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from outside import SECRET, trapped

from app.documents import Extract, Line
from app.workspace.changes.permit import Permit, Withdrawn, current_permit
from app.workspace.errors import WorkspaceError
from app.workspace.paths.resolving import Paths
from app.workspace.search import Hit, Hits, LeftOut, Query, Skipped, search_text

TEXT = "一行目です。\nりんごは赤い果物です。\n三行目の合図です。\n"


def no_document(fd: int, path: str) -> Extract | None:
    return None


def search(root: Path, text: str, seconds: float = 20, extract: object = no_document, **other: object) -> Hits:
    query = Query(text, **other)  # type: ignore[arg-type]
    return search_text(Paths(root), query, extract, seconds)  # type: ignore[arg-type]


def lines(hits: Hits) -> list[tuple[str, int, str]]:
    return [(hit.path, hit.line, hit.text) for hit in hits.hits]


def skipped(hits: Hits) -> dict[str, list[str]]:
    return {one.reason: [name.path for name in one.names] for one in hits.skipped}


@pytest.fixture(params=["few", "many", "many without ripgrep"])
def crowd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with few files, which are all read; with many, which ripgrep sifts; or many and no ripgrep."""
    (tmp_path / "other").mkdir()
    for number in range(5 if request.param == "few" else 205):
        (tmp_path / "other" / f"{number}.txt").write_text(f"nothing of interest {number}\n")
    if "without" in request.param:
        monkeypatch.setattr("sys.executable", "/nowhere/python")
        monkeypatch.setenv("PATH", "/nowhere")
    return tmp_path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932", "euc_jp", "iso2022_jp", "euc_jis_2004"])
@pytest.mark.parametrize("query", ["りんご", "合図です"])
def test_japanese_is_found_in_its_own_encoding(crowd: Path, encoding: str, query: str) -> None:
    (crowd / "a.txt").write_bytes(TEXT.encode(encoding))
    number = 2 if query == "りんご" else 3
    assert lines(search(crowd, query)) == [("a.txt", number, TEXT.split("\n")[number - 1])]


def test_utf_16_without_a_mark_is_searched(crowd: Path) -> None:
    (crowd / "a.txt").write_bytes("name, wert\nÄpfel, 3\n".encode("utf-16-le"))
    assert lines(search(crowd, "äpfel")) == [("a.txt", 2, "Äpfel, 3")]


def test_a_file_that_other_programs_leave_out_is_searched(crowd: Path) -> None:
    (crowd / ".ignore").write_text("a.txt\n")
    (crowd / "a.txt").write_text("kiwi")
    assert lines(search(crowd, "kiwi")) == [("a.txt", 1, "kiwi")]


def test_western_eight_bit_text_is_searched(crowd: Path) -> None:
    (crowd / "a.txt").write_bytes(b"Pre\xe7o: 10")
    assert lines(search(crowd, "preço")) == [("a.txt", 1, "Preço: 10")]


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("The KIWI is green", "kiwi"),
        ("ｋｉｗｉとりんご", "kiwi"),
        ("kiwi", "ＫＩＷＩ"),
        (unicodedata.normalize("NFD", "Die Übersicht"), "übersicht"),
        ("Die Übersicht", unicodedata.normalize("NFD", "ÜBERSICHT")),
        ("ｶﾞｲﾄﾞﾌﾞｯｸ", "ガイド"),
        ("die Straße", "STRASSE"),
        ("㈱田中", "(株)田中"),
        ("oﬃce", "office"),
        ("q1..q2 kiwi", "kiwi"),
    ],
)
def test_plain_text_is_found_in_whichever_form_it_is_stored(crowd: Path, stored: str, asked: str) -> None:
    (crowd / "a.txt").write_text(f"first\n{stored}\n")
    assert lines(search(crowd, asked)) == [("a.txt", 2, stored)]


def test_a_hit_says_where_it_begins_and_how_often_the_line_has_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("①② ＫＩＷＩ, ㍿ kiwi and kiwi\r\n")
    assert search(tmp_path, "kiwi").hits == (Hit("a.txt", 1, 4, "①② ＫＩＷＩ, ㍿ kiwi and kiwi", "", 3),)
    (tmp_path / "a.txt").write_text("㍿㍿ u\u0308ber㍿ kiwi")
    assert [hit.column for hit in search(tmp_path, "kiwi").hits] == [11]
    assert [hit.column for hit in search(tmp_path, "k.wi", regex=True).hits] == [11]


def test_a_plain_text_is_no_pattern(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a.b*c\naxbbc\n")
    assert lines(search(tmp_path, "a.b*c")) == [("a.txt", 1, "a.b*c")]


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        (r"^the \w+$", [2]),
        (r"(?i)the", [1, 2]),
        (r"\d{4}", [3]),
        (r"harbour|1931", [2, 3]),
        (r"^$", [4]),
        (r"りん.", [5]),
    ],
)
def test_a_regular_expression_is_held_against_each_line(crowd: Path, expression: str, numbers: list[int]) -> None:
    (crowd / "a.txt").write_text("The end\nthe harbour\nin 1931\n\nりんご\n")
    assert [hit.line for hit in search(crowd, expression, regex=True).hits] == numbers


def test_a_regular_expression_sees_composed_letters(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(unicodedata.normalize("NFD", "x Über"))
    assert [hit.column for hit in search(tmp_path, "Ü.er", regex=True).hits] == [3]


@pytest.mark.parametrize(
    ("query", "is_regex", "part"),
    [
        ("(a", True, "missing ) at position 2"),
        ("[z", True, "position 2"),
        ("", False, "0 characters"),
        ("a\nb", False, "several lines"),
        ("a" * 1_001, True, "1,001 characters"),
    ],
)
def test_a_query_that_cannot_be_meant_is_refused(tmp_path: Path, query: str, is_regex: bool, part: str) -> None:
    with pytest.raises(WorkspaceError) as caught:
        search(tmp_path, query, regex=is_regex)
    assert (caught.value.code, part in caught.value.text) == ("args:allowed:query", True)


@pytest.mark.parametrize("expression", [r"^(a|aa)+$", r"^(\w|\d|a)*!$", r"(a?){60}a{60}b"])
def test_a_runaway_expression_ends_and_lets_others_run(tmp_path: Path, expression: str) -> None:
    (tmp_path / "a.txt").write_text("a" * 60 + "?\n")
    (tmp_path / "b.txt").write_text("aa\n")
    gaps, end = [0.0], threading.Event()

    def tick() -> None:
        while not end.is_set():
            # Of the processor: other programs may be at work on it.
            before = time.process_time()
            time.sleep(0.002)
            gaps.append(time.process_time() - before)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    try:
        hits = search(tmp_path, expression, regex=True)
    finally:
        end.set()
        thread.join()
    assert time.monotonic() - began < 5
    assert max(gaps) < 0.25
    if "!" not in expression and "{" not in expression:
        assert (skipped(hits), lines(hits)) == ({"runaway": ["a.txt"]}, [("b.txt", 1, "aa")])


def test_of_a_long_line_only_the_surroundings_come_back(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("x" * 3_000_000 + "kiwi" + "y" * 2_000_000)
    (hit,) = search(tmp_path, "kiwi").hits
    assert (hit.line, hit.column, len(hit.text)) == (1, 3_000_001, 242)
    assert (hit.text[0], hit.text[-1], "xkiwiy" in hit.text) == ("…", "…", True)


@pytest.mark.parametrize("at", [0, 248_995, 248_998, 249_000, 249_998, 250_000, 498_000, 499_999])
def test_a_match_at_the_seam_of_a_long_line_is_found_once(tmp_path: Path, at: int) -> None:
    (tmp_path / "a.txt").write_text("first\n" + "x" * at + "kiwi" + "y" * 300_000 + "\nlast kiwi\n")
    assert [(hit.line, hit.column) for hit in search(tmp_path, "kiwi").hits] == [(2, at + 1), (3, 6)]


def test_a_match_at_the_end_and_at_the_beginning_of_a_long_line_shows_its_width(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("kiwi" + "y" * 400 + "\n" + "x" * 400 + "kiwi\n")
    first, last = search(tmp_path, "kiwi", width=20).hits
    assert (first.text, last.text) == ("kiwi" + "y" * 16 + "…", "…" + "x" * 16 + "kiwi")


@pytest.mark.parametrize(("content", "number"), [("a\r\nkiwi\r\n", 2), ("a\rkiwi\r", 2), ("\n\nkiwi", 3)])
def test_lines_are_counted_as_they_are_read(tmp_path: Path, content: str, number: int) -> None:
    (tmp_path / "a.txt").write_text(content, newline="")
    assert lines(search(tmp_path, "kiwi")) == [("a.txt", number, "kiwi")]


def test_a_large_file_is_searched_in_its_encoding(tmp_path: Path) -> None:
    with (tmp_path / "a.log").open("wb") as file:
        file.write(b"an ordinary line of a log\n" * 400_000)
        file.write("最後の行は合図です\n".encode("cp932"))
        file.write(b"an ordinary line of a log\n" * 50_000)
    assert lines(search(tmp_path, "合図")) == [("a.log", 400_001, "最後の行は合図です")]


def stub(fd: int, path: str) -> Extract | None:
    """Reads what it is given as a document, where the name says that it is one."""
    if not path.endswith((".pdf", ".xlsx", ".locked.docx")):
        return None
    if "locked" in path:
        raise WorkspaceError("file:unreadable:encrypted", "It is protected by a password.")
    text = os.pread(fd, 10_000, 0).removeprefix(b"%PDF\0").decode()
    if path.endswith(".xlsx"):
        return Extract("Excel workbook", (Line("2 | リンゴ | 3", "sheet Sales", ((4, "A2"), (10, "B2"))),))
    return Extract("PDF document", tuple(Line(line, f"page {n}") for n, line in enumerate(text.split("\n"), 1)))


def test_documents_are_searched_and_a_hit_says_its_place(crowd: Path) -> None:
    (crowd / "a.pdf").write_bytes(b"%PDF\0" + "title\n第 1 章 は じ め に\n".encode())
    (crowd / "b.xlsx").write_bytes(b"PK\x03\x04")
    assert search(crowd, "第1章はじめ", extract=stub).hits == (Hit("a.pdf", 2, 1, "第 1 章 は じ め に", "page 2"),)
    assert search(crowd, "リンゴ", extract=stub).hits == (Hit("b.xlsx", 1, 5, "2 | リンゴ | 3", "sheet Sales, A2"),)


def test_blanks_count_in_plain_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("第 1 章\n")
    assert search(tmp_path, "第1章").hits == ()


def test_a_document_that_cannot_be_read_is_named_with_the_reason(crowd: Path) -> None:
    (crowd / "a.locked.docx").write_bytes(b"\xd0\xcf")
    assert search(crowd, "kiwi", extract=stub).skipped == (
        Skipped("unreadable", 1, (LeftOut("a.locked.docx", "It is protected by a password."),)),
    )


def test_a_binary_file_is_named_with_its_kind(crowd: Path) -> None:
    (crowd / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    (crowd / "blob").write_bytes(bytes(1_000) + b"kiwi")
    assert search(crowd, "kiwi").skipped == (
        Skipped("binary", 2, (LeftOut("blob", ""), LeftOut("logo.png", "PNG image"))),
    )


def test_a_file_that_is_refused_as_binary_is_named_with_its_kind(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))

    def refusing(fd: int, path: str) -> Extract | None:
        raise WorkspaceError("file:binary", "It is no text.")

    assert search(tmp_path, "kiwi", extract=refusing).skipped == (
        Skipped("binary", 1, (LeftOut("logo.png", "PNG image"),)),
    )


def test_nothing_outside_and_nothing_special_is_opened(tmp_path: Path) -> None:
    place = trapped(tmp_path)
    hits = search(place.root, SECRET)
    assert (hits.hits, skipped(hits)["special"]) == ((), ["pipe", "sock"])
    assert {"out_file", "out_dir", "in_file", "self"} <= set(skipped(hits)["link"])
    assert lines(search(place.root, "inside", pattern="b.txt")) == [("sub/b.txt", 1, "inside")]


def test_only_the_files_whose_names_fit_are_searched(crowd: Path) -> None:
    for name in ("a.txt", "a.md", "sub/b.txt"):
        (crowd / name).parent.mkdir(exist_ok=True)
        (crowd / name).write_text("kiwi")
    assert lines(search(crowd, "kiwi", pattern="*.MD")) == [("a.md", 1, "kiwi")]
    assert lines(search(crowd, "kiwi", folder="sub")) == [("sub/b.txt", 1, "kiwi")]
    assert [path for path, *_ in lines(search(crowd, "kiwi"))] == ["a.md", "a.txt", "sub/b.txt"]
    assert search(crowd, "kiwi", pattern=r".*\.md$").read_as == "*.md"


def test_hidden_names_are_counted_and_searched_only_when_asked_for(crowd: Path) -> None:
    (crowd / ".env").write_text("kiwi=1")
    hits = search(crowd, "kiwi")
    assert (hits.hits, hits.hidden) == ((), 1)
    assert lines(search(crowd, "kiwi", hidden=True)) == [(".env", 1, "kiwi=1")]


def test_every_file_that_was_searched_is_counted(crowd: Path) -> None:
    (crowd / "a.txt").write_text("kiwi kiwi\nkiwi\n")
    hits = search(crowd, "kiwi")
    assert (hits.looked, hits.files, hits.matches, hits.is_whole) == (len(list(crowd.rglob("*.txt"))), 1, 3, True)


@pytest.mark.parametrize(("folder", "code"), [("none", "path:not_found"), ("a.txt", "path:not_a_directory")])
def test_what_is_no_folder_is_refused_and_not_empty(tmp_path: Path, folder: str, code: str) -> None:
    (tmp_path / "a.txt").write_text("kiwi")
    with pytest.raises(WorkspaceError) as caught:
        search(tmp_path, "kiwi", folder=folder)
    assert caught.value.code == code


@pytest.mark.slow
def test_when_the_time_is_up_what_was_found_comes_back(crowd: Path) -> None:
    (crowd / "a.txt").write_text("kiwi")
    (crowd / "b.pdf").write_bytes(b"%PDF\0kiwi")
    (crowd / "c.pdf").write_bytes(b"%PDF\0kiwi")

    def slow(fd: int, path: str) -> Extract | None:
        if path.endswith(".pdf"):
            time.sleep(1.6)
        return stub(fd, path)

    hits = search(crowd, "kiwi", seconds=1.5, extract=slow)
    assert [path for path, *_ in lines(hits)][:1] == ["a.txt"]
    assert (skipped(hits)["documents"], hits.is_whole) == (["c.pdf"], False)


def test_of_many_hits_as_many_as_can_be_shown_are_kept(tmp_path: Path) -> None:
    for name in "abcdefg":
        (tmp_path / f"{name}.txt").write_text("kiwi\n" * 2_500)
    hits = search(tmp_path, "kiwi")
    assert (len(hits.hits), hits.files) == (10_000, 5)
    assert skipped(hits) == {"full": [f"{name}.txt" for name in "abcde"], "enough": ["f.txt", "g.txt"]}


def test_of_many_that_were_left_out_the_first_are_named(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"{number:02}.bin").write_bytes(bytes(50))
    (one,) = search(tmp_path, "kiwi").skipped
    assert (one.reason, one.count, [name.path for name in one.names]) == (
        "binary",
        30,
        [f"{number:02}.bin" for number in range(20)],
    )


def test_a_search_that_is_called_off_ends(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("kiwi\n" * 10)
    permit = Permit()

    def withdrawing(fd: int, path: str) -> Extract | None:
        permit.withdraw()
        return None

    token = current_permit.set(permit)
    try:
        with pytest.raises(Withdrawn):
            search(tmp_path, "kiwi", extract=withdrawing)
    finally:
        current_permit.reset(token)


def test_a_file_that_goes_during_the_search_is_named(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text("kiwi")

    def removing(fd: int, path: str) -> Extract | None:
        (tmp_path / "b").unlink(missing_ok=True)
        return None

    hits = search(tmp_path, "kiwi", extract=removing)
    assert (lines(hits), skipped(hits)) == ([("a", 1, "kiwi")], {"unreadable": ["b"]})


def test_a_file_without_leave_to_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system refuses the one file, as it does not refuse the superuser."""
    (tmp_path / "a.txt").write_text("kiwi")
    real: Callable[..., int] = os.open

    def refusing(path: object, *given: int, **other: int) -> int:
        if path == "a.txt":
            raise PermissionError(13, "Permission denied")
        return real(path, *given, **other)

    monkeypatch.setattr("os.open", refusing)
    assert skipped(search(tmp_path, "kiwi")) == {"unreadable": ["a.txt"]}


def test_names_that_cannot_be_decoded_are_searched(crowd: Path) -> None:
    (crowd / os.fsdecode(b"caf\xe9.txt")).write_text("kiwi")
    assert lines(search(crowd, "kiwi")) == [("caf\udce9.txt", 1, "kiwi")]


LINE = st.text(alphabet="kKｋiIwWü\u0308uÜ１1㍿株式会社ﬁ合図 .…", max_size=12)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINE, min_size=1, max_size=6), st.data())
def test_a_text_that_stands_in_a_line_is_always_found(tmp_path: Path, content: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(content) - 1))
    line = content[number]
    start = data.draw(st.integers(0, len(line)))
    asked = line[start : data.draw(st.integers(start, len(line)))]
    # A mark that is cut from its letter is another text.
    if not asked or unicodedata.combining(asked[0]) or unicodedata.combining((line[start + len(asked) :] or " ")[0]):
        return
    (tmp_path / "a.txt").write_bytes(codecs.BOM_UTF8 + "\n".join(content).encode())
    hits = [hit for hit in search(tmp_path, asked).hits if hit.line == number + 1]
    assert [hit.column <= start + 1 for hit in hits] == [True]
