"""Which section of a file is asked for."""

import re

_KANJI = "一二三四五六七八九十"
_NUMBERED = re.compile(
    rf"\b(?:section|chapter)\s+(\d+(?:\.\d+)*)|第?\s*(\d+(?:\.\d+)*)\s*[節章](?!で|分)|第([{_KANJI}])[節章]", re.I
)
_PLACES = re.findall(r"\w+", "first second third fourth fifth sixth seventh eighth ninth tenth")
_PLACED = re.compile(rf"\b(?:({'|'.join(_PLACES)})|(\d+)(?:st|nd|rd|th))\s+(?:section|chapter)\b", re.I)
_NAMED = re.compile(
    r"\b(?:the|its)\s+(abstract|introduction|conclusions?|references)\b"
    r"|(概要|要旨|序論|はじめに|結論|おわりに|参考文献)(?:の(?:節|章|部分|ところ))?(?:を|だけ)\s*(?:読|見せ|表示|開)",
    re.I,
)


def section_in(masked: str) -> str:
    """The number or the heading of a section, "" when none is named."""
    if found := _NUMBERED.search(masked):
        return found[1] or found[2] or str(_KANJI.index(found[3]) + 1)
    if found := _PLACED.search(masked):
        return found[2] or str(_PLACES.index(found[1].lower()) + 1)
    found = _NAMED.search(masked)
    return (found[1] or found[2]).lower() if found else ""
