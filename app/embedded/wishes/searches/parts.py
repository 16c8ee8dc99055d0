"""What is looked for and where, as it is named in a message."""

import re
from dataclasses import dataclass

from app.embedded.wishes.common import COMMON, ROOT
from app.embedded.wishes.names import FILE, QUOTE, Reading

EXTENSIONS = (
    r"pdf|md|markdown|txt|text|csv|tsv|json|ya?ml|xml|html?|docx?|xlsx?|pptx?|odt|ods|odp|rtf|epub|eml|ipynb|py|js|"
    r"log|png|jpe?g|gif|zip"
)
GLOB = r"[\w./-]*[*?][\w.*?/{},\[\]-]*"
_SPOKEN = {"markdown": "md", "text": "txt", "excel": "xlsx", "word": "docx", "powerpoint": "pptx"}
_LONGEST = 80
_EVERYWHERE = re.compile(
    r"(?:(?:all|any|every|each|of|the|my|our|your|these|those|this|whole|entire|work|text)\s+)*"
    r"(?:folders?|directory|files?|papers?|documents?|docs|texts?|notes|everything|everywhere|here|them|work|there)"
    r"|(?:すべて|全て|全部|全|各|この|作業|work|ワーク)*\s*(?:の)?\s*(?:フォルダー?|ディレクトリ|ファイル|論文|文書|資料|全部|すべて)?(?:全体)?",
    re.IGNORECASE,
)
_FOLDER = re.compile(
    r"(?:the\s+|my\s+)?(?:(?:folder|directory)\s+(?:called\s+|named\s+)?)?(?P<name>⟪\d+⟫|[\w\u3040-\u30ff\u3400-\u9fff./-]+?)/?"
    r"(?:\s*(?:という)?\s*(?:の)?(?:sub-?)?(?:folder|directory|フォルダー?|ディレクトリ))?",
    re.IGNORECASE,
)
_OF_A_KIND = re.compile(
    rf"\b(?:all|every|each|the)\s+(?:of\s+)?(?:the\s+|my\s+)?(?:\*?\.)?({EXTENSIONS}|excel|word|powerpoint)s?\s+"
    rf"(?:files?|documents?)\b|(?:すべて|全て|全部|各)の?\s*({EXTENSIONS})\s*(?:の)?\s*(?:ファイル|文書)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|an?|any|some)\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look: in one `file`, else in `folder`, "" for all of the work folder."""

    folder: str = ""
    file: str = ""


def scope_of(reading: Reading, said: str | None) -> Scope | None:
    """The place that is named; None when it is none."""
    place = (said or "").strip()
    if not place or _EVERYWHERE.fullmatch(place):
        return Scope()
    if only := re.fullmatch(rf"(?:the\s+)?(?:file\s+|paper\s+|document\s+)?{FILE}", place, re.I):
        return Scope(file=reading.files[int(only[1])])
    found = _FOLDER.fullmatch(place)
    if not found:
        return None
    name = restored(reading, found["name"]).strip("/").removeprefix("work/")
    if ROOT.fullmatch(name):
        return Scope()
    return None if COMMON.fullmatch(name) else Scope(folder=name)


def query_of(reading: Reading, said: str) -> str:
    """The text to look for: what is quoted, to the letter, else the words without an article. "" for none."""
    quotes = re.findall(QUOTE, said)
    if len(quotes) == 1:
        return reading.quotes[int(quotes[0])].strip()
    words = _ARTICLE.sub("", restored(reading, said).strip(" .,!?。、:："))
    # A word of several letters that says nothing is hardly what is looked for.
    return "" if quotes or len(words) > _LONGEST or COMMON.fullmatch(words) else words


def name_of(reading: Reading, said: str) -> str:
    """A file's name or a part of one, or a glob."""
    quotes = re.findall(QUOTE, said)
    if len(quotes) == 1:
        return reading.quotes[int(quotes[0])].strip()
    spoken = restored(reading, said).strip(" ,!?。、").rstrip(".")
    name = re.sub(r"^(?:the|an?)\s+|\s+(?:files?|folders?)$", "", spoken, flags=re.I)
    return name if name and not re.search(r"\s", name) else ""


def extension_in(masked: str) -> str:
    """The extension in "all PDF files", "" when none is named; "text files" are of any."""
    found = _OF_A_KIND.search(masked)
    said = (found[1] or found[2]) if found else ""
    return "" if said.lower() == "text" else extension_of(said)


def extension_of(said: str) -> str:
    """The extension that is meant: "PDFs" are files like *.pdf."""
    plain = said.lower().lstrip("*.")
    return _SPOKEN.get(plain, plain)


def restored(reading: Reading, text: str) -> str:
    """`text` with its names and quotes in it again."""
    text = re.sub(FILE, lambda mark: reading.files[int(mark[1])], text)
    return re.sub(QUOTE, lambda mark: reading.quotes[int(mark[1])], text)
