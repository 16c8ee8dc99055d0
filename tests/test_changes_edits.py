"""Edits of exact text: found across line ends, all or nothing, and nothing else changed."""

import random
import time

import pytest
from changing import permitted, withdrawn
from hypothesis import given
from hypothesis import strategies as st

from app.workspace.changes.contents.edits import Edited, Mismatch, edited
from app.workspace.changes.permit import Withdrawn
from app.workspace.changes.plan import Edit
from app.workspace.errors import WorkspaceError

SPECIAL = "$& \\1 \\g<0> $$5 %s {0}"


def refusal(text: str, *edits: Edit) -> str:
    """What is said, and below it what the file is said to have there."""
    with pytest.raises(WorkspaceError) as caught:
        edited(text, edits, "a.txt")
    assert (caught.value.code, caught.value.path) == ("args:allowed:edits", "a.txt")
    return f"{caught.value.text}\n{caught.value.content}".strip()


@pytest.mark.parametrize(
    ("text", "old", "new", "result"),
    [
        pytest.param("one\r\ntwo\r\nthree\r\n", "one\ntwo", "one\nTWO", "one\r\nTWO\r\nthree\r\n", id="CRLF"),
        pytest.param("one\ntwo\n", "one\r\ntwo", "one\r\nTWO", "one\nTWO\n", id="old text with CRLF"),
        pytest.param("one\rtwo\rthree", "one\ntwo", "one\nTWO", "one\rTWO\rthree", id="CR"),
        pytest.param("a\r\nb\nc\r\nd", "a\nb\nc", "a\nB\nc", "a\r\nB\nc\r\nd", id="mixed ends stay as they are"),
        pytest.param("a\nb\r\nc\nd", "b\nc", "b\nnew\nc", "a\nb\r\nnew\r\nc\nd", id="a line more among mixed ends"),
        pytest.param("a\r\nb\nc\r\nd\n", "a\nb\nc\nd\n", "a\nd\n", "a\r\nd\n", id="lines less among mixed ends"),
        pytest.param("one\r\ntwo", "two", "two\n2b", "one\r\ntwo\r\n2b", id="a last line takes the end before it"),
        pytest.param("one", "one", "one\ntwo", "one\ntwo", id="no line end to go by"),
        pytest.param("cost: X", "X", SPECIAL, f"cost: {SPECIAL}", id="special characters are literal"),
        pytest.param("日本\r\n語", "本\n語", "木\n語", "日木\r\n語", id="Japanese"),
        pytest.param("a b a", "a b", "", " a", id="taken out"),
        pytest.param("50%\rdone\n", "done", "DONE", "50%\rDONE\n", id="a lone CR among LF stays"),
    ],
)
def test_an_edit_changes_the_text_and_nothing_else(text: str, old: str, new: str, result: str) -> None:
    assert edited(text, [Edit(old, new)], "a.txt").text == result


def test_all_are_replaced_when_asked() -> None:
    assert edited("x\r\ny\nx\r\ny\n", [Edit("x\ny", "1\n2", True)], "a.txt") == Edited("1\r\n2\n1\r\n2\n", (2,))


def test_edits_are_made_in_order_each_on_what_the_last_one_left() -> None:
    assert edited("a", [Edit("a", "b"), Edit("b", "c")], "a.txt") == Edited("c", (1, 1))


def test_one_edit_that_fails_keeps_all_from_being_made_and_each_is_named() -> None:
    said = refusal("a\nb\nb\n", Edit("a", "A"), Edit("b", "B"), Edit("", "x"), Edit("q", "q"))
    assert said == (
        "Nothing was changed in 'a.txt'. edit 2: old_text was found 2 times (lines 2, 3). Give more of the text around"
        " the one that is meant, or set replace_all.\nedit 3: old_text is empty. Give the exact text to replace.\n"
        "edit 4: old_text and new_text are the same, so there is nothing to change."
    )


def test_places_that_overlap_are_two() -> None:
    assert "found 2 times" in refusal("aaa", Edit("aa", "b"))


def test_no_edits_are_no_edit() -> None:
    assert "No edits were given" in refusal("a")


