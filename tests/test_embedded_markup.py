"""Texts of files as Markdown."""

import pytest

from app.embedded.markup import literal, unescaped


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[Click me](http://evil.invalid/x) **bold** and C:\\_dir",
            "\\[Click me\\](`http://evil.invalid/x`) \\*\\*bold\\*\\* and C:\\\\\\_dir",
        ),
        ("<b> `x` ~y~ $z$ &amp; R&D!", "\\<b> \\`x\\` \\~y\\~ \\$z\\$ \\&amp; R&D!"),
        ("WWW.evil.invalid and a@b.invalid.", "`WWW.evil.invalid` and `a@b.invalid`."),
        ("# one", "\\# one"),
        ("1. one", "1\\. one"),
        ("- one - two", "\\- one - two"),
        ("It ends here. Well-known (3.14).", "It ends here. Well-known (3.14)."),
    ],
)
def test_a_text_is_shown_as_it_stands(text: str, told: str) -> None:
    assert literal(text) == told
    assert unescaped(told) == text


def test_a_text_of_several_lines_is_one() -> None:
    assert literal("a\rb\u2028c\x0cd") == "a b c d"
