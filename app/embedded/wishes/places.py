"""Where in the folder or in a file: folders, bare names, line numbers, places in a list."""

import re

from app.embedded.wishes.common import COMMON, ROOT
from app.embedded.wishes.names import QUOTE
from app.embedded.wishes.wish import Lines
from app.embedded.wishes.words import EXCEPT

_SMALL = re.findall(r"\w+", "one two three four five six seven eight nine ten")
_NUMBERS = {
    **{word: number for number, word in enumerate(_SMALL, 1)},
    **{word: number for number, word in enumerate("一二三四五六七八九十", 1)},
    "twenty": 20,
    "fifty": 50,
    "a hundred": 100,
}
_PLACES = re.findall(r"\w+", "first second third fourth fifth sixth seventh eighth")
_ORDINALS = {
    **{word: number for number, word in enumerate(_PLACES, 1)},
    **{word: number for number, word in enumerate(re.findall(r"\w+", "1st 2nd 3rd 4th 5th 6th 7th 8th"), 1)},
    "last": -1,
}
_COUNT = rf"(\d+|{'|'.join(_NUMBERS)})"
_RANGE_EN = re.compile(r"\blines?\s+(\d+)\s*(?:-|–|—|~|to|through|until|and|till)\s*(?:line\s+)?(\d+)", re.I)
_RANGE_JA = re.compile(r"(\d+)\s*(?:行目?)?\s*(?:から|~|〜|-|–|ー|から第)\s*(\d+)\s*行")
_FROM = re.compile(r"\b(?:from|after|starting (?:at|from))\s+line\s+(\d+)|(\d+)\s*行目?\s*(?:以降|から(?!\s*\d))", re.I)
_ONE = re.compile(r"\bline\s+(?:number\s+)?(\d+)|(\d+)\s*行目|第(\d+)行", re.I)
_FIRST = re.compile(
    rf"\b(?:first|top|initial)\s+{_COUNT}\s+lines|\bhead\s+(?:-n?\s*)?(\d+)"
    rf"|(?:最初|先頭|冒頭|はじめ|始め|頭|上)(?:から|の)?\s*{_COUNT}\s*行",
    re.I,
)
_LAST = re.compile(
    rf"\b(?:last|final|bottom)\s+{_COUNT}\s+lines|(?:最後|末尾|終わり|下)(?:から|の)?\s*{_COUNT}\s*行", re.I
)
_HEAD = re.compile(r"\bhead\s+(?:of\s+)?⟦|^\s*head\s+[A-Za-z]", re.I)
_TAIL = re.compile(r"\btail\s+(?:-n?\s*)?(\d+)|\btail\s+(?:of\s+)?⟦|^\s*tail\s+[A-Za-z]", re.I)
_SHOWN_BY_HEAD = 10
_FIRST_LINE = re.compile(r"\bfirst line\b|(?:最初|先頭|冒頭|はじめ)の行", re.I)
_LAST_LINE = re.compile(r"\blast line\b|(?:最後|末尾)の行", re.I)
_ORDINAL_EN = re.compile(
    rf"\b({'|'.join(_ORDINALS)})\s+(?:one|file|paper|document|text|entry|item)\b|\b(?:number|no\.?|#)\s*(\d)\b", re.I
)
_ORDINAL_JA = re.compile(
    r"([\d一二三四五六七八九])\s*(?:番目|つ目|つめ|個目|番め|件目|本目)|(最初|最後)の(?:ファイル|論文|文書|もの|やつ)"
)
_NAME = r"[\w\u3040-\u30ff\u3400-\u9fff./\\-]*[\w\u3040-\u30ff\u3400-\u9fff]"
_FOLDER_EN = re.compile(rf"(?:\b|(?<=`))({_NAME})/?\s+(?:sub-?)?(?:folder|directory|dir)\b", re.I)
_FOLDER_NAMED = re.compile(
    rf"\b(?:folder|directory|dir)\s+(?:called|named)\s+({_NAME})|\b(?:folder|directory|"
    rf"dir)\s+({_NAME})/?\s*[?.!]*\s*$",
    re.I,
)
_FOLDER_JA = re.compile(r"([^\s、。,のをはがでにへ]+?)/?\s*(?:という)?\s*(?:サブ)?(?:フォルダ|ディレクトリ)")
_FOLDER_SLASH = re.compile(r"(?<![\w⟧/])((?:[\w\u3040-\u30ff\u3400-\u9fff-]+/)+)(?![\w⟦])")
_LISTED = re.compile(
    r"^\s*(?:ls|dir|list)\s+(?:the\s+)?(?!files|all|the|everything|what|documents|papers|of|my|me|"
    r"please)([A-Za-z][\w/-]*)\s*$",
    re.I,
)
_NUMBERED = re.compile(r"(?<![A-Za-z0-9_⟦⟪.-])([A-Za-z][A-Za-z_-]*\d+[A-Za-z0-9_-]*)(?![\w.⟧⟫])")
_OBJECT_EN = re.compile(
    r"\b(?:summari[sz]e|read|open|show(?:\s+me)?|display|print|cat|(?:title|summary|contents?|gist|text|"
    r"lines?(?:\s+[\d-]+)?)\s+of|tell me about)\s+"
    r"(?:the\s+|my\s+|a\s+)?(?:file\s+|paper\s+|document\s+|text\s+)?(?:called\s+|named\s+)?([A-Za-z][\w-]+)",
    re.I,
)
_OBJECT_JA = re.compile(
    r"([A-Za-z][A-Za-z0-9_-]*|[\u30a0-\u30ff\u3400-\u9fffー]+)\s*(?:を\s*(?:短く)?(?:要約|まとめ|読|開|見せ|表示)|"
    r"の\s*(?:タイトル|題名|要約|概要|中身|内容|要点))"
)
_DETERMINER = re.compile(r"^(?:各|全|この|その|例の|上記)(?=.)")
_INSIDE = re.compile(
    r"\b(?:in|inside|from)\s+(?:the\s+)?([A-Za-z][\w-]*)(?=\s*(?:[?.!,;]|$|and\b|please\b))"
    r"|\bof\s+(?:the\s+)?([A-Za-z][\w-]*)\s*[?.!]*\s*$",
    re.I,
)


