"""From a message to a search."""

import re
from itertools import chain

from app.embedded.wishes import words
from app.embedded.wishes.mood import without_courtesies
from app.embedded.wishes.names import FILE, Reading, plain_twin
from app.embedded.wishes.requests import bare_request
from app.embedded.wishes.searches import english, japanese
from app.embedded.wishes.searches.parts import Scope, extension_of, name_of, query_of, scope_of
from app.embedded.wishes.wish import Wish

_LONGEST = 300
_EXTENSIONS_JA = {"エクセル": "xlsx", "ワード": "docx", "パワーポイント": "pptx"}
_NOT_SOUGHT = re.compile(
    r"フォルダ|ディレクトリ|作業|^(?:work|それ|これ|もの|何か|ほか|他|中身|内容)$|要約|タイトル|題名|一覧", re.I
)

# A file's name may stand in a text as well.
_MENTIONS = re.compile(r"mention|refer|talk|say|discuss|言及|触れ|出て|書", re.I)


def search_in(reading: Reading) -> Wish | None:
    """The search that the message asks for, if it does."""
    if len(reading.plain) > _LONGEST or words.EXISTS.search(reading.masked):
        return None
    text = bare_request(without_courtesies(reading.masked)).rstrip("?!.。 ")
    return _names(reading, text) or _texts(reading, text)


def _names(reading: Reading, text: str) -> Wish | None:
    for found in chain(english.names_in(text), japanese.names_in(text)):
        pattern, scope = _pattern(reading, found), _scope(reading, found)
        if pattern and scope is not None:
            return Wish("find", text=plain_twin(pattern), folder=scope.folder)
    return None


def _texts(reading: Reading, text: str) -> Wish | None:
    for found in chain(english.texts_in(text), japanese.texts_in(text)):
        query, scope = query_of(reading, found["query"]), _scope(reading, found)
        if not query or scope is None or _NOT_SOUGHT.search(query):
            continue
        if re.fullmatch(FILE, found["query"].strip()) and not _MENTIONS.search(text):
            return Wish("find", text=query, folder=scope.folder)
        return Wish("search", text=query, folder=scope.folder, files=(scope.file,) if scope.file else ())
    return None


def _scope(reading: Reading, found: re.Match[str]) -> Scope | None:
    groups = found.groupdict()
    return scope_of(reading, groups.get("file") or groups.get("scope") or groups.get("within"))


def _pattern(reading: Reading, found: re.Match[str]) -> str:
    groups = found.groupdict()
    if groups.get("ext"):
        return f"*.{_EXTENSIONS_JA.get(groups['ext'], extension_of(groups['ext']))}"
    if groups.get("begin"):
        return f"{name_of(reading, groups['begin'])}*"
    if groups.get("end"):
        return f"*{name_of(reading, groups['end'])}"
    return name_of(reading, groups["name"] or "")
