"""How little a decoded text looks like one that somebody wrote: the lower, the likelier its encoding."""

import re
import unicodedata
from collections import Counter

_STRANGE = 3.0
_RARE = 1.0
_REPLACED = "\ufffd"
_REPLACED_COST = 20.0
# First and last character of a kind, and what each of its characters costs in a text that is Japanese if anything.
_KINDS = (
    ("\u3000", "\u30ff", 0.0),  # kana and Japanese punctuation
    ("\u4e00", "\u9fff", 0.35),
    ("\uff01", "\uff5e", 0.4),  # full width
    ("\uffe0", "\uffe6", 0.4),
    ("\u2000", "\u27bf", 0.4),  # signs such as № and ①
    ("\u3200", "\u33ff", 0.4),  # signs such as ㈱
    ("\u00a0", "\u052f", 0.4),
    ("\uac00", "\ud7a3", 0.4),
    ("\uff61", "\uff9f", 0.65),  # half width kana
)
_ALONE = re.compile(
    r"(?<![^\x00-\x7f])[\uff61-\uff9f](?![^\x00-\x7f])"
    r"|(?<=[A-Za-z])[\u4e00-\u9fff](?![^\x00-\x7f])"
    r"|(?<![^\x00-\x7f])[\u4e00-\u9fff](?=[A-Za-z])"
)
_ACCENTED = "À-ÖØ-öø-ÿŒœŠšŽžŸƒ"
_IN_A_WORD = re.compile(f"(?<=[A-Za-z])[{_ACCENTED}’]|[{_ACCENTED}](?=[A-Za-z])")
_STUCK_IN_A_WORD = re.compile(rf"(?<=[A-Za-z])[^\x00-\x7f{_ACCENTED}‘’“”–—·](?=[^\s.,;:!?)\]\"'-])")
_WESTERN_BIAS = 0.15
# The kanji that newspapers use most: two in five or more of any Japanese words are among them, one in ten of what
# Chinese or Korean looks like when it is taken for Japanese.
_FREQUENT_KANJI = frozenset(
    "日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者地合市業内相方四定今回新場金"
    "員九入選立開手力学問高代明実円関決子動京全目表経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用"
    "制治度務強気小七成期公持野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支"
    "第産結百点教報済書府活原先共得解名交資予川向際査面委告文反元重近千考認画海参売利組知案道信策集在件団別物"
    "側任引使求所次水半品論計"
)


def japanese_penalty(text: str) -> float:
    """The mean cost of the characters beyond ASCII, where wrong bytes were replaced; fair to Chinese and Korean."""
    wrong = text.count(_REPLACED)
    return _mean(_cost(text) + len(_ALONE.findall(text)) + wrong * _REPLACED_COST, text)


def western_penalty(text: str) -> float:
    """The same for a text of Latin letters with accents."""
    strange = sum(n for c, n in beyond_ascii(text).items() if unicodedata.category(c) == "Cc" or c == _REPLACED)
    in_a_word, stuck = len(_IN_A_WORD.findall(text)), len(_STUCK_IN_A_WORD.findall(text))
    plain = beyond_ascii(text).total() - strange - in_a_word - stuck
    return _mean(strange * _STRANGE + in_a_word * 0.3 + stuck * 1.5 + plain, text) + _WESTERN_BIAS


def utf8_penalty(text: str) -> float:
    """The same for UTF-8 in which some bytes were replaced: what is valid in it is hardly so by chance."""
    wrong = text.count(_REPLACED)
    return _mean(wrong * _STRANGE + (beyond_ascii(text).total() - wrong) * 0.1, text)


def utf16_penalty(text: str) -> float:
    """The mean cost of all characters of UTF-16 without a mark, which is told by its ASCII."""
    return (_cost(text) + text.count(_REPLACED) * _REPLACED_COST) / max(1, len(text))


def is_clearly_japanese(text: str) -> bool:
    """Whether it has kana, or the frequent kanji, so that it is no mistaken Chinese or Korean."""
    counts = beyond_ascii(text)
    kana = sum(n for c, n in counts.items() if "\u3041" <= c <= "\u30ff")
    half_width = sum(n for c, n in counts.items() if "\uff61" <= c <= "\uff9f")
    kanji = sum(n for c, n in counts.items() if "\u4e00" <= c <= "\u9fff")
    frequent = sum(counts[c] for c in _FREQUENT_KANJI)
    total = counts.total()
    return kana > total * 0.03 or half_width > total * 0.95 or (frequent > kanji * 0.2 and kanji > total * 0.5)


def beyond_ascii(text: str) -> Counter[str]:
    """How often each character stands in `text`, those of ASCII left out but for control characters."""
    return Counter(re.findall(r"[^\t\n\f\r\x1b -~]", text))


def _mean(cost: float, text: str) -> float:
    return cost / max(1, beyond_ascii(text).total())


def _cost(text: str) -> float:
    return sum(count * _cost_of_one(character) for character, count in beyond_ascii(text).items())


def _cost_of_one(character: str) -> float:
    if unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs"):
        return _STRANGE
    return next((cost for first, last, cost in _KINDS if first <= character <= last), _RARE)
