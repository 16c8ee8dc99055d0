r"""Which bytes a file must hold to hold a text: a regular expression for ripgrep.

A match of a folded text is a run of characters, each of which folds to a piece of it.
Every way to spell each piece (`ü`, `Ü`, `u` and a mark, full width, a ligature) in every
encoding becomes an alternative, so that no file is lost; what is let through too much is
found out when the file is read.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, pairwise

from app.workspace.search.folding import folded

_MOST_CHARS = 12
_ENCODINGS = (
    *("utf-8", "cp932", "euc_jp", "euc_jis_2004", "cp1252", "latin-1"),
    *("gb18030", "gbk", "big5", "big5hkscs", "cp950", "cp949", "johab"),
    *("cp1251", "koi8_r", "koi8_u", "iso8859_5", "cp1253", "iso8859_7"),
)
_JIS = ("iso2022_jp_ext", "iso2022_jp_2004")
_JIS_SHIFT = rb"\x1b(?:\$\(?|\()[@-Z]"
_JIS_SHIFTS = re.compile(_JIS_SHIFT)
_JIS_SHIFTED = b"(?:" + _JIS_SHIFT + b")*"
# UTF-16, UTF-32 and binary files hold a NUL or begin with a mark, HZ its shift; the others are documents in text.
_ALWAYS = rb"\x00|\xff\xfe|\xfe\xff|~\{|<[hH][tT][mM][lL]|<![dD][oO][cC]|\{\\rtf"
# Blocks where characters fold to others; ideographs and Hangul syllables between them stay what they are.
_FOLDING = (
    range(0x20, 0x3400),
    range(0xA640, 0xAC00),
    range(0xF900, 0x10000),
    range(0x10000, 0x20000),
    range(0x2F800, 0x2FA20),
)


def sieve(text: str) -> bytes | None:
    """A pattern in ripgrep's syntax that fits every file with a line that holds `text`, folded.

    None when there is no such pattern. Documents that are no text in themselves are not thought of.
    """
    needle = folded(text)[:_MOST_CHARS]
    if not needle or _reorderable(needle):
        return None
    runs = [[_spellings(unit) for unit in needle], *_runs_with_expanding(needle)]
    ways = [way for run in runs for way in (*_sequence(run, _ENCODINGS, b""), *_sequence(run, _JIS, _JIS_SHIFTED))]
    return b"(?-u)" + b"|".join([_ALWAYS, *ways])


def _reorderable(needle: str) -> bool:
    """Whether two marks follow one another, which may stand in another order."""
    return any(
        unicodedata.combining(a) and unicodedata.combining(b) for a, b in pairwise(unicodedata.normalize("NFD", needle))
    )


@cache
def _folds() -> tuple[dict[str, list[str]], dict[str, str]]:
    """What folds to each one character, and the characters that fold to several."""
    single: dict[str, list[str]] = {}
    several: dict[str, str] = {}
    for character in map(chr, chain(*_FOLDING)):
        form = folded(character)
        if len(form) > 1:
            several[character] = form
        elif form != character:
            single.setdefault(form, []).append(character)
    return single, several


def _spellings(unit: str) -> list[str]:
    """Every way to write the one folded character `unit`, decomposed ones among them."""
    ways = [unit, *_folds()[0].get(unit, [])]
    marks = unicodedata.normalize("NFD", unit)
    if len(marks) > 1:
        begun = unicodedata.normalize("NFC", marks[:-1])
        ways += [a + b for a in _spelt(begun) for b in _spellings(marks[-1])]
    return ways


def _spelt(text: str) -> list[str]:
    return _spellings(text) if len(text) == 1 else [text]


def _runs_with_expanding(needle: str) -> list[list[list[str]]]:
    """What stands in a match that is spelt with a character which folds to several: that, and one beside it."""
    beside: dict[tuple[str, str], list[str]] = {}
    for character, form in _folds()[1].items():
        for sides in _sides(needle, form):
            beside.setdefault(sides, []).append(character)
    wide = list(chain.from_iterable(beside.values()))
    return [
        [[*_spellings(before), *wide] if before else [], characters, [*_spellings(after), *wide] if after else []]
        for (before, after), characters in beside.items()
    ]


def _sides(needle: str, form: str) -> Iterator[tuple[str, str]]:
    """What stands before or after a character that folds to `form`, wherever it can be a part of the needle."""
    if needle in form or any(form.endswith(letter) for letter in _marked(needle)):
        yield "", ""
    for n in range(1, min(len(needle) - 1, len(form)) + 1):
        if form.endswith(needle[:n]):
            yield "", needle[n]
        if form.startswith(needle[-n:]):
            yield needle[-n - 1], ""
    for at in range(1, len(needle) - len(form)):
        if needle.startswith(form, at):
            yield needle[at - 1], ""


def _marked(needle: str) -> list[str]:
    """The letters that stand without their mark where the mark is a character of its own."""
    taken_apart = [unicodedata.normalize("NFD", unit) for unit in needle]
    return [letters[0] for letters in taken_apart if len(letters) > 1]


def _sequence(units: list[list[str]], encodings: Iterable[str], between: bytes) -> list[bytes]:
    """One way to write all the units one after the other, none where the encodings lack one of them."""
    stored = [_stored_ways(unit, encodings) for unit in units if unit]
    return [between.join(b"(?:" + b"|".join(ways) + b")" for ways in stored)] if all(stored) else []


def _stored_ways(ways: list[str], encodings: Iterable[str]) -> list[bytes]:
    """The ways as bytes in each encoding that has them, written for a regular expression."""
    stored = {_stored(way, encoding) for way in ways for encoding in encodings} - {b""}
    return [b"".join(b"\\x%02x" % byte for byte in way) for way in sorted(stored)]


def _stored(way: str, encoding: str) -> bytes:
    try:
        return _JIS_SHIFTS.sub(b"", way.encode(encoding))
    except UnicodeEncodeError:
        return b""
