"""Numbers as people and programs write them in tables."""

import math
import re
import unicodedata

_SIGNS = str.maketrans({"−": "-", "–": "-", "▲": "-", "△": "-"})
_AROUND = re.compile(r"^(-?)\s*(?:[$€£¥]|US\$|JPY|USD|EUR)?\s*(.*?)\s*(?:[$€£¥%]|円|JPY|USD|EUR)?$")
_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d*)?(?:[eE][+-]?\d{1,3})?")


def number_in(text: str, decimal: str = ".") -> float | None:
    """The number that a cell holds and nothing else but its unit or sign of currency; None where it is none.

    `decimal` is what parts the fraction: with "," a dot parts thousands.
    """
    plain = "".join(map(_narrow, text)).translate(_SIGNS).strip()
    if plain.startswith("(") and plain.endswith(")"):
        plain = f"-{plain[1:-1]}"
    found = _AROUND.match(plain)
    bare = f"{found[1]}{found[2]}" if found else plain
    if decimal == ",":
        bare = bare.translate(str.maketrans(",.", ".,"))
    number = float(bare.replace(",", "")) if _NUMBER.fullmatch(bare) else math.inf
    return number if math.isfinite(number) else None


def _narrow(char: str) -> str:
    """The narrow form of a wide character. A raised digit, which names a note, stays one."""
    return unicodedata.normalize("NFKC", char) if unicodedata.east_asian_width(char) in "FH" else char
