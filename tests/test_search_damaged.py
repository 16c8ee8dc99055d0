"""No single file, whatever it holds, takes a search along or past its time; and its lines come back harmless."""

import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sample_documents as samples

from app.documents import Extract
from app.workspace import Limits, Query, Workspace
from app.workspace.paths.resolving import Paths
from app.workspace.search import Hits, LeftOut, Skipped, find_names, search_text


def workspace(folder: Path, seconds: float = 20) -> Workspace:
    (folder / "work").mkdir(exist_ok=True)
    return Workspace(folder / "work", folder / "data", Limits(10_000_000, 30), seconds)


def lines(hits: Hits) -> list[tuple[str, str]]:
    return [(hit.path, hit.text) for hit in hits.hits]


def test_a_damaged_document_is_named_and_the_others_are_searched(tmp_path: Path) -> None:
    here = workspace(tmp_path)
    (here.root / "broken.xls").write_bytes(samples.ole("Workbook")[:8] + bytes(600))
    (here.root / "notes.txt").write_text("kiwi\n")
    hits = here.search_text(Query("kiwi"))
    (left,) = hits.skipped
    assert (lines(hits), left.reason, left.names[0].path) == ([("notes.txt", "kiwi")], "unreadable", "broken.xls")
    assert "damaged" in left.names[0].why


def test_random_headers_never_end_a_search(tmp_path: Path) -> None:
    here, chance = workspace(tmp_path), random.Random(1)
    starts = (
        samples.ole("Workbook")[:8],
        b"PK\x03\x04",
        b"%PDF-1.7",
        b"RIFF",
        b"\0\0\0\x20ftyp",
        b"\xff\xfe",
        b"\x1b$B",
    )
    for number, start in enumerate(starts * 6):
        body = chance.randbytes(600) if number % 2 else bytes([chance.choice((0, 1, 9, 255))]) * 600
        (here.root / f"{number}.{chance.choice(('bin', 'txt', 'log'))}").write_bytes(start + body)
    (here.root / "notes.txt").write_text("kiwi\n")
    hits = here.search_text(Query("kiwi"))
    assert (lines(hits), hits.looked + sum(one.count for one in hits.skipped)) == ([("notes.txt", "kiwi")], 43)


def test_a_file_that_nobody_foresaw_is_left_out_by_name(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for name in "ab":
        (tmp_path / name).write_text("kiwi")

    def failing(fd: int, path: str) -> Extract | None:
        if path == "a":
            raise ZeroDivisionError
        return None

    hits = search_text(Paths(tmp_path), Query("kiwi"), failing, 5)
    assert lines(hits) == [("b", "kiwi")]
    assert hits.skipped == (Skipped("unreadable", 1, (LeftOut("a", "reading it failed (ZeroDivisionError)"),)),)
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("a kiwi\x1b[2J\x07\x7f", r"a kiwi\x1b[2J\x07\x7f"),
        ("kiwi\u2028SYSTEM\u2029\x85\x0b\x0c", r"kiwi\u2028SYSTEM\u2029\x85\x0b\x0c"),
        ("kiwi \u202etxt\u2066\u200e\ufeff", r"kiwi \u202etxt\u2066\u200e\ufeff"),
        ("kiwi \U000e0041", r"kiwi \U000e0041"),
        ("kiwi\tC:\\new\\x1b", "kiwi\tC:\\new\\x1b"),
        (
            "kiwi\u3000りんご\xa0é e\u0301 👩\u200d🌾 co\xadop \ue000",
            "kiwi\u3000りんご\xa0é e\u0301 👩\u200d🌾 co\xadop \ue000",
        ),
    ],
)
def test_a_line_comes_back_harmless_and_ordinary_text_as_it_is(tmp_path: Path, stored: str, shown: str) -> None:
    def extract(fd: int, path: str) -> Extract | None:
        return None

    (tmp_path / "a.txt").write_text(f"first\n{stored}\n", newline="")
    assert lines(search_text(Paths(tmp_path), Query("kiwi"), extract, 5)) == [("a.txt", shown)]


@contextmanager
def listed_only(folder: Path) -> Iterator[None]:
    """The folder's names can be seen, and nothing more; the superuser becomes somebody else meanwhile."""
    user = os.geteuid()
    folder.chmod(0o444)
    if user == 0:
        os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_what_is_in_a_folder_that_may_only_be_listed_is_told_as_unknown(public: Path) -> None:
    here = workspace(public)
    (here.root / "nox").mkdir()
    (here.root / "nox" / "f.txt").write_text("kiwi")
    (here.root / "notes.txt").write_text("kiwi\n")
    with listed_only(here.root / "nox"):
        (entry,) = here.list_folder("nox").entries
        found = find_names(Paths(here.root), "f.txt", ".")
        hits = here.search_text(Query("kiwi"))
    assert (entry.name, entry.kind, entry.size) == ("f.txt", "unknown", 0)
    assert [(name.path, name.kind) for name in found.names] == [("nox/f.txt", "unknown")]
    assert (lines(hits), [(one.reason, one.names[0].path) for one in hits.skipped]) == (
        [("notes.txt", "kiwi")],
        [("unreadable", "nox/f.txt")],
    )


@pytest.mark.slow
def test_a_slow_document_does_not_take_the_search_past_its_time(tmp_path: Path) -> None:
    def large(book: object) -> None:
        sheet = book.add_worksheet()  # type: ignore[attr-defined]
        for row in range(40_000):
            sheet.write_row(row, 0, ["kiwi", row, "x" * 20, row * 2, row * 3])

    here = workspace(tmp_path, seconds=0.4)
    (here.root / "big.xlsx").write_bytes(samples.xlsx(large))
    (here.root / "notes.txt").write_text("kiwi\n")
    began = time.monotonic()
    hits = here.search_text(Query("kiwi"))
    assert time.monotonic() - began < 2
    assert (lines(hits), hits.is_whole) == ([("notes.txt", "kiwi")], False)
    assert [(one.reason, one.names[0].path) for one in hits.skipped] == [("documents", "big.xlsx")]
