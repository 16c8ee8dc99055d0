"""A text's own words: without code, quotations and pasted lines, and with file names as marks."""

import re
import unicodedata
from dataclasses import dataclass

from app.fences import blocks_of

# A file name, and anything else that was quoted, as they stand in `Prose.text`.
NAME = r"⟦\d+⟧"
QUOTE = r"⟪\d*⟫"

# What stands between names in one row: "a.txt, b.txt and to c.txt".
_AND = r"(?:and|as\s+well\s+as)(?:\s+also)?(?:\s+(?:to|into|in))?"
_ROW = re.compile(rf"\s*(?:[,、&と・]|および|及び)?\s*(?:{_AND})?\s*", re.IGNORECASE)
_NAMES = re.compile(NAME)


_EXTENSION = r"\.(?:[a-z][a-z0-9]{0,7}|[A-Z][A-Z0-9]{0,7}|7z|mp[34])(?![A-Za-z0-9])"
_LATIN = r"A-Za-z0-9_~/\\+&#\-"
# Japanese has no blanks: a name is cut where a particle stands that is rare inside of names.
_KANA = "".join(kana for kana in map(chr, range(0x3041, 0x3097)) if kana not in "をはがにへの")
_QUOTED = re.compile(
    r"`([^`]+)`|「([^「」]*)」|『([^『』]*)』|“([^“”]*)”|\"([^\"]*)\"|«([^«»]*)»"
    r"|(?<!\w)'([^'\n]*)'(?!\w)|(?<!\w)‘([^‘’\n]*)’(?!\w)"
)
_PATH = re.compile(rf"[^\n\"<>|*?:]{{0,150}}[^\s./\\:]{_EXTENSION}|[\w.~()+/-]{{1,150}}/")
_WORD = re.compile(r"[\w.~+/-]{1,60}")
_URL = re.compile(r"https?://\S+")
_LINK = re.compile(r"\[([^\[\]\n]{0,300})\]\([^()\s]{0,300}\)")
_LATIN_NAME = re.compile(
    rf"(?<![{_LATIN}.])(?!(?:e\.g|i\.e)\b|(?<=[ぁ-んァ-ヺー一-鿿々])/)[A-Za-z0-9_~./\\][{_LATIN}.]*{_EXTENSION}"
)
_LATIN_FOLDER = re.compile(rf"(?<![{_LATIN}.])[\w-]{{1,60}}(?:/[\w-]{{1,60}}){{0,8}}/(?![\w/])", re.ASCII)
_RUN = re.compile(rf"[{_LATIN}一-鿿々〇ァ-ヺー{_KANA}]+(?:{_EXTENSION})?")
_OF_A_FOLDER = re.compile(
    r"(\b(?:folder|directory|file)s?\s+(?:named\s+|called\s+)?|フォルダー?\s*|ディレクトリ\s*)⟪(\d+)⟫"
    r"|()⟪(\d+)⟫(?=\s*(?:という)?(?:名前の)?(?:(?:sub)?folder|directory|フォルダ|ディレクトリ))",
    re.IGNORECASE,
)
_OUR_MARKS = re.compile("[⟦⟧⟪⟫]")
_APOSTROPHE = re.compile(r"(?<=\w)’(?=\w)")
_MARK = re.compile(r"[⟦⟪](\d*)[⟧⟫]")


@dataclass(frozen=True, slots=True)
class Prose:
    """`text` has `⟦n⟧` for a file or folder named `names[n]`.

    A quotation is `⟪n⟫` if it is the single word `names[n]`, else `⟪⟫`.
    """

    text: str
    names: tuple[str, ...]

    def named(self, mark: str) -> str:
        """The name behind the mark `⟦n⟧`."""
        return self.names[int(mark[1:-1])]

    def restored(self) -> str:
        """The text with its names back in their places; longer quotations stay out."""
        return _MARK.sub(lambda mark: self.names[int(mark[1])] if mark[1] else " ", self.text)


def plain(text: str) -> str:
    """`text` in one normal form (NFKC, plain apostrophes), without characters that are used as marks here."""
    text = _OUR_MARKS.sub(" ", unicodedata.normalize("NFKC", text)).replace("\r\n", "\n").replace("\r", "\n")
    return _APOSTROPHE.sub("'", text)


def is_plain_name(name: str) -> bool:
    """Whether `name` is read as one name wherever it stands."""
    return bool(_LATIN_NAME.fullmatch(name))


def unquoted_lines(text: str) -> list[str]:
    """The lines of plain `text`; those of code blocks and block quotes are empty."""
    lines = text.split("\n")
    for token in blocks_of(text):
        if token.map and token.type in ("fence", "code_block"):
            lines[token.map[0] : token.map[1]] = [""] * (token.map[1] - token.map[0])
    return ["" if line.lstrip().startswith(">") else line for line in lines]


def prose_of(text: str) -> Prose:
    """Plain `text` with its names and quotations as marks."""
    names: list[str] = []

    def kept(name: str, mark: str = "⟦{}⟧") -> str:
        names.append(name.replace("\\", "/").removeprefix("./").lstrip("/") or name)
        return mark.format(len(names) - 1)

    def quoted(match: re.Match[str]) -> str:
        inner = next(group for group in match.groups() if group is not None).strip()
        if _PATH.fullmatch(inner):
            return f" {kept(inner)} "
        return f" {kept(inner, '⟪{}⟫')} " if _WORD.fullmatch(inner) else " ⟪⟫ "

    def run(match: re.Match[str]) -> str:
        found = match[0]
        if found.isascii() or not re.search(rf"{_EXTENSION}$", found):
            return found
        joined = found[0] in "とやもで" and match.start() > 0 and match.string[match.start() - 1].isalnum()
        return found[0] + kept(found[1:]) if joined else kept(found)

    text = _URL.sub(" ", _LINK.sub(r"\1", text.replace("**", "")))
    for _ in range(2):
        text = _QUOTED.sub(quoted, text)
    for latin in (_LATIN_NAME, _LATIN_FOLDER):
        text = latin.sub(lambda match: kept(match[0]), text)
    text = _RUN.sub(run, text)
    text = _OF_A_FOLDER.sub(lambda match: f"{match[1] or ''}⟦{match[2] or match[4]}⟧", text)
    return Prose(text, tuple(names))


def rows_in(text: str, start: int, end: int) -> list[list[re.Match[str]]]:
    """The marks of names between `start` and `end`, those that stand in one row together."""
    rows: list[list[re.Match[str]]] = []
    for mark in _NAMES.finditer(text, start, end):
        if rows and _ROW.fullmatch(text, rows[-1][-1].end(), mark.start()):
            rows[-1].append(mark)
        else:
            rows.append([mark])
    return rows
