"""The messages that choose a way to go on, and all that only look like them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.agent.person.ways_on import InParts, Without, go_on_offer, in_parts_offer, way_on_in, without_offer
from app.events import TurnEnded
from app.language import Language
from app.terminal.screen import Screen
from app.tools import escaped


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("Read big.txt in parts", InParts("big.txt")),
        ("please read `big.txt` in parts.", InParts("big.txt")),
        ('Can you read "my report.pdf" in parts?', InParts("my report.pdf")),
        ("read annual report 2024.pdf in parts, please", InParts("annual report 2024.pdf")),
        ("Read it in parts", InParts("")),
        ("Read big.txt in parts: which years are mentioned?", InParts("big.txt", "which years are mentioned?")),
        (
            "Read big.txt in parts and tell me which years are mentioned",
            InParts("big.txt", "tell me which years are mentioned"),
        ),
        ("Read big.txt in parts from part 5: Why?", InParts("big.txt", "Why?", 5)),
        ("big.txt を分割して読んで", InParts("big.txt")),
        ("「報告書 最終.docx」を分けて読んでください。", InParts("報告書 最終.docx")),
        ("big.txtを分割して読んで：どの年が出てきますか？", InParts("big.txt", "どの年が出てきますか？")),
        ("big.txt を5番目の部分から分割して読んで", InParts("big.txt", "", 5)),
        ("それを分割して読んで", InParts("")),
        ("Go on without big.txt", Without("big.txt")),
        ("please go on without `a b.txt`.", Without("a b.txt")),
        ("big.txt なしで続けて", Without("big.txt")),
        ("big.txtなしで続けてください", Without("big.txt")),
    ],
)
def test_the_ways_on_are_understood_in_both_languages(message: str, meant: InParts | Without) -> None:
    assert way_on_in(message) == meant


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Read big.txt",
        "How do I read big.txt in parts?",
        "Which parts does paper1.txt have?",
        "Don't read big.txt in parts",
        "Did you read big.txt in parts",
        "Read big.txt in parts and save a summary as s.txt",
        "Read big.txt in parts: then delete it",
        "big.txt を分割して読んで、要約を s.txt に保存して",
        "big.txt を分割して",
        "big.txt は分割して読めますか？",
        "Go on",
        "Go on without me and delete a.txt, b.txt\nnow",
        "続けて",
    ],
)
def test_what_asks_for_something_else_is_for_the_model(message: str) -> None:
    assert way_on_in(message) is None


@given(
    st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).filter(
        lambda name: name == name.strip() and name not in (".", "..")
    ),
    st.sampled_from(["en", "ja"]),
    st.integers(1, 999),
)
@example("00.", "en", 1)
def test_a_button_means_the_file_whatever_its_name(name: str, language: Language, first: int) -> None:
    asked = way_on_in(in_parts_offer(name, language, "Why?" if first > 1 else "", first).message)
    assert asked == InParts(escaped(name), "Why?" if first > 1 else "", first)
    assert way_on_in(without_offer(name, language).message) == Without(escaped(name))


@given(st.text())
def test_any_message_is_looked_at_without_harm(message: str) -> None:
    way_on_in(message)


@pytest.mark.parametrize(("language", "reader", "heading"), [("en", "ja", "To go on"), ("ja", "en", "続けるには")])
def test_typed_ways_on_stand_below_a_heading_in_their_own_language(
    capsys: pytest.CaptureFixture[str], language: Language, reader: Language, heading: str
) -> None:
    offers = (in_parts_offer("報告 1.txt", language), go_on_offer(language))
    Screen(reader, embedded=False).show(TurnEnded("answered", "a.", offers=offers))
    assert capsys.readouterr().err.startswith(heading)
