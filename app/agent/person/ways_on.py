"""The ways to go on after an overflow: the messages that choose one, and how such a message is told from any other."""

import re
from dataclasses import dataclass
from typing import get_args

from app.agent.person.wishes import asks_for_change
from app.events import Offer, Verb
from app.fences import code_span
from app.language import Language
from app.phrases import phrase
from app.tools import escaped

_POLITE = r"(?:(?:please|pls|ok(?:ay)?|now|then|(?:can|could|would|will)\s+you)\b[\s,]*)*"
_KINDLY = r"(?:ください|下さい|くれますか|くれませんか|もらえますか|もらえませんか|ほしい(?:です)?|欲しい(?:です)?)?"
# In quotes or backticks, or bare: then a name of any kind, which has to be that of a file to count.
_NAME = (
    r"(?:(?P<fence>`+)(?P<code>.+?)(?P=fence)|\"(?P<quoted>[^\"\n]+)\"|[「“](?P<hooked>[^」”\n]+)[」”]"
    r"|(?P<bare>[^\s`\"「“](?:[^\n]*?[^\s`\"」”])?))"
)
_REST = r"\s*(?:[.!?。！？]*|[.!?。！？]*\s*(?P<rest>(?:[:：—、,;.。\n]|-\s|and\s).+))"
_IN_PARTS = (
    re.compile(
        rf"{_POLITE}read\s+(?:the\s+file\s+)?{_NAME}\s+in\s+parts(?:,?\s+(?:starting\s+|beginning\s+)?(?:from|at|with)"
        rf"\s+part\s+(?P<first>\d{{1,7}}))?(?:,?\s+please)?{_REST}",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        rf"{_NAME}\s*を\s*(?:(?P<first>\d{{1,7}})\s*(?:番目|つ目)(?:の部分)?から\s*)?"
        rf"(?:分割して|分けて|部分ごとに)\s*読(?:んで{_KINDLY}|む|み){_REST}",
        re.DOTALL,
    ),
)
_WITHOUT = (
    re.compile(rf"{_POLITE}(?:go|carry)\s+on\s+without\s+{_NAME}(?:,?\s+please)?[.!]?", re.IGNORECASE),
    re.compile(rf"{_NAME}\s*(?:なしで|抜きで|を外して|を除いて)\s*続けて{_KINDLY}[。！]?"),
)
_POINTING = ("it", "this", "that", "this file", "that file", "the file", "それ", "これ", "そのファイル", "このファイル")
_SHORT = 200
_COLONS: dict[Language, str] = {"en": ": ", "ja": "："}


@dataclass(frozen=True, slots=True)
class InParts:
    """A wish to read a file in parts. `path` is "" for the one that did not fit, `question` "" where none was asked.

    `first` is the part to begin with, from 1; 0 where none is named.
    """

    path: str
    question: str = ""
    first: int = 0


@dataclass(frozen=True, slots=True)
class Without:
    """A wish to have the question answered without what is in a file or folder; "" is the one that did not fit."""

    path: str


def way_on_in(message: str) -> InParts | Without | None:
    """The way to go on that `message` chooses; None for anything else, and where it asks for a change as well."""
    text = message.strip()
    if found := _found(_WITHOUT, text):
        return Without(_path(found))
    if found := _found(_IN_PARTS, text):
        rest = (found["rest"] or "").strip(" \n\t:：—、,;.。-\u3000").removeprefix("and ").strip()
        changes = any(asks_for_change(rest, verb) for verb in get_args(Verb))
        return None if changes else InParts(_path(found), rest, int(found["first"] or 0))
    return None


def in_parts_offer(
    path: str, language: Language, question: str = "", first: int = 0, label: str = "offer_parts"
) -> Offer:
    """The way to read a file in parts, from part `first` on if one is named; `question` is the person's own, if any."""
    key = "offer_parts_from_message" if first else "offer_parts_message"
    message = phrase(key, language, name=_named(path), part=first)
    asked = f"{_COLONS[language]}{question}" if question and len(question) <= _SHORT and "\n" not in question else ""
    return Offer(phrase(label, language, part=f"{first:,}"), f"{message}{asked}")


def without_offer(path: str, language: Language) -> Offer:
    """The way to go on without what is in a file or folder."""
    return Offer(phrase("offer_without", language), phrase("offer_without_message", language, name=_named(path)))


def go_on_offer(language: Language) -> Offer:
    """The way to go on behind a limit."""
    return Offer(phrase("offer_go_on", language), phrase("offer_go_on_message", language))


def is_named(path: str, name: str) -> bool:
    """Whether a message that names `name` means `path`."""
    return name in (path, escaped(path), path or "work")


def _found(forms: tuple[re.Pattern[str], ...], text: str) -> re.Match[str] | None:
    return next((found for form in forms if (found := form.fullmatch(text))), None)


def _path(found: re.Match[str]) -> str:
    name = found["code"] or found["quoted"] or found["hooked"] or found["bare"]
    return "" if found["bare"] and name.lower() in _POINTING else name.strip()


def _named(path: str) -> str:
    """A path as it stands in a message: plain where nothing in it can be taken for anything else."""
    name = escaped(path) or "work"
    is_plain = re.fullmatch(r"[\w./-]*[\w/-]", name) and name.lower() not in _POINTING
    return name if is_plain else code_span(name)
