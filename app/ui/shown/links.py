"""Names of files in an answer as links that open them beside the chat; what is read stays the same.

Only names of files that are there become links, in text and in code spans, with the lines
that stand behind a name (`paper1.txt:120-140`). Blocks of code stay as they are.
"""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import cache
from urllib.parse import quote, unquote

from app.fences import blocks_of
from app.ui.shown.markdown import URL, runs_outside_code, safe_markdown

Find = Callable[[str], str]
"""The path of the file that is named exactly so, "" when there is none."""

_MOST_LOOKED_UP = 300
_LONGEST_NAME = 300
_LINES = r"(?::(?P<first>\d{1,9})(?:[-–]L?(?P<last>\d{1,9}))?)?"
_SPECIAL = re.compile(
    rf"""
    (?P<escape>\\[^\n])
    | (?P<ticks>`+)
    | (?P<image>!\[[^\]\n]*\]\([^)\n]*\))
    | (?P<link>\[[^\]\n]*\]\((?P<target>[^)\s]*)\))
    | (?P<url>{URL})
    | (?P<run>[^\s`<>|\\"“”'‘’*\[\](){{}}（）「」『』【】〈〉《》、。，！？：；,:;!?=&]+)
    """,
    re.VERBOSE,
)
# Where a name may begin within a run of characters: text is written up to it without a space in Japanese.
_BEGINNINGS = re.compile(r"^|(?<=[^\x00-\x7f])(?=[\x21-\x7e])|(?<=[\u3040-\u309f])(?=[^\u3040-\u309f])|(?<=[~～・→])")
_ENDINGS = re.compile(r"\.[A-Za-z0-9]{1,10}(?![A-Za-z0-9_])")
_LINES_BEHIND = re.compile(_LINES.removesuffix("?") + r"(?![\d:])")
_NAME_IN_CODE = re.compile(rf"(?P<name>.+?){_LINES}", re.DOTALL)


def linked_markdown(text: str, find: Find) -> str:
    """The form of `text` that shows all of it, fetches nothing, and leads to the files that it names."""
    return safe_markdown(_linked(text, _bounded(find)))


async def linked(text: str, find: Find) -> str:
    """The same, while others go on: `find` looks on the disk."""
    return await asyncio.to_thread(linked_markdown, text, find)


def _bounded(find: Find) -> Find:
    """Asks for each name once, and for no more than a few hundred."""
    left = iter(range(_MOST_LOOKED_UP))

    @cache
    def found(name: str) -> str:
        return find(name) if len(name) <= _LONGEST_NAME and next(left, None) is not None else ""

    return found


def _linked(text: str, find: Find) -> str:
    lines = text.split("\n")
    for first, last in runs_outside_code(blocks_of(text), len(lines)):
        lines[first:last] = "".join(_pieces("\n".join(lines[first:last]), find)).split("\n")
    return "\n".join(lines)


def _pieces(text: str, find: Find) -> Iterator[str]:
    at = 0
    while found := _SPECIAL.search(text, at):
        yield text[at : found.start()]
        at = found.end()
        match found.lastgroup:
            case "ticks":
                closing = re.compile(rf"(?<!`){found[0]}(?!`)").search(text, at)
                inside = text[at : closing.start()] if closing else ""
                at = closing.end() if closing else at
                yield _of_code(text[found.start() : at], inside, find)
            case "link":
                yield _of_link(found, find)
            case "run":
                behind = _LINES_BEHIND.match(text, at)
                end = behind.end() if behind else at
                if not _stands_free(text, found.start(), end):
                    yield found[0]
                    continue
                run = list(_of_run(found[0], behind, find))
                at = end if run[-1] == "" else at
                yield "".join(run)
            case _:
                yield found[0]
    yield text[at:]


def _stands_free(text: str, start: int, end: int) -> bool:
    """Whether stars beside a name go on to mean the same when it becomes a link, which begins and ends otherwise."""
    first, last = start, end
    while first and text[first - 1] == "*":
        first -= 1
    while text[last : last + 1] == "*":
        last += 1
    is_pair = start - first == last - end
    outer = (text[max(0, first - 1) : first] if first < start else "", text[last : last + 1] if last > end else "")
    return all(not char.strip() or (is_pair and not char.isalnum()) for char in outer)


def _of_code(code: str, inside: str, find: Find) -> str:
    """A code span, as a link where all of it is a name."""
    named = _NAME_IN_CODE.fullmatch(inside.strip())
    path = find(named["name"]) if named else ""
    return _link(code, path, named) if path else code


def _of_link(found: re.Match[str], find: Find) -> str:
    """A link that the answer makes itself, to the file where it means one."""
    named = _NAME_IN_CODE.fullmatch(unquote(found["target"]))
    path = find(named["name"].removeprefix("./")) if named else ""
    return f"{found[0][: found.start('target') - found.start()]}{_target(path, named)})" if path else found[0]


def _of_run(run: str, behind: re.Match[str] | None, find: Find) -> Iterator[str]:
    """A stretch without spaces, piece by piece; the last piece is "" where the lines `behind` it belong to a name."""
    at, ends = 0, [found.end() for found in _ENDINGS.finditer(run)]
    for start in (found.start() for found in _BEGINNINGS.finditer(run)):
        known = ((end, find(run[start:end])) for end in reversed(ends) if end > start)
        end, path = next(((end, path) for end, path in known if path), (0, "")) if start >= at else (0, "")
        if not path:
            continue
        yield run[at:start]
        at = end
        if end == len(run) and behind is not None:
            yield _link(run[start:end] + behind[0], path, behind)
        else:
            yield _link(run[start:end], path, None)
    yield run[at:]


def _link(shown: str, path: str, lines: re.Match[str] | None) -> str:
    return f"[{shown}]({_target(path, lines)})"


def _target(path: str, lines: re.Match[str] | None) -> str:
    """`#file=<path>`, with `&lines=<first>-<last>` where some are named; nothing in it means anything in Markdown."""
    first = lines["first"] if lines else None
    behind = f"&lines={first}-{lines['last'] or first}" if lines and first else ""
    return f"#file={quote(path, safe='/')}{behind}"
