"""Tokens, estimated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tokens import estimated_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("りんご", 3),
        ("漢字abcd", 3),
        ("한국", 2),
        ("「ａ」", 3),
        ("🍎", 1),
    ],
)
def test_a_wide_character_is_a_token_and_four_others_are_one(text: str, tokens: int) -> None:
    assert estimated_tokens(text) == tokens


@given(st.text(), st.text())
def test_more_text_is_never_fewer_tokens(one: str, other: str) -> None:
    assert estimated_tokens(one) <= estimated_tokens(one + other) <= estimated_tokens(one) + estimated_tokens(other)
