"""Large files are never read whole, and lines far inside are found again at once."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.workspace.changes.permit import Permit, Withdrawn, current_permit
from app.workspace.errors import WorkspaceError
from app.workspace.text import line_starts, pages
from app.workspace.text.line_starts import LineEnds
from app.workspace.text.pages import LineStarts, Page, Span, read_page

WORDS = st.sampled_from(["", "plain", "日本語の行", "ソース", "表\u3000示", "x" * 40, "一二三", "りんご🍎🍏"])
CODECS = ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp932", "euc_jp", "iso2022_jp"]
LINE = b"%08d a line of forty characters or so\n"
PEAK = """
import os, sys
from app.workspace.text.pages import Span, read_page
fd = os.open(sys.argv[1], os.O_RDONLY)
def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
before = peak()
for offset, column in ((1, 1), (int(sys.argv[2]), int(sys.argv[3]))):
    page = read_page(fd, "a.txt", Span(offset, 2000, column, 20_000))
print(peak() - before, page.part.first, page.part.columns[0], len(page.part.text))
"""


@pytest.fixture(scope="module", autouse=True)
def small_limits() -> Iterator[None]:
    """Files are large from a few bytes on, and blocks are short, so that every cut is met."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_starts, "BLOCK", 16)
        patch.setattr(pages, "HASHED_BYTES", 8)
        yield


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("work") / "a.txt"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.txt"


def read(path: Path, span: Span, starts: LineStarts | None = None) -> Page:
    fd = os.open(path, os.O_RDONLY)
    try:
        return read_page(fd, path.name, span, starts)
    finally:
        os.close(fd)


def texts() -> st.SearchStrategy[str]:
    lines = st.lists(WORDS, min_size=1, max_size=12)
    return st.tuples(lines, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans()).map(
        lambda given: given[1].join(given[0]) + (given[1] if given[2] else "")
    )


@given(texts(), st.sampled_from(CODECS), st.integers(1, 14), st.integers(1, 3), st.integers(1, 60))
@settings(max_examples=200, deadline=None)
def test_a_large_file_has_the_pages_of_a_small_one(
    one: Path, text: str, codec: str, offset: int, limit: int, room: int
) -> None:
    # What is not ASCII stands first, so that both know the encoding from the beginning.
    text = f"日本語の文章です。{text}".encode(codec, "ignore").decode(codec)
    one.write_bytes(text.encode(codec))
    span, starts = Span(offset, limit, 1, room), LineStarts()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "HASHED_BYTES", 1_000_000)
        try:
            small = read(one, span)
        except WorkspaceError as error:
            with pytest.raises(WorkspaceError) as caught:
                read(one, span)
            assert caught.value.text == error.text
            return
    for _ in range(2):
        large = read(one, span, starts)
        assert large.part == replace(small.part, total=large.part.total and small.part.total)
        assert (large.encoding.name, large.line_end) == (small.encoding.name, small.line_end)


def test_how_many_lines_there_are_is_known_at_the_end(path: Path) -> None:
    path.write_text("one\n" * 50)
    starts = LineStarts()
    assert read(path, Span(2, 2, 1, 100), starts).part.total is None
    assert read(path, Span(50, 2, 1, 100), starts).part.total == 50
    assert read(path, Span(2, 2, 1, 100), starts).part.total == 50


