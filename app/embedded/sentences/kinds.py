"""What a tool says of a file in English, such as its kind, in the person's language."""

import re
from collections.abc import Sequence

from app.embedded.sentences.saying import Saying
from app.language import Language
from app.phrases.documents import said_of

_NAMED = re.compile(r" \(((?:[^()]|\([^()]*\))+)\)(?=, |$)")
_AND_MORE = re.compile(r"(?:, |^)and ([\d,]+) more$")
_WHY = (
    (re.compile(r"protected by a password|encrypted"), Saying("protected", "パスワードなどで保護")),
    (re.compile(r"damaged|breaks? off"), Saying("damaged", "破損")),
    (re.compile(r"too (?:large|big)|larger than"), Saying("too large", "大きすぎます")),
    (re.compile(r"too long"), Saying("no time", "時間切れ")),
    (re.compile(r"only a part of it was searched"), Saying("only in part", "一部だけ検索")),
    (re.compile(r"the system does not tell what it is"), Saying("of an unknown kind", "種類が不明")),
)


def facts_told(facts: str, language: Language) -> str:
    """What kind of file something is and how much there is in it, or where in it something stands."""
    if language == "en":
        return facts
    return "、".join(said_of(fact, language) for fact in facts.split(", "))


def document_told(about: Sequence[str], language: Language) -> str:
    """What kind of document it is and how much there is in it, and the notes on that."""
    kind, *notes = about
    if language == "en":
        return "; ".join(about)
    return "、".join([facts_told(kind, language), *(said_of(note, language) for note in notes)])


def names_told(names: str, language: Language) -> str:
    """Names of files in a row, some with their kind or with why they were left out."""
    if language == "en":
        return _NAMED.sub(lambda named: f" ({_why(named[1], language)})", names)
    told = _NAMED.sub(lambda named: f"（{_why(named[1], language)}）", names)
    return _AND_MORE.sub(r"、ほか \1 件", told)


def _why(said: str, language: Language) -> str:
    short = next((saying for pattern, saying in _WHY if pattern.search(said)), None)
    return short.told(language) if short else facts_told(said, language)