@pytest.mark.parametrize(
    ("text", "old", "said"),
    [
        (
            "a\n    foo  bar\n",
            "foo bar",
            "line 2, which differs in its blanks (spaces, tabs).\nline 2:     foo  bar",
        ),
        ("a\n\tx = 1\n", "    x = 1", "line 2, which differs in its blanks (spaces, tabs).\nline 2: →x = 1"),
        ("He said “no”.", 'He said "no".', "line 1, which differs in forms of characters (full-width, quotes"),
        ("Caf\u0065\u0301", "Caf\u00e9", "line 1, which differs in how accents are stored"),
        ("Hello World", "hello world", "line 1, which differs in capitals"),
        ("one\ntwo\nthree", "one\ntwo!\nthree", "line 2, which differs in where it begins or ends.\nline 2: two"),
        ("the harbour wall was built", "the harbor wall is built", "line 1, which differs.\nline 1: the harbour"),
        ("one\ntwo", "one\ntwo\nthree", "The file ends at line 2, before line 3 of old_text."),
        ("zzz", "something else entirely", "No line is near to it."),
        ("abc", "\n \n", "It is nothing but blanks."),
    ],
)
def test_what_is_not_found_is_answered_with_what_is_nearest(text: str, old: str, said: str) -> None:
    assert said in refusal(text, Edit(old, "new"))


def test_what_does_not_fit_the_file_is_told_from_what_never_could() -> None:
    with pytest.raises(Mismatch):
        edited("a", [Edit("b", "c")], "a.txt")
    with pytest.raises(WorkspaceError) as caught:
        edited("a", [Edit("", "c")], "a.txt")
    assert not isinstance(caught.value, Mismatch)


LINES = st.lists(st.tuples(st.text("ab 日$\\{", max_size=4), st.sampled_from(["\n", "\r\n"])), min_size=1, max_size=8)


@given(before=LINES, old=st.text("cd日", min_size=1, max_size=5), new=st.text("xy$\\1語\n", max_size=6), after=LINES)
def test_around_an_edit_every_character_stays(
    before: list[tuple[str, str]], old: str, new: str, after: list[tuple[str, str]]
) -> None:
    head, tail = ("".join(line + end for line, end in part) for part in (before, after))
    middle = f"c{old}d"
    result = edited(f"{head}{middle}{tail}", [Edit(middle, new + "!")], "a.txt").text
    assert result.startswith(head) and result.endswith(tail)
    assert result[len(head) : len(result) - len(tail)].replace("\r\n", "\n") == new + "!"


@given(
    st.lists(st.tuples(st.text("abc", min_size=1, max_size=3), st.sampled_from(["\n", "\r\n", "\r"])), min_size=2),
    st.data(),
)
def test_a_line_changed_among_any_ends_keeps_all_ends(lines: list[tuple[str, str]], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(lines) - 1))
    marked = [(f"<{index}>{line}", end) for index, (line, end) in enumerate(lines)]
    text = "".join(line + end for line, end in marked)
    wanted = [("NEW" if index == number else line, end) for index, (line, end) in enumerate(marked)]
    old = "\n".join(line for line, _ in marked)
    new = "\n".join(line for line, _ in wanted)
    assert edited(text, [Edit(old, new)], "a.txt").text == "".join(line + end for line, end in wanted)


def a_long_text(lines: int) -> str:
    chance = random.Random(1)
    return "\n".join("".join(chance.choices("abcdefgh ", k=300)) for _ in range(lines))


@pytest.mark.slow
def test_many_edits_that_fail_are_weighed_in_a_bounded_time() -> None:
    text, began = a_long_text(3_000), time.process_time()
    said = refusal(text, *(Edit(f"{text[5:290]}{number}", "x") for number in range(60)))
    assert (said.count("old_text was not found."), said.count("Nearest")) == (60, 3)
    assert time.process_time() - began < 2


@pytest.mark.parametrize("edits", [1, 60])
def test_edits_that_were_called_off_end_at_once(edits: int) -> None:
    text = a_long_text(1_000)
    with permitted(withdrawn()), pytest.raises(Withdrawn):
        edited(text, [Edit(f"nowhere {number}", "x") for number in range(edits)], "a.txt")


def test_a_long_line_is_replaced_in_many_places_in_a_bounded_time() -> None:
    began = time.process_time()
    new = edited("ab" * 100_000, [Edit("a", "x\n", replace_all=True)], "a.txt")
    assert (new.places, new.text[:6], len(new.text)) == ((100_000,), "x\nbx\nb", 300_000)
    assert time.process_time() - began < 2


@pytest.mark.parametrize(("old", "alike"), [("the harbor wall is built", True), ("Vxq zzj kkw 0123456789", False)])
def test_the_nearest_line_is_found_among_many(old: str, alike: bool) -> None:
    text = a_long_text(500) + "\nthe harbour wall was built\n" + a_long_text(500)
    assert ("line 501: the harbour wall" in refusal(text, Edit(old, "new"))) == alike
