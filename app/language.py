"""Which of the two languages of the app a person is spoken to in."""

import re
from typing import Literal

Language = Literal["en", "ja"]
AnswerLanguage = Literal["as_asked", "en", "ja"]

_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_LATIN = re.compile(r"[A-Za-z]")
_PATH_MARKS = re.compile(r"[/\\]")
_HIRAGANA = r"\u3040-\u309f"
_EXTENSION = r"\.[A-Za-z0-9]{1,10}(?![A-Za-z0-9])"
# Words after English ones or none, without any of Japanese grammar: perhaps the beginning of the name that follows.
_DOUBTFUL = re.compile(
    rf"(?:^|(?<=[A-Za-z] ))(?:[^\s{_HIRAGANA}]{{0,60}}[\u30a0-\u30ff\u3400-\u9fff][^\s{_HIRAGANA}]{{0,60}} ){{1,8}}"
    rf"(?=\S{{0,100}}{_EXTENSION})"
)
# A name runs back to the blank before it, but for an English one that a Japanese word stands right before.
_ENGLISH_NAME = re.compile(rf"(?<=[{_HIRAGANA}])[A-Za-z][A-Za-z0-9_./~+-]{{0,250}}{_EXTENSION}")
_NAME = re.compile(rf"(?<![^\s。、？！：])[^\s。、？！：]{{0,250}}{_EXTENSION}")
_QUOTED = re.compile(r"「[^「」\n]*」|『[^『』\n]*』|“[^“”\n]*”|«[^«»\n]*»|\"[^\"\n]*\"|`[^`\n]*`")
_LOOKED_AT = 4_000


def language_of(text: str, otherwise: Language = "en") -> Language:
    """The language `text` is written in; `otherwise` when it holds no words beside file names.

    A Japanese file name in an English sentence does not make the sentence Japanese: what stands in quotes
    is not looked at, nor a word with a slash in it, unless nothing else is there; a file's name never is.
    """
    named = _QUOTED.sub(_unless_named, text[:_LOOKED_AT])
    beside = _NAME.sub(" ", _ENGLISH_NAME.sub(" ", _DOUBTFUL.sub(" ", named)))
    words = " ".join(word for word in _QUOTED.sub(" ", beside).split() if not _PATH_MARKS.search(word))
    if _JAPANESE.search(words):
        return "ja"
    if _LATIN.search(words):
        return "en"
    return "ja" if _JAPANESE.search(beside) else otherwise


def is_japanese_in_part(text: str) -> bool:
    """Whether there is anything Japanese in `text`, be it a name."""
    return bool(_JAPANESE.search(text[:_LOOKED_AT]))


def answer_language(text: str, reader: Language, chosen: AnswerLanguage) -> Language:
    """The language to answer `text` in: the chosen one, else that of `text`, else the `reader`'s."""
    return language_of(text, reader) if chosen == "as_asked" else chosen


def _unless_named(quoted: re.Match[str]) -> str:
    return " " if _NAME.search(quoted[0]) else quoted[0]


def reader_language(locale: str) -> Language:
    """The language for a browser's or a terminal's locale, such as `ja-JP` or `ja_JP.UTF-8`."""
    return "ja" if locale.lower().startswith("ja") else "en"
