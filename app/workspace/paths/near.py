"""Names that are one name to a reader's eye: composed or not, wide or narrow, with odd spaces, quotes or dashes."""

import re
import unicodedata
from collections.abc import Iterable

_QUOTES = "'\"`´‘’‚‛“”„‟′″«»‹›「」『』"
_DASHES = "‐‑‒–—―−﹘﹣"
_WAVES = "〜∼"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_ODD_SPACES = "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000"
_ALIKE = str.maketrans(
    {**dict.fromkeys(_QUOTES + _UNSEEN), **dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_WAVES, "~")}
)
_UNSPACED = str.maketrans(dict.fromkeys(_ODD_SPACES))
_SPACE_AT_DOT = re.compile(r" ?\. ?")


def composed(name: str) -> str:
    """`name` in NFC: names that are equal in it look the same everywhere."""
    return unicodedata.normalize("NFC", name)


def folded(name: str) -> str:
    """`name` without regard to case and to full or half width."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def alike(names: Iterable[str], part: str) -> list[str]:
    """Those of `names` that `part` is nearly, sorted, all of the nearest degree at which there is one."""
    there = list(names)
    for forms in (_composed, _folded, _evened):
        wanted = forms(part)
        if found := sorted(name for name in there if not wanted.isdisjoint(forms(name))):
            return found
    return []


def _composed(name: str) -> set[str]:
    return {composed(name)}


def _folded(name: str) -> set[str]:
    return {folded(name)}


def _evened(name: str) -> set[str]:
    """Folded, with one kind of dash, single spaces, and neither quotes nor unseen characters.

    An odd space is read as a space or as nothing.
    """
    readings = {name} if name.isascii() else {name, name.translate(_UNSPACED)}
    return {_even(reading) for reading in readings} - {""}


def _even(name: str) -> str:
    text = " ".join(folded(name.translate(_ALIKE)).split())
    return _SPACE_AT_DOT.sub(".", text) if " " in text else text
