"""Which of the two languages of the app a person is spoken to in."""

import re
from typing import Literal

Language = Literal["en", "ja"]
AnswerLanguage = Literal["as_asked", "en", "ja"]

_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_PATH_MARKS = re.compile(r"[./\\]")
_LOOKED_AT = 4_000


def language_of(text: str, otherwise: Language = "en") -> Language:
    """The language `text` is written in; `otherwise` when it holds no words beside file names.

    A Japanese file name in an English sentence does not make the sentence Japanese:
    words with a dot or a slash in them are not looked at, unless nothing else is there.
    """
    text = text[:_LOOKED_AT]
    words = " ".join(word for word in text.split() if not _PATH_MARKS.search(word))
    if _JAPANESE.search(words):
        return "ja"
    if re.search(r"[A-Za-z]", words):
        return "en"
    return "ja" if _JAPANESE.search(text) else otherwise


def answer_language(text: str, reader: Language, chosen: AnswerLanguage) -> Language:
    """The language to answer `text` in: the chosen one, else that of `text`, else the `reader`'s."""
    return language_of(text, reader) if chosen == "as_asked" else chosen


def reader_language(locale: str) -> Language:
    """The language for a browser's or a terminal's locale, such as `ja-JP` or `ja_JP.UTF-8`."""
    return "ja" if locale.lower().startswith("ja") else "en"
