"""Which encoding the bytes of a text are in; Japanese first where that is in doubt."""

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.workspace.text.likeness import (
    beyond_ascii,
    is_clearly_japanese,
    japanese_penalty,
    utf8_penalty,
    utf16_penalty,
    western_penalty,
)

_SCORED = 65_536
_BEFORE_SCORED = 1_024
_NOT_IN_TEXT = bytes({*range(0x20), 0x7F} - set(b"\b\t\n\f\r\x1b"))
# Half of the bytes of kana in UTF-16 is "0", so that is no sign of words.
_OF_WORDS = b"abcdefghijklmnopqrstuvwxyz123456789 ,.;:=-_/\t\r\n"
_MOSTLY, _FEW_ZEROS = 0.6, 0.3
_CONTROLS_ALLOWED = 0.05
_WORST_TEXT = 2.0
_WORST_UTF_16 = 0.6


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a text is stored: `mark` is the bytes of the byte order mark, b"" without one.

    `codec` is Python's name for the rest; `name` is a person's. `guessed` says that nothing
    in the bytes settles it. `errors` is "strict", or "backslashreplace" where some bytes are
    no text in the encoding: these read as \\xNN, which must not be written back.
    """

    codec: str
    mark: bytes
    name: str
    guessed: bool
    errors: str = "strict"

    @property
    def is_plain_utf8(self) -> bool:
        """Whether it is valid UTF-8 without a mark, which needs no mention."""
        return self == UTF_8

    @property
    def is_jis(self) -> bool:
        """Whether escape sequences lead from one set of characters to another."""
        return self.codec.startswith("iso2022_jp")


UTF_8 = Encoding("utf-8", b"", "UTF-8", guessed=False)

_MARKED = (
    # UTF-32 stands before UTF-16, whose mark its own begins with.
    Encoding("utf-32-le", codecs.BOM_UTF32_LE, "UTF-32 LE", guessed=False),
    Encoding("utf-32-be", codecs.BOM_UTF32_BE, "UTF-32 BE", guessed=False),
    Encoding("utf-8", codecs.BOM_UTF8, "UTF-8 with BOM", guessed=False),
    Encoding("utf-16-le", codecs.BOM_UTF16_LE, "UTF-16 LE", guessed=False),
    Encoding("utf-16-be", codecs.BOM_UTF16_BE, "UTF-16 BE", guessed=False),
)
_UTF_16 = (
    Encoding("utf-16-le", b"", "UTF-16 LE without BOM", guessed=True),
    Encoding("utf-16-be", b"", "UTF-16 BE without BOM", guessed=True),
)
_JIS_ESCAPE = re.compile(rb"\x1b(?:\$[@B]|\$\([DOPQ]|\([IJ])")
_JIS = tuple(
    Encoding(codec, b"", "ISO-2022-JP", guessed=False)
    for codec in ("iso2022_jp", "iso2022_jp_1", "iso2022_jp_ext", "iso2022_jp_2004")
)
_CP932 = Encoding("cp932", b"", "Shift_JIS (CP932)", guessed=True)
_EUC_JP = Encoding("euc_jp", b"", "EUC-JP", guessed=True)
_EUC_JIS = Encoding("euc_jis_2004", b"", "EUC-JP (JIS X 0213)", guessed=True)
_CP1252 = Encoding("cp1252", b"", "Windows-1252", guessed=True)
_TRIED: tuple[tuple[Encoding, Callable[[str], float]], ...] = (
    # The first wins where two are as likely.
    (_CP932, japanese_penalty),
    (_EUC_JP, japanese_penalty),
    (_EUC_JIS, japanese_penalty),
    (UTF_8, utf8_penalty),
    (_CP1252, western_penalty),
)
# What has the same characters in the same places, and more of them.
_KINDRED = {"euc_jp": _EUC_JIS, "cp1252": Encoding("latin-1", b"", "ISO-8859-1", guessed=True)}
_EAST_ASIAN = {
    "gb2312": "GB2312",
    "gbk": "GBK",
    "gb18030": "GB18030",
    "big5": "Big5",
    "big5hkscs": "Big5-HKSCS",
    "cp950": "Big5 (CP950)",
    "euc_kr": "EUC-KR",
    "cp949": "EUC-KR (CP949)",
    "johab": "Johab",
}
_OTHER_ALPHABETS = {
    "cp1251": "Windows-1251",
    "koi8_r": "KOI8-R",
    "koi8_u": "KOI8-U",
    "iso8859_5": "ISO-8859-5",
    "cp1253": "Windows-1253",
    "iso8859_7": "ISO-8859-7",
}
_ENOUGH_TO_ASK = 8


def encoding_of(sample: bytes, whole: bool) -> Encoding | None:
    """The encoding of a text that begins with, or is, `sample`; None when it is no text.

    `whole` says that the sample is everything, so that it cannot end within a character.
    """
    if marked := next((e for e in _MARKED if sample.startswith(e.mark)), None):
        return fitting(marked, sample, whole) if marked.codec == "utf-8" else marked
    if b"\0" in sample:
        return _unmarked_utf_16(sample, whole)
    if sample.isascii() and _JIS_ESCAPE.search(sample):
        return next((e for e in _JIS if fits(e, sample, whole)), damaged(_JIS[0]))
    if fits(UTF_8, sample, whole):
        return UTF_8
    if len(sample) - len(sample.translate(None, _NOT_IN_TEXT)) > len(sample) * _CONTROLS_ALLOWED:
        return None
    likeliest = _likeliest(*_window(sample, whole))
    return likeliest and fitting(likeliest, sample, whole)


def fits(encoding: Encoding, sample: bytes, whole: bool) -> bool:
    """Whether all of `sample` is text in `encoding`."""
    try:
        _read(encoding, sample, whole, "strict")
    except UnicodeDecodeError:
        return False
    return True


def fitting(encoding: Encoding, sample: bytes, whole: bool) -> Encoding:
    """`encoding`, or a larger one of its kind, in which all of `sample` is text; else `encoding` as damaged."""
    if fits(encoding, sample, whole):
        return encoding
    larger = _KINDRED.get(encoding.codec)
    return larger if larger and fits(larger, sample, whole) else damaged(encoding)


def _read(encoding: Encoding, sample: bytes, whole: bool, errors: str) -> str:
    return codecs.getincrementaldecoder(encoding.codec)(errors).decode(sample[len(encoding.mark) :], whole)


def damaged(encoding: Encoding) -> Encoding:
    """`encoding` for a text in which some bytes are none."""
    name = f"{encoding.name} with invalid bytes"
    return replace(encoding, name=name, guessed=not encoding.mark, errors="backslashreplace")


def _unmarked_utf_16(sample: bytes, whole: bool) -> Encoding | None:
    read = {e: _read(e, sample[:_SCORED], whole and len(sample) <= _SCORED, "replace") for e in _UTF_16}
    likely = {e: utf16_penalty(text) for e, text in read.items() if _explains_zeros(text, sample[:_SCORED])}
    best = min(likely, key=lambda e: likely[e], default=None)
    if best is None or likely[best] > _WORST_UTF_16 or not fits(best, sample, whole):
        return None
    return best


def _explains_zeros(text: str, sample: bytes) -> bool:
    """Whether the zero bytes are halves of ASCII for the most part, and none is a character.

    A few of them between the words of a text in ASCII are not.
    """
    zeros = sample.count(0)
    words = len(sample) - len(sample.translate(None, _OF_WORDS))
    if words > (len(sample) - zeros) * _MOSTLY and zeros < len(sample) * _FEW_ZEROS:
        return False
    return "\0" not in text and sum(c.isascii() for c in text) * 2 >= zeros


def _window(sample: bytes, whole: bool) -> tuple[bytes, bool]:
    """What is scored, around the first byte beyond ASCII, and whether it ends where the text does."""
    beyond = re.search(rb"[\x80-\xff]", sample)
    start = max(0, (beyond.start() if beyond else 0) - _BEFORE_SCORED)
    window = sample[start : start + _SCORED]
    return window, whole and start + len(window) == len(sample)


def _likeliest(window: bytes, ended: bool) -> Encoding | None:
    read = {e: _read(e, window, ended, "replace") for e, _ in _TRIED}
    penalties = {e: penalty(read[e]) for e, penalty in _TRIED}
    best = min(penalties, key=lambda e: penalties[e])
    if penalties[best] > _WORST_TEXT:
        return None
    return _second_opinion(window, ended, _to_ask_about(best, read[best])) or best


def _to_ask_about(verdict: Encoding, text: str) -> dict[str, str]:
    """The encodings that `verdict` may have been mistaken for: Python's names and a person's."""
    beyond = beyond_ascii(text).total()
    if beyond < _ENOUGH_TO_ASK or verdict.codec == "utf-8":
        return {}
    if verdict == _CP1252:
        letters = len(re.findall(r"[A-Za-z]", text))
        return _EAST_ASIAN | _OTHER_ALPHABETS if beyond > letters else {}
    return {} if is_clearly_japanese(text) else _EAST_ASIAN


def _second_opinion(window: bytes, ended: bool, accepted: dict[str, str]) -> Encoding | None:
    if not accepted:
        return None
    # It is seldom needed, and takes its time to be imported.
    from charset_normalizer import from_bytes

    best = from_bytes(window).best()
    if best is None or best.encoding not in accepted:
        return None
    other = Encoding(best.encoding, b"", accepted[best.encoding], guessed=True)
    return other if fits(other, window, ended) else None
