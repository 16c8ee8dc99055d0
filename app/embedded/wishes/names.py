"""File names, quoted texts and folders found in a message, and the message without them."""

import re
import unicodedata
from dataclasses import dataclass

FILE = r"⟦(\d+)⟧"
QUOTE = r"⟪(\d+)⟫"

_QUOTES = re.compile(
    r"「([^「」\n]*)」|『([^『』]*)』|“([^”]*)”|‘([^’\n]*)’|\"([^\"]*)\"|`([^`\n]+)`|"
    r"(?<![A-Za-z0-9])'([^'\n]*(?:(?<=[A-Za-z])'(?=[a-z])[^'\n]*)*)'(?![A-Za-z0-9])"
)
_EXTENSION = r"(?:[A-Za-z][A-Za-z0-9]{0,7}|7z|mp[34])"
_FILE_NAME = re.compile(rf"^[^\n\"<>|*?]{{0,100}}[^\s./\\]\.{_EXTENSION}$")
_LETTERS = "A-Za-z0-9_\u3040-\u30ff\u3005-\u3007\u3400-\u9fff"
_IN_TEXT = re.compile(
    rf"(?<![{_LETTERS}./\\:-])"
    rf"((?:\.{{0,2}}[/\\])?[{_LETTERS}][{_LETTERS}~()./\\+&#-]*\.{_EXTENSION})(?![A-Za-z0-9])"
)
# A path that begins outside of the folder: /etc/passwd, ../secret. Beyond `/` one name may be a folder in it.
_OUTSIDE = re.compile(
    rf"(?<![\w./⟧~-])(?:~|\.\.|(?=/[\w.-]+/))"
    rf"(?:(?:/(?!work/)[\w.-]+)*/[\w-]+\.{_EXTENSION}(?![A-Za-z0-9])|(?:/(?!work/)(?:\.\.|[A-Za-z0-9_.-]*[A-Za-z0-9_-]))+)"
)
# A slash shows where a name with blanks in it begins: read my docs/note one.txt.
_WITH_BLANKS = re.compile(
    rf"(?<![^\s])(?:read|open|show|cat|print|summari[sz]e)\s+(?P<path>[A-Za-z0-9][\w ()-]*/[\w()-]+ [\w() -]*"
    rf"\.{_EXTENSION})(?![A-Za-z0-9])",
    re.I,
)
_NOT_IN_A_NAME = re.compile(r"\b(?:and|or|in|from|to|with|file|folder|me)\b", re.I)
_WRITES = re.compile(r"\b(?:write|add|append|put)\b|書|追記", re.I)
# In "all .md files" the extension stands for itself.
_APART = re.compile(
    r"(?<=\w)(?<!\ball)(?<!\bany)(?<!\bthe)(?<!\bin)(?<!\bwith)(?<!\bevery) ?\. ?"
    r"(?=(?:txt|md|csv|json|pdf|docx|html|log|py|tsv|yaml|yml)\b)",
    re.I,
)
# Japanese runs on without blanks, so a name starts after the last particle or noun before it.
_RUN_ON = re.compile(
    r"^.*(?:フォルダー?|ディレクトリ|ファイル|論文|文書|資料|内容|要約|まず|次に|では|じゃあ|"
    r"[のをはがとにでへも])(?=[^ぁ-ん./\\])"
)
# A Latin name right after a Japanese word begins where the Latin letters do: 昨日hello.txt.
_LATIN_NAME = re.compile(
    rf"[\u3040-\u30ff\u3005-\u3007\u3400-\u9fff](?=[A-Za-z_][A-Za-z0-9_~()./\\+&#-]*\.{_EXTENSION}$)"
)
_NOT_FILES = re.compile(r"^(?:(?:e\.g|i\.e|a\.m|p\.m|u\.s)\.?$|www\.)", re.I)
_QUOTED_FOLDER = re.compile(
    r"[「『\"'`“‘]([^\s「」『』\"'`“”‘’]+)[」』\"'`”’](?=\s*(?:sub)?(?:フォルダ|ディレクトリ|folder|directory))"
    r"|(?<=\bfolder )[\"'`“‘]([^\s\"'`“”‘’]+)[\"'`”’]",
    re.I,
)
_URL = re.compile(r"https?://\S+", re.I)

# What follows in a longer message is text that was pasted, and patterns would be slow on it.
_LONGEST_REQUEST = 2_000


