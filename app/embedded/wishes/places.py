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
_SENTENCES = re.compile(
    rf"\b(?:(?:in|into|to|with|using)\s+(?:about\s+|at\s+most\s+|exactly\s+|only\s+|just\s+|no\s+more\s+than\s+)?)?(?:a\s+)?{_COUNT}"
    r"(?:\s+|-)(?:short\s+|simple\s+|key\s+|main\s+)?(?:sentences?|bullet\s+points?|bullets|points)\b"
    rf"|{_COUNT}\s*(?:つの)?(?:文|センテンス|箇条書き)(?:で|に|以内|程度|くらい|ぐらい)",
    re.I,
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
# "the files in stock", "stock の中のファイル": what is in a folder names it.
_OF_FILES_EN = re.compile(
    r"\b(?:(?:files|documents|docs|papers|texts|everything|all)\s+(?:(?:that|which)\s+(?:is|are)\s+)?"
    r"(?:in|inside|under|within|from)\s+(?=my\s|our\s|your\s)"
    r"|(?:files|documents|docs|papers|texts)\s+(?:(?:that|which|there)\s+)?(?:are\s+)?(?:there\s+)?"
    r"(?:in|inside|under|within|from)\s+(?:the\s+)?)((?:my|our|your)\s+[A-Za-z][\w-]*|[A-Za-z][\w-]*)"
    r"(?=\s*(?:[?.!,;]|$|(?:and|then|please|in|into|to|as)\b))",
    re.I,
)
_OF_FILES_JA = re.compile(
    r"(?<![\w/⟧])(?:([A-Za-z][\w.-]*?)\s*(?:の|に(?:ある|入って(?:い)?る)|内の)"
    r"|([A-Za-z\u30a0-\u30ff\u3400-\u9fff][A-Za-z0-9_\u30a0-\u30ff\u3400-\u9fff-]*)\s*(?:の(?:中|なか)(?:の|にある)|にある|内の))"
    r"\s*(?:(?:中|なか)(?:の|にある)\s*)?(?:すべての|全ての|全部の|全)?\s*(?:ファイル|文書|資料|論文|テキスト|⟦)"
)
# Alone, it may be a folder of the work folder as people write it; the tool knows.
_ROOTED = re.compile(r"(?<![^\s])/([A-Za-z][\w-]*)/?(?=\s*(?:[?.!]*\s*$|の|に|フォルダ))")
_OWNER = re.compile(r"^(?:my|our|your)\s+", re.I)
_FOLDER_SLASH = re.compile(r"(?<![\w⟧/])((?:[\w\u3040-\u30ff\u3400-\u9fff-]+/)+)(?![\w⟦])")
_LISTED = re.compile(
    r"^\s*(?:ls|dir|list)\s+(?:the\s+)?(?!files|all|the|everything|what|documents|papers|of|my|me|"
    r"please)([A-Za-z][\w/-]*)\s*$",
    re.I,
)
_NUMBERED = re.compile(r"(?<![A-Za-z0-9_⟦⟪.-])([A-Za-z][A-Za-z_-]*\d+[A-Za-z0-9_-]*)(?![A-Za-z0-9_.⟧⟫])")
_OBJECT_EN = re.compile(
    r"\b(?:summari[sz]e|read|open|show(?:\s+me)?|display|print|cat|(?:title|summary|contents?|gist|text|"
    r"lines?(?:\s+[\d-]+)?)\s+of|tell me about)\s+"
    r"(?:the\s+|my\s+|a\s+)?(?:file\s+|paper\s+|document\s+|text\s+)?(?:called\s+|named\s+)?([A-Za-z][\w-]+)",
    re.I,
)
_OBJECT_JA = re.compile(
    r"([A-Za-z][A-Za-z0-9_-]*|[\u30a0-\u30ff\u3400-\u9fffー]+)\s*(?:を\s*(?:短く)?(?:要約|まとめ|読|開|見せ|表示)|"
    r"の\s*(?:タイトル|題名|要約|概要|中身|内容|要点|(?:最初|はじめ|始め|先頭|冒頭|最後|末尾)の))"
)
_DETERMINER = re.compile(r"^(?:各|全|この|その|例の|上記)(?=.)")
_INSIDE = re.compile(
    r"\b(?:in|inside|from)\s+(?:the\s+)?([A-Za-z][\w-]*)(?=\s*(?:[?.!,;]|$|and\b|please\b))"
    r"|\bof\s+(?:the\s+)?([A-Za-z][\w-]*)\s*[?.!]*\s*$",
    re.I,
)


def folder_in(masked: str) -> str:
    """The folder that is named, "." for the root, "" when none is."""
    text = re.sub(QUOTE, " ", masked)
    patterns = (_FOLDER_SLASH, _FOLDER_EN, _FOLDER_NAMED, _FOLDER_JA, _LISTED, _OF_FILES_EN, _OF_FILES_JA, _ROOTED)
    for pattern in patterns:
        for found in pattern.finditer(text):
            name = next(group for group in found.groups() if group).replace("\\", "/").strip("/.")
            if ROOT.fullmatch(_OWNER.sub("", name)):
                return "."
            if "⟧" not in name and _may_be_a_folder(name):
                return name.removeprefix("work/")
    return ""


def placed(name: str, folder: str) -> str:
    """A file's path when its folder is named beside it."""
    return name if folder in ("", ".") or "/" in name else f"{folder}/{name}"


def _may_be_a_folder(name: str) -> bool:
    bare = _OWNER.sub("", name)
    return bool(bare) and (bare.lower() == "docs" or not COMMON.fullmatch(bare))


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


def sentences_in(masked: str) -> int:
    """How many sentences a summary is to have; 0 when it is not said."""
    found = _SENTENCES.search(masked)
    return _number(found) if found else 0


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
