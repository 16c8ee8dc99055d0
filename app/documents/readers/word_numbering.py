"""The numbers that Word sets before the items of a list, which are not part of its text."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from app.documents.markup import attribute, child, found

_LEVEL = re.compile(r"%([1-9])")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_ONES = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_KANJI = "〇一二三四五六七八九"


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN + _ROMAN_ONES:
        text += letters * (number // value)
        number %= value
    return text


def _letter(number: int) -> str:
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _kanji(number: int) -> str:
    """一 to 九十九; what is higher is written digit by digit."""
    tens, ones = divmod(number, 10)
    if tens > 9:
        return "".join(_KANJI[int(digit)] for digit in str(number))
    return ("" if not tens else "十" if tens == 1 else _KANJI[tens] + "十") + (_KANJI[ones] if ones or not tens else "")


def _of(signs: str) -> Callable[[int], str]:
    return lambda number: signs[number - 1] if 0 < number <= len(signs) else str(number)


_FORMATS: dict[str, Callable[[int], str]] = {
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
    "lowerLetter": _letter,
    "upperLetter": lambda number: _letter(number).upper(),
    "decimalZero": lambda number: f"{number:02}",
    "decimalFullWidth": lambda number: "".join(chr(ord("０") + int(digit)) for digit in str(number)),
    "decimalEnclosedCircle": _of("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"),
    "iroha": _of("ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦ"),
    "irohaFullWidth": _of("イロハニホヘトチリヌルヲ"),
    "aiueo": _of("ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿ"),
    "aiueoFullWidth": _of("アイウエオカキクケコサシスセソ"),
    **dict.fromkeys(("japaneseCounting", "japaneseDigitalTenThousand", "ideographDigital", "chineseCounting"), _kanji),
}


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    form: str
    text: str


def _value(element: Element | None, default: str = "") -> str:
    return default if element is None else attribute(element, "val") or default


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else default


class Numbering:
    """The lists of one document, while their items are met one after another."""

    def __init__(self, numbering: list[Element], styles: list[Element]) -> None:
        self._levels: dict[tuple[str, int], _Level] = {}
        self._abstract: dict[str, str] = {}
        self._counts: dict[tuple[str, int], int] = {}
        self._by_style = {
            attribute(style, "styleId"): numbered
            for root in styles
            for style in found(root, "style")
            if (numbered := child(style, "pPr", "numPr")) is not None
        }
        for root in numbering:
            self._learn(root)

    def _learn(self, root: Element) -> None:
        for abstract in found(root, "abstractNum"):
            for level in found(abstract, "lvl"):
                key = (attribute(abstract, "abstractNumId"), _number(attribute(level, "ilvl"), 0))
                start = _number(_value(child(level, "start")), 1)
                form, text = _value(child(level, "numFmt"), "decimal"), _value(child(level, "lvlText"))
                self._levels[key] = _Level(start, form, text)
        for one in found(root, "num"):
            self._abstract[attribute(one, "numId")] = _value(child(one, "abstractNumId"))

    def label(self, paragraph: Element, style: str) -> str:
        """What stands before `paragraph`, "" when it is not in a list. Counts it."""
        numbered = child(paragraph, "pPr", "numPr")
        if numbered is None:
            numbered = self._by_style.get(style)
        if numbered is None:
            return ""
        inherited = self._by_style.get(style, numbered)
        number = _value(child(numbered, "numId")) or _value(child(inherited, "numId"))
        depth = _number(_value(child(numbered, "ilvl")), 0)
        return self._counted(self._abstract.get(number, ""), depth)

    def _counted(self, abstract: str, depth: int) -> str:
        level = self._levels.get((abstract, depth))
        if level is None:
            return ""
        self._counts[abstract, depth] = self._counts.get((abstract, depth), level.start - 1) + 1
        for key in [key for key in self._counts if key[0] == abstract and key[1] > depth]:
            del self._counts[key]
        if level.form == "bullet":
            return "  " * depth + "-"
        return "  " * depth + _LEVEL.sub(lambda place: self._shown(abstract, int(place[1]) - 1), level.text)

    def _shown(self, abstract: str, depth: int) -> str:
        level = self._levels.get((abstract, depth), _Level(1, "decimal", ""))
        count = self._counts.get((abstract, depth), level.start)
        return _FORMATS.get(level.form, str)(count)