@pytest.mark.parametrize(
    ("offset", "column", "said"), [(51, 1, "has 50 lines; offset 51"), (2, 9, "column 9 of line 2")]
)
def test_a_page_past_the_end_is_out_of_range(path: Path, offset: int, column: int, said: str) -> None:
    path.write_text("one\n" * 50)
    with pytest.raises(WorkspaceError) as caught:
        read(path, Span(offset, 2, column, 100))
    assert (caught.value.code, said in caught.value.text) == ("args:range:offset", True)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the blocks in which lines were counted."""
    sizes = list[int]()
    count = LineEnds.count

    def noted(self: LineEnds, block: bytes) -> int:
        sizes.append(len(block))
        return count(self, block)

    monkeypatch.setattr(LineEnds, "count", noted)
    return sizes


def test_a_far_line_is_found_again_without_counting(path: Path, counted: list[int]) -> None:
    path.write_bytes(b"".join(LINE % n for n in range(1_000)))
    starts = LineStarts()
    read(path, Span(900, 1, 1, 100), starts)
    assert len(counted) > 2_000
    counted.clear()
    assert read(path, Span(900, 1, 1, 100), starts).part.text.startswith("00000899 ")
    assert len(counted) == 1


def test_lines_that_were_added_are_counted_from_there(path: Path, counted: list[int]) -> None:
    path.write_bytes(b"".join(LINE % n for n in range(1_001)))
    starts = LineStarts()
    with pytest.raises(WorkspaceError):
        read(path, Span(1_002, 1, 1, 100), starts)
    counted.clear()
    with path.open("ab") as file:
        file.write(b"a\nb\n" + LINE % 1_003)
    part = read(path, Span(1_004, 1, 1, 100), starts).part
    assert (part.text[:9], part.total) == ("00001003 ", 1_004)
    assert len(counted) < 10


@pytest.mark.parametrize(
    "content",
    [b"longer line\n" * 4_000, b"\n" * 42_000, b"other line\n" * 300, b"a line\n" * 40_000],
    ids=["rewritten and longer", "the same size", "shorter", "all short lines"],
)
def test_a_file_that_was_rewritten_is_counted_anew(path: Path, content: bytes) -> None:
    path.write_bytes(b"".join(LINE % n for n in range(1_000)))
    starts = LineStarts()
    read(path, Span(1_000, 1, 1, 100), starts)
    path.write_bytes(content)
    number = content.count(b"\n")
    part = read(path, Span(number, 1, 1, 100), starts).part
    assert (part.first, part.total) == (number, number)


def test_a_change_amid_lines_that_were_counted_is_noticed(path: Path) -> None:
    path.write_bytes(b"".join(LINE % n for n in range(1_000)))
    starts = LineStarts()
    read(path, Span(1_000, 1, 1, 100), starts)
    with path.open("r+b") as file:
        # It looks like a file that has only grown, but for one line end within it.
        file.seek(len(LINE % 0) * 500 - 5)
        file.write(b"\n")
        file.seek(0, os.SEEK_END)
        file.write(b"more\n")
    with pytest.raises(WorkspaceError) as caught:
        read(path, Span(501, 1, 1, 100), starts)
    assert caught.value.code == "file:changed"
    assert read(path, Span(502, 1, 1, 100), starts).part.text.startswith("00000500 ")


def test_counting_ends_when_the_call_is_called_off_and_goes_on_from_there(path: Path, counted: list[int]) -> None:
    path.write_bytes(b"".join(LINE % n for n in range(1_000)))
    starts, permit = LineStarts(), Permit()
    count = LineEnds.count

    def called_off(self: LineEnds, block: bytes) -> int:
        if len(counted) == 1_000:
            permit.withdraw()
        return count(self, block)

    token = current_permit.set(permit)
    try:
        with pytest.MonkeyPatch.context() as patch, pytest.raises(Withdrawn):
            patch.setattr(LineEnds, "count", called_off)
            read(path, Span(1_000, 1, 1, 100), starts)
    finally:
        current_permit.reset(token)
    stopped = len(counted)
    assert read(path, Span(1_000, 1, 1, 100), starts).part.text.startswith("00000999 ")
    assert (stopped, len(counted) - stopped < 2_000) == (1_001, True)


@pytest.mark.parametrize(
    ("late", "codec", "shown", "name"),
    [
        ("日本語\n", "cp932", "日本語\n", "Shift_JIS (CP932)"),
        ("Preço\n", "cp1252", "Preço\n", "Windows-1252"),
        ("日本語\n", "utf-8", "日本語\n", "UTF-8"),
    ],
)
def test_an_encoding_that_shows_late_is_told_where_it_shows(
    path: Path, late: str, codec: str, shown: str, name: str
) -> None:
    path.write_bytes(b"plain\n" * 60_000 + late.encode(codec))
    page = read(path, Span(60_001, 9, 1, 100))
    assert (page.part.text, page.encoding.name) == (shown, name)
    assert read(path, Span(1, 1, 1, 100)).encoding.name == "UTF-8"


def test_a_wrong_byte_far_inside_is_shown_for_what_it_is(path: Path) -> None:
    path.write_bytes("正しい行です\n".encode() * 30_000 + b"bad \xff\n")
    page = read(path, Span(30_000, 9, 1, 100))
    assert (page.part.text, page.encoding.name) == ("正しい行です\nbad \\xff\n", "UTF-8 with invalid bytes")


def test_a_wrong_byte_far_inside_a_line_is_shown_for_what_it_is(path: Path) -> None:
    path.write_bytes(b"x" * 1_000_000 + b"\xff\n")
    page = read(path, Span(1, 9, 1_000_000, 100))
    assert (page.part.text, page.encoding.name) == ("x\\xff\n", "UTF-8 with invalid bytes")


def test_binary_data_far_inside_is_not_shown(path: Path) -> None:
    path.write_bytes(b"plain\n" * 60_000 + bytes(50))
    with pytest.raises(WorkspaceError) as caught:
        read(path, Span(60_001, 9, 1, 100))
    assert caught.value.code == "file:binary"


def test_a_line_whose_end_is_far_is_shown_without_its_length(path: Path) -> None:
    path.write_bytes(b"x" * 9_000_000 + b"\nlast\n")
    part = read(path, Span(1, 9, 1, 100)).part
    assert (len(part.text), part.columns, part.line_chars, part.next_offset, part.next_column) == (
        100,
        (1, 100),
        None,
        1,
        101,
    )
    part = read(path, Span(1, 9, 8_999_990, 100)).part
    assert (part.text, part.line_chars, part.next_offset) == ("x" * 11 + "\n", 9_000_001, 2)


def test_line_ends_are_no_halves_of_other_characters() -> None:
    # U+0A05 and U+0100 hold the two bytes of a line end between them.
    block = "\u0a05\u0100\n\u0a0a🍎\nend".encode("utf-16-le")
    ends = LineEnds("utf-16-le", "\n")
    assert (ends.count(block), block[ends.after(block, 2) :].decode("utf-16-le")) == (2, "end")


@pytest.fixture
def large_path(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "large.txt"
    (tmp_path / "large.txt").unlink()


def peak_growth(path: Path, offset: int, column: int) -> list[int]:
    """What a process's memory grew by at most, in kB, and the page that it came to."""
    command = [sys.executable, "-c", PEAK, str(path), str(offset), str(column)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    return [int(word) for word in done.stdout.split()]


@pytest.mark.slow
def test_a_far_line_is_found_in_little_memory(large_path: Path) -> None:
    with large_path.open("wb") as file:
        for start in range(0, 6_000_000, 100_000):
            file.write(b"".join(LINE % n for n in range(start, start + 100_000)))
    growth, first, _, shown = peak_growth(large_path, 5_999_000, 1)
    assert (first, shown > 10_000, growth < 30_000) == (5_999_000, True, True)


@pytest.mark.slow
def test_a_huge_line_is_read_in_little_memory(large_path: Path) -> None:
    with large_path.open("wb") as file:
        for _ in range(200):
            file.write(b"x" * 1_000_000)
    growth, first, column, shown = peak_growth(large_path, 1, 150_000_000)
    assert (first, column, shown, growth < 30_000) == (1, 150_000_000, 20_000, True)


def test_a_huge_empty_file_is_told_to_be_binary_at_once(large_path: Path) -> None:
    with large_path.open("wb") as file:
        file.truncate(2_000_000_000)
    with pytest.raises(WorkspaceError) as caught:
        read(large_path, Span(1, 1, 1, 100))
    assert caught.value.text == "'large.txt' is binary data (2,000,000,000 bytes), not text."
