"""Text into sentences, in English and in Japanese, and wrapped lines into running text."""

import re
from collections.abc import Iterable, Iterator

_CJK = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_CLOSERS = "\"'”’」』)\\])】〉》\uff09\uff3d"
_WIDE_END = "。\uff61\uff01\uff1f"
ENDS = re.compile(rf"[.!?{_WIDE_END}\uff0e][{_CLOSERS}]*\s*$")
_WIDE = re.compile(rf"[{_CJK}]")
_OPEN, _CLOSE = "「『([【〈《\uff08\uff3b", "」』)]】〉》\uff09\uff3d"
_LONGEST_ASIDE, _LOOKED_BACK = 200, 400

_STOP = re.compile(
    rf"(?P<wide>[{_WIDE_END}]|(?<=[{_CJK}])[!?\uff0e](?!\s*[a-z]))[{_CLOSERS}]*"
    rf"|(?P<narrow>[.!?]+[{_CLOSERS}]*)(?=\s+[\"'“‘(\[「]*[A-Z0-9\u3040-\u9fff]|\s*$)"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[\"'“‘])(?:e\.g|i\.e|cf|vs|viz|al|Mrs?|Ms|Dr|Prof|St|Figs?|Eqs?|Secs?|Chap|Tab|Nos?|Vols?|pp?|eds?|"
    r"approx|ca|Inc|Ltd|Co|Corp|Jr|Sr|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|U\.S|U\.K|Ph\.D|"
    r"[A-Z])$|^\d{1,2}$"
)


def unwrapped(lines: Iterable[str]) -> str:
    """Lines as running text: joined with a blank, in Japanese and after a hyphen with none."""
    text = ""
    for line in lines:
        part = line.strip(" \t\u3000")
        text += part if not text or _joins_bare(text, part) else f" {part}"
    return text


def sentences_in(text: str) -> Iterator[str]:
    """The sentences of one paragraph, each with its end mark; what follows the last mark comes too."""
    start = 0
    for stop in _STOP.finditer(text):
        if stop.start() >= start and _is_end(text, start, stop):
            yield text[start : stop.end()].strip(" \t\u3000")
            start = stop.end()
    if rest := text[start:].strip(" \t\u3000"):
        yield rest


def _joins_bare(text: str, part: str) -> bool:
    hyphen = re.search(r"[a-z]-$", text[-2:]) and part[:1].islower()
    return bool(hyphen or _WIDE.match(text[-1:]) or _WIDE.match(part))


def _is_end(text: str, start: int, stop: re.Match[str]) -> bool:
    if _inside_brackets(text, start, stop):
        return False
    if stop["wide"]:
        # A sentence in brackets may go on outside of them: 「はい。」と言った。
        return len(stop["wide"]) == len(stop[0]) or not re.match(r"[とっがのをはもにで、]", text[stop.end() :])
    one_period = stop["narrow"].strip("\"'”’)]") == "."
    return not (one_period and _ABBREVIATION.search(text[max(start, stop.start() - _LOOKED_BACK) : stop.start()]))


def _inside_brackets(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether a bracket opened in this sentence is still open, and closes soon."""
    depth = 0
    for character in text[max(start, stop.end() - _LOOKED_BACK) : stop.end()]:
        depth += (character in _OPEN) - (character in _CLOSE)
    soon = text[stop.end() : stop.end() + _LONGEST_ASIDE]
    return depth > 0 and any(character in _CLOSE for character in soon)