@dataclass(frozen=True, slots=True)
class Reading:
    """A message with its file names and quotes taken out.

    `masked` has `⟦n⟧` for `files[n]` and `⟪n⟫` for `quotes[n]`, and full-width letters,
    digits and signs as their plain twins; `plain` is the message before the masking,
    of the same length as the message.
    """

    plain: str
    masked: str
    files: tuple[str, ...]
    quotes: tuple[str, ...]

    @property
    def named(self) -> tuple[str, ...]:
        """The files in the order of the text, each once."""
        return tuple(dict.fromkeys(self._order))

    def repeats(self, name: str) -> bool:
        """Whether `name` stands in the text more than once."""
        return self._order.count(name) > 1

    @property
    def _order(self) -> list[str]:
        return [self.files[int(number)] for number in re.findall(FILE, self.masked)]


_RUN_OF_BLANKS = re.compile(r"\s{3,}")


def reading_of(message: str, known: frozenset[str] = frozenset(), as_texts: bool = False) -> Reading:
    """Take names and quotes out of `message`; a name in `known` is taken whole.

    With `as_texts` what is quoted stays a quote to the letter, even if it could be a file's name.
    """
    files: list[str] = []
    quotes: list[str] = []

    def quoted(match: re.Match[str]) -> str:
        inner = next(group for group in match.groups() if group is not None)
        one = plain_twin(inner).strip()
        if not as_texts and (is_file_name(one) or (_OUTSIDE.fullmatch(one) and not _WRITES.search(message))):
            return _kept(files, one, "⟦{}⟧")
        return _kept(quotes, inner, "⟪{}⟫")

    def kept(match: re.Match[str]) -> str:
        return _kept(files, match[0], "⟦{}⟧")

    def blank(match: re.Match[str]) -> str:
        path = match["path"]
        return match[0] if _NOT_IN_A_NAME.search(path) else match[0].replace(path, _kept(files, path, "⟦{}⟧"))

    def named(match: re.Match[str]) -> str:
        before, name = _run_on(match[1], known)
        if _NOT_FILES.match(name):
            return match[0]
        return f"{before}{_kept(files, clean_path(name), '⟦{}⟧')}"

    unquoted = message if as_texts else _QUOTED_FOLDER.sub(lambda match: f" {match[1] or match[2]} ", message)
    masked = _QUOTES.sub(quoted, unquoted)
    masked = _URL.sub(" ", _APART.sub(".", plain_twin(masked)))
    for name in sorted((one for one in known if " " in one), key=len, reverse=True):
        masked = re.sub(rf"(?<![\w./]){re.escape(name)}(?!\w)", kept, masked)
    masked = _WITH_BLANKS.sub(blank, _OUTSIDE.sub(kept, masked))
    masked = _IN_TEXT.sub(named, _run_apart(masked))
    # Blanks may stand in many places of a pattern: a long run of them would be tried in every division.
    masked = _RUN_OF_BLANKS.sub(lambda match: "\n\n" if "\n" in match[0] else "  ", masked)
    return Reading(plain_twin(message), masked[:_LONGEST_REQUEST], tuple(files), tuple(quotes))


def is_file_name(text: str) -> bool:
    """Whether the whole of `text` reads as a file name with an extension."""
    return bool(_FILE_NAME.match(text)) and not _URL.match(text)


def clean_path(name: str) -> str:
    """A path as the tools take it: `/` between its parts, no `./` before it."""
    return name.replace("\\", "/").removeprefix("./")


def plain_twin(text: str) -> str:
    """Full-width letters, digits and signs as plain ones; the length stays the same."""
    twins = (unicodedata.normalize("NFKC", character) for character in text)
    return "".join(twin if len(twin) == 1 else own for own, twin in zip(text, twins, strict=True))


def _kept(held: list[str], value: str, mark: str) -> str:
    held.append(value)
    return mark.format(len(held) - 1)


def _run_apart(text: str) -> str:
    """A blank after each extension that Japanese text follows directly."""
    return re.sub(rf"(\.{_EXTENSION})(?=[\u3040-\u30ff\u3400-\u9fff])", r"\1 ", text)


def _run_on(run: str, known: frozenset[str]) -> tuple[str, str]:
    """What stands before a file name in a run of letters, and the name."""
    start = next((at for at in range(len(run)) if run[at:] in known), None)
    if start is None:
        start = _name_start(run)
    return run[:start], run[start:]


def _name_start(run: str) -> int:
    before = _RUN_ON.match(run)
    start = before.end() if before else 0
    latin = _LATIN_NAME.search(run, start)
    return latin.end() if latin and "/" not in run[start : latin.end()] else start
