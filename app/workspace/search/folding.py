"""Text brought to one form, so that what a person calls the same compares as the same."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable

_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_BLANKS = re.compile(rf"(?<=[{_CJK}])[ \t]+(?=\S)|(?<=\S)[ \t]+(?=[{_CJK}])")


def folded(text: str) -> str:
    """`text` without regard to case, to composed or decomposed letters, and to full or half width (NFKC)."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def without_blanks(text: str) -> str:
    """`text`, folded, without the blanks beside Chinese and Japanese characters that a PDF's text is full of."""
    return _BLANKS.sub("", folded(text))


def place_in(text: str, at: int, form: Callable[[str], str]) -> int:
    """The character of `text` that became character `at` of `form(text)`; `form` never parts with order."""
    # The last character shows which blanks before it go.
    return bisect_right(range(len(text)), at, key=lambda end: len(form(f"{text[:end]}一")) - 1) - 1