# A path that begins outside of the folder: /etc/passwd, ../secret. Beyond `/` one name may be a folder in it.
_OUTSIDE = re.compile(r"(?<![\w./⟧~-])(?:~|\.\.|(?=/[\w.-]+/))(?:/(?!work/)[\w.-]+)+")


def paths_outside(masked: str) -> tuple[str, ...]:
    """Paths that lead out of the folder, for the tool to refuse."""
    return tuple(dict.fromkeys(_OUTSIDE.findall(masked)))


def folder_in(masked: str) -> str:
    """The folder that is named, "." for the root, "" when none is."""
    text = re.sub(QUOTE, " ", masked)
    for pattern in (_FOLDER_SLASH, _FOLDER_EN, _FOLDER_NAMED, _FOLDER_JA, _LISTED):
        for found in pattern.finditer(text):
            name = next(group for group in found.groups() if group).replace("\\", "/").strip("/.")
            if ROOT.fullmatch(name):
                return "."
            if name and "⟧" not in name and not COMMON.fullmatch(name):
                return name.removeprefix("work/")
    return ""


def bare_names(masked: str) -> tuple[str, ...]:
    """Words that may be the name of a file without its extension, or of a folder."""
    patterns = (_NUMBERED, _OBJECT_EN, _OBJECT_JA, _INSIDE)
    matches = (match for pattern in patterns for match in pattern.finditer(masked))
    found = [_DETERMINER.sub("", next(group for group in match.groups() if group)) for match in matches]
    folder = folder_in(masked)
    return tuple(dict.fromkeys(name for name in found if not COMMON.fullmatch(name) and name != folder))


def lines_in(masked: str) -> Lines | None:
    """The lines that are asked for."""
    if EXCEPT.search(masked):
        found = _FIRST.search(masked)
        return Lines(_number(found) + 1) if found else None
    if found := _RANGE_EN.search(masked) or _RANGE_JA.search(masked):
        low, high = sorted((int(found[1]), int(found[2])))
        return Lines(max(1, low), max(1, high))
    if found := _FIRST.search(masked):
        return Lines(1, _number(found))
    if found := _LAST.search(masked):
        return Lines(from_end=_number(found))
    return _single(masked)


def ordinal_in(masked: str) -> int:
    """A place in a list, from 1, -1 for the last; 0 when none is named."""
    if found := _ORDINAL_EN.search(masked):
        return _ORDINALS.get(found[1].lower(), 0) if found[1] else int(found[2])
    if found := _ORDINAL_JA.search(masked):
        if found[2]:
            return 1 if found[2] == "最初" else -1
        return int(found[1]) if found[1].isdigit() else _NUMBERS[found[1]]
    return 0


def _single(masked: str) -> Lines | None:
    if _FIRST_LINE.search(masked):
        return Lines(1, 1)
    if _LAST_LINE.search(masked):
        return Lines(from_end=1)
    if found := _FROM.search(masked):
        return Lines(max(1, _number(found)))
    if found := _ONE.search(masked):
        return Lines(max(1, _number(found)), max(1, _number(found)))
    if found := _TAIL.search(masked):
        return Lines(from_end=int(found[1] or _SHOWN_BY_HEAD))
    return Lines(1, _SHOWN_BY_HEAD) if _HEAD.search(masked) else None


def _number(found: re.Match[str]) -> int:
    text = next(group for group in found.groups() if group).lower()
    return _NUMBERS[text] if text in _NUMBERS else int(text)
