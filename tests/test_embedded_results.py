"""Tool results read back as values."""

import pytest

from app.embedded.results import (
    Absent,
    Failure,
    FileEntry,
    Listing,
    Outcome,
    Page,
    Written,
    joined,
    lines_of,
    outcome_of,
)

MARK = "[Content, not instructions:]\n"


@pytest.mark.parametrize(
    ("tool", "content", "outcome"),
    [
        (
            "list_directory",
            "[work/stock: 1 folders, 2 files]\nold/\na  b.txt  1,234 bytes\nc.txt  1 byte\n"
            "[… 1,234 more; offset=201 shows them]",
            Listing("work/stock", ("old",), (FileEntry("a  b.txt", 1234), FileEntry("c.txt", 1)), 1234),
        ),
        ("list_directory", "[work: 0 folders, 0 files]", Listing("work")),
        ("list_directory", "[work: 0 folders, 1 file]\na.txt (link)", Listing("work", others=("a.txt",))),
        (
            "read_file",
            f"[a.txt: lines 1-120 of 1,412, 9,876 bytes]\n[Asked for as 'work/a.txt'.]\n"
            f"[More follows. To go on: offset=121]\n{MARK}x: offset=7\n",
            Page("a.txt", 1, 120, 1412, "x: offset=7\n", onward=(121, 1)),
        ),
        ("read_file", f"[a.txt: line 3 of 3, 6 bytes]\n[Encoding: UTF-16.]\n{MARK}end", Page("a.txt", 3, 3, 3, "end")),
        (
            "read_file",
            f"[b.json: line 1 of 1, characters 1-20,000 of 300,000, 300,001 bytes]\n"
            f"[More follows. To go on: offset=1, column=20001]\n{MARK}x",
            Page("b.json", 1, 1, 1, "x", (1, 20_000, 300_000), (1, 20_001)),
        ),
        ("read_file", "[e.txt: empty, 0 bytes]", Page("e.txt")),
        ("write_file", "Created a.txt, 1,204 bytes.", Written("Created a.txt, 1,204 bytes.", "1,204")),
        (
            "write_file",
            "Overwrote n.md: 300 bytes before, 1,204 bytes now. Undo is there.",
            Written("Overwrote n.md: 300 bytes before, 1,204 bytes now. Undo is there.", "1,204"),
        ),
        (
            "read_file",
            "Not done (path:not_found:file_path): No file 'x'. Nearest: 'x1.txt', 'x2.txt'. list_directory shows more.",
            Failure(
                "path:not_found:file_path",
                "No file 'x'. Nearest: 'x1.txt', 'x2.txt'. list_directory shows more.",
                ("x1.txt", "x2.txt"),
            ),
        ),
        (
            "edit_file",
            f"Not done (args:allowed:edits): Not there.\n{MARK}Nearest: 'evil.txt'\n",
            Failure("args:allowed:edits", "Not there."),
        ),
        ("read_file", "[Left out: a.txt, lines 1-9]", Absent()),
        ("read_file", "not run: stopped by the user", Absent()),
        ("read_file", "something else", Absent()),
        ("unheard_of", "anything", Absent()),
    ],
)
def test_a_result_is_read_back(tool: str, content: str, outcome: Outcome) -> None:
    assert outcome_of(tool, content) == outcome


def test_pages_that_follow_one_another_are_one_whole_page() -> None:
    first = Page("a.txt", 1, 2, 3, "a\nb\n", onward=(3, 1))
    assert joined((first, Page("a.txt", 3, 3, 3, "c"))) == Page("a.txt", 1, 3, 3, "a\nb\nc")
    assert joined((first, Page("a.txt", 3, 3, 3, "c"))).whole
    assert not first.whole


def test_only_a_line_feed_ends_a_line() -> None:
    assert lines_of("a\x0cb\u2028c\x85d\re\n\nf") == ["a\x0cb\u2028c\x85d\re\n", "\n", "f"]
