"""Diffs say what changed, in a bounded length."""

import time

import pytest
from changing import permitted, withdrawn
from hypothesis import given
from hypothesis import strategies as st

from app.workspace.changes.diffs import MOST_CHARS, MOST_LINES, unified
from app.workspace.changes.permit import Withdrawn


def test_the_missing_last_line_end_is_marked() -> None:
    assert unified(b"a\nb", b"a\nb\n", "x.txt") == (
        "--- x.txt\n+++ x.txt\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b"
    )


def test_a_new_file_and_a_deleted_one_have_the_other_side_empty() -> None:
    assert unified(None, b"a\n", "x.txt") == "--- /dev/null\n+++ x.txt\n@@ -0,0 +1,1 @@\n+a"
    assert unified(b"a\n", None, "x.txt") == "--- x.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a"


def test_nothing_changed_is_no_diff() -> None:
    assert unified(b"a", b"a", "x.txt") == ""


def test_line_ends_are_shown_where_they_changed_alone() -> None:
    assert unified(b"a\r\nb\r\n", b"a\r\nB\r\n", "x.txt").endswith("@@ -1,2 +1,2 @@\n a\n-b\n+B")
    assert unified(b"a\r\n", b"a\n", "x.txt").endswith("@@ -1,1 +1,1 @@\n-a\\r\\n\n+a\\n")


def test_of_what_is_no_text_the_sizes_are_told() -> None:
    data = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    assert unified(data, b"text", "x.png") == "(Not shown as text: 16 bytes before, 4 bytes after.)"
    assert unified(None, data, "x.png") == "(Not shown as text: no file before, 16 bytes after.)"


def test_another_encoding_of_the_same_text_says_so() -> None:
    assert unified(b"a\n", b"\xef\xbb\xbfa\n", "x.txt") == "(The same text: 2 bytes before, 5 bytes after.)"


def test_a_long_diff_is_cut_and_says_how_much_is_left() -> None:
    many = unified(None, b"".join(b"line %d\n" % n for n in range(1000)), "x.txt")
    assert many.splitlines()[-1] == f"… ({1003 - MOST_LINES:,} more lines of this diff)"
    wide = unified(None, (b"x" * 400 + b"\n") * 300, "x.txt")
    assert len(wide) <= MOST_CHARS + 100


def test_a_long_line_is_cut() -> None:
    assert unified(None, b"x" * 10_000, "x.txt").splitlines()[3] == "+" + "x" * 500 + "… (9,500 more characters)"


def test_two_large_texts_that_share_nothing_are_not_weighed_for_long() -> None:
    before, after = (b"".join(b"%d %d\n" % (n * factor, n) for n in range(40_000)) for factor in (7, 13))
    assert "(Too much to compare: 40,000 lines became 40,000.)" in unified(before, after, "x.txt")


def test_texts_of_lines_that_come_again_and_again_are_not_weighed_for_long() -> None:
    lines, began = [b"%d,value\n" % (n * n % 151) for n in range(18_000)], time.process_time()
    changed = b"".join(lines).replace(b"\n4,value", b"\n4,changed")
    assert "+4,changed" in unified(b"".join(lines), changed, "x.csv")
    assert "Too much to compare" in unified(b"".join(lines), b"".join(sorted(lines)), "x.csv")
    assert time.process_time() - began < 3


def test_a_comparison_that_was_called_off_ends() -> None:
    before, after = (b"".join(b"%d %d\n" % (n * factor % 97, n % 50) for n in range(5_000)) for factor in (7, 13))
    with permitted(withdrawn()), pytest.raises(Withdrawn):
        unified(before, after, "x.txt")


def test_control_characters_are_shown_escaped() -> None:
    assert unified(b"a\n", b"\x1b[31mred\tx\n", "x.txt").endswith("+\\x1b[31mred\tx")


LINES = st.lists(st.sampled_from("abc"), max_size=30)


@given(LINES, LINES)
def test_a_diff_leads_from_one_text_to_the_other(old: list[str], new: list[str]) -> None:
    before, after = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    diff = unified(before.encode(), after.encode(), "x").splitlines()[2:]
    assert patched(old, diff) == new
    assert len(diff) <= len(old) + len(new) + 5


def patched(old: list[str], diff: list[str]) -> list[str]:
    """The old lines with a diff applied, strictly: hunk by hunk, every line at the place that it names."""
    result, done = list[str](), 0
    for line in diff:
        if line.startswith("@@"):
            start, length = (int(number) for number in line.split()[1][1:].split(","))
            place = start - 1 if length else start
            result, done = [*result, *old[done:place]], place
        elif line[0] == "+":
            result.append(line[1:])
        else:
            assert old[done] == line[1:]
            result += [line[1:]] if line[0] == " " else []
            done += 1
    return [*result, *old[done:]]
