"""Titles, sentences and summaries of documents."""

import re
from pathlib import Path

import pytest

from app.embedded.summary import MOST_WEIGHED, body_of, summary_of, title_of
from app.embedded.summary.splitting import sentences_in

WORK = Path(__file__).parent.parent / "work"
SAMPLES = sorted(WORK.glob("paper*.txt"))


def bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_nothing_in_a_summary_is_invented(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    summary = summary_of(text)
    assert 3 <= len(summary.sentences) <= 5
    places = [bare(text).find(bare(sentence)) for sentence in summary.sentences]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_title_headings_and_references_are_no_sentences(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    body = [placed.text for placed in body_of(text)]
    assert title_of(text) not in body
    assert not [line for line in body if re.match(r"(?:\[\d+\]|Abstract|概要|\d+(?:\.\d+)*\.? [A-Z]\w+$)", line)]
    assert not [line for line in body if "ICLR" in line or "NeurIPS" in line]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# A Title\n\nText.", "A Title"),
        ("\ufeff\n\n  題名です\n\n本文。", "題名です"),
        ("Title: One\nText", "One"),
        ("A first line that is long enough to have been wrapped by its\nauthor\n\nText.", None),
        ("", ""),
    ],
)
def test_the_title_is_the_first_line(text: str, title: str | None) -> None:
    wrapped = "A first line that is long enough to have been wrapped by its author"
    assert title_of(text) == (wrapped if title is None else title)


@pytest.mark.parametrize(
    "sentences",
    [
        ["Mr. Smith paid 3.14 dollars, e.g. for Fig. 3 of Liu et al. [4] and more.", "Then he left."],
        ["See https://example.com/a.b?c=d.", "It helps."],
        ['He said "Stop." and went on.', "Nobody moved!"],
        ["「やめて。お願い。」と彼は言った。", "それから帰った。"],
        ["値は3.14です。", "本当ですか?", "はい\uff01", "窓は広い\uff0e", "机は狭い(と言う。)が、足りる。"],
        ["The U.S. Army came on Jan. 5 with No. 7.", "All was well."],
    ],
)
def test_sentences_end_where_they_end(sentences: list[str]) -> None:
    joint = "" if re.search(r"[ぁ-ん]", sentences[0]) else " "
    assert list(sentences_in(joint.join(sentences))) == sentences


def test_wrapped_lines_are_joined_as_their_script_does() -> None:
    english = "A Heading\n\nThe line is\nwrapped here by hand.\n"
    japanese = "見出し\n\nこの行は途中で\n折り返されています。\n"
    assert [one.text for one in body_of(english)] == ["The line is wrapped here by hand."]
    assert [one.text for one in body_of(japanese)] == ["この行は途中で折り返されています。"]


def test_code_tables_and_lists_do_not_run_into_sentences() -> None:
    text = (
        "# Title\n\n```\nprint('This is code, not prose at all.')\n```\n\n"
        "| a | b |\n|---|---|\n| One two three four. | x |\n\n"
        "- The first entry is a sentence.\n- The second entry is one too.\n\n"
        "## References\n\n[1] A. Author wrote this book.\n"
    )
    assert [one.text for one in body_of(text)] == ["The first entry is a sentence.", "The second entry is one too."]


def test_at_most_three_hundred_sentences_are_weighed_and_the_count_is_told() -> None:
    text = "\n\n".join(f"Sentence number {number} speaks of thing {number % 7}." for number in range(500))
    summary = summary_of(text)
    assert (summary.weighed, summary.found) == (MOST_WEIGHED, 500)


def test_a_text_without_sentences_has_no_summary() -> None:
    assert summary_of("milk\neggs\n12\n").sentences == ()
