"""Patterns for names: globs with `**` and braces, or a plain part of a name."""

import fnmatch
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.search.folding import folded
from app.workspace.search.walking import Item

_MOST_CHARS = 1_000
_MOST_ALTERNATIVES = 64

_Segment = Callable[[str], object]

_SPECIAL = re.compile(r"([*?\[\]{}])")
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
_LIKE_A_REGEX = re.compile(r"\\[.dwsDWSbBAZ()\[\]+-]|^\^|\$$|\.[*+]|\(.*\)|\|")
_REGEX_TOKENS = re.compile(r"(?:\.|\\[dDwWsS])[*+]\??|\[[^\]]*\]|\\.|\(\?:|.", re.DOTALL)
_AS_GLOB = {
    "^": "",
    "$": "",
    "\\b": "",
    "\\A": "",
    "\\Z": "",
    ".": "?",
    "+": "*",
    "(?:": "{",
    "(": "{",
    "|": ",",
    ")": "}",
}


def fitting(items: Sequence[Item], pattern: str) -> tuple[list[Item], str]:
    """The items whose name fits `pattern`, and the glob that it was read as if it is a regular expression.

    Names are compared as `folded`. A glob without a slash is held against a name alone,
    anywhere below; with a slash, against the path below the folder that is searched. A
    pattern without `*`, `?`, `[]` or `{,}` is a part of a name, or with a slash of a path.
    One that ends with a slash means folders. A regular expression, which models write by
    habit, is read as the glob that comes closest when nothing fits it as it is.
    """
    test = name_test(pattern)
    found = [item for item in items if test(item.below, item.kind == "folder")]
    glob = "" if found else as_glob(pattern)
    if not glob:
        return found, ""
    test = name_test(glob)
    return [item for item in items if test(item.below, item.kind == "folder")], glob


@lru_cache(maxsize=16)
def name_test(pattern: str) -> Callable[[str, bool], bool]:
    """A test of a path below the searched folder, and of whether it is a folder's; see `fitting`.

    Raises WorkspaceError `path:outside` for a pattern that leaves the folder, and
    `args:range:pattern` for one that is too long.
    """
    asked = pattern.strip().removeprefix("./").lstrip("/")
    _require_sound(pattern, asked)
    fits = (_path_test if "/" in asked.rstrip("/") else _plain_name_test)(asked.rstrip("/"))
    return (lambda below, is_folder: is_folder and fits(below)) if asked.endswith("/") else lambda below, _: fits(below)


def _plain_name_test(asked: str) -> Callable[[str], bool]:
    plain, segments = folded(asked), [_segment(glob) for glob in _alternatives(asked)]

    def part_of_name(below: str) -> bool:
        return plain in folded(below.rpartition("/")[2])

    def fits_name(below: str) -> bool:
        name = folded(below.rpartition("/")[2])
        return any(segment(name) for segment in segments) or name == plain

    if asked.strip("*") == "":
        return lambda _: True
    return fits_name if _is_glob(asked) else part_of_name


def _path_test(asked: str) -> Callable[[str], bool]:
    plain, globs = folded(asked), [_segments(glob) for glob in _alternatives(asked)]

    def part_of_path(below: str) -> bool:
        return plain in folded(below)

    def fits_path(below: str) -> bool:
        names = [folded(name) for name in below.split("/")]
        return any(_leads_through(names, segments) for segments in globs) or folded(below) == plain

    return fits_path if _is_glob(asked) else part_of_path


def as_glob(pattern: str) -> str:
    """The glob that comes closest to a regular expression, "" when `pattern` does not look like one."""
    if not _LIKE_A_REGEX.search(pattern):
        return ""
    tokens = "".join(_token_as_glob(token) for token in _REGEX_TOKENS.findall(pattern))
    tokens = f"{{{tokens}}}" if "," in tokens and "{" not in tokens else tokens
    open_start, open_end = not pattern.startswith("^"), not pattern.endswith("$")
    return re.sub(r"\*+", "*", f"{'*' * open_start}{tokens}{'*' * open_end}")


def _token_as_glob(token: str) -> str:
    if token in _AS_GLOB:
        return _AS_GLOB[token]
    if len(token) > 1 and token.rstrip("?")[-1:] in "*+":
        return "?*" if "+" in token else "*"
    if token.startswith("["):
        return token.replace("[^", "[!", 1)
    if token in ("\\d", "\\w", "\\s", "\\D", "\\W", "\\S"):
        return "[0-9]" if token == "\\d" else "?"
    return token.removeprefix("\\") if len(token) > 1 else token


def _require_sound(pattern: str, asked: str) -> None:
    if len(pattern) > _MOST_CHARS:
        raise WorkspaceError("args:range:pattern", f"A pattern for names has at most {_MOST_CHARS:,} characters.")
    if ".." in asked.split("/"):
        raise WorkspaceError(
            "path:outside", f"{shown_name(pattern)} leaves the folder; a pattern finds names below it, such as '*.txt'."
        )


def _is_glob(asked: str) -> bool:
    return any(c in asked for c in "*?[") or bool(_BRACES.search(asked))


def _alternatives(asked: str) -> list[str]:
    """`asked` without its braces: one glob for each way to choose."""
    ways, done = [asked], list[str]()
    while ways and len(done) < _MOST_ALTERNATIVES:
        way = ways.pop(0)
        braces = _BRACES.search(way)
        if braces is None:
            done.append(way)
            continue
        ways += [way[: braces.start()] + choice + way[braces.end() :] for choice in braces[1].split(",")]
        ways = ways[:_MOST_ALTERNATIVES]
    return done


def _segments(glob: str) -> list[_Segment | None]:
    """A test for each name of the path; None stands for `**`, which is any number of folders."""
    return [None if part == "**" else _segment(part) for part in glob.split("/")]


def _segment(glob: str) -> _Segment:
    # What folding makes of other characters, such as a full-width asterisk, is itself, not a wildcard.
    pieces = _SPECIAL.split(glob)
    literal = [_SPECIAL.sub(r"[\1]", folded(piece)) if n % 2 == 0 else piece for n, piece in enumerate(pieces)]
    return re.compile(fnmatch.translate("".join(literal))).match


def _leads_through(names: list[str], segments: list[_Segment | None]) -> bool:
    """Whether the names can be told off against the segments, keeping every way open at once."""
    at = _after_any({0}, segments)
    for name in names:
        at = _after_any({there for here in at for there in _onward(name, here, segments)}, segments)
    return len(segments) in at


def _onward(name: str, here: int, segments: list[_Segment | None]) -> list[int]:
    if here == len(segments):
        return []
    segment = segments[here]
    if segment is None:
        return [here]
    return [here + 1] if segment(name) else []


def _after_any(at: set[int], segments: list[_Segment | None]) -> set[int]:
    """The places `at`, and those behind a `**` there, which may stand for no folder."""
    ways = set(at)
    for here in sorted(at):
        while here < len(segments) and segments[here] is None:
            here += 1
            ways.add(here)
    return ways
