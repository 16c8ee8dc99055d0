"""Markdown for the page that shows every character and fetches nothing.

The page reads `word:word` as a directive and drops it, loads any image that a text
names, treats tags as markup and hides link definitions. So what stands outside of code
is escaped where it would do such a thing; formatting stays. What is code is told by a
parser that follows CommonMark, as the page's own does.
"""

import re
from collections.abc import Iterator

from markdown_it.token import Token

from app.fences import blocks_of, missing_end

_CODE = ("fence", "code_block")
# It ends where something begins that would act, or keep something from acting.
URL = r"(?:https?://|www\.)(?:[^\s<`\\!]|!(?!\[))+"
# One that no backslash stands for.
_BRACKET = re.compile(r"(?<!\\)((?:\\\\)*)\[")
# Where a tag begins a line, no code span goes on.
_TAG_ON_NEXT_LINE = re.compile(r"\n[ \t>]*<[A-Za-z/!?]")
_SPECIAL = re.compile(
    rf"""
    (?P<escape>\\[^\n])
    | (?P<ticks>`+)
    | (?P<url>{URL})
    | (?P<image>!\[)
    | (?P<tag><(?=[A-Za-z/!?]))
    | (?P<colon>:(?=[^\W\d_]|:))
    """,
    re.VERBOSE,
)


def safe_markdown(text: str) -> str:
    """The form of `text` that shows all of it and fetches nothing."""
    # What follows a definition is read otherwise without it, and an escape can make one.
    lines = _without_definitions(text.split("\n"))
    for first, last in runs_outside_code(blocks_of("\n".join(lines)), len(lines)):
        lines[first:last] = _escaped("\n".join(lines[first:last])).split("\n")
    lines = _without_definitions(lines)
    return "\n".join([*lines, *missing_end(blocks_of("\n".join(lines)), lines)])


def fenced(text: str, language: str = "text") -> str:
    """`text` in a code fence that nothing in it can close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}{'' if text.endswith(chr(10)) else chr(10)}{fence}"


def runs_outside_code(tokens: list[Token], count: int) -> Iterator[tuple[int, int]]:
    """The stretches of lines that are text: one for each block, so that code spans do not pair across blocks."""
    taken: set[int] = set()
    for token in tokens:
        if token.map and token.type in (*_CODE, "inline"):
            taken.update(range(*token.map))
        if token.map and token.type == "inline":
            yield token.map[0], token.map[1]
    yield from ((number, number + 1) for number in range(count) if number not in taken)


def _without_definitions(lines: list[str]) -> list[str]:
    """The lines, with those that no block shows, definitions of links, made text."""
    text = "\n".join(lines)
    if "]:" not in text:
        return lines
    tokens = blocks_of(text)
    shown = {n for t in tokens if t.map and t.type in (*_CODE, "inline", "hr", "table_open") for n in range(*t.map)}
    return [line if number in shown else _BRACKET.sub(r"\1\[", line) for number, line in enumerate(lines)]


def _escaped(text: str) -> str:
    out, at = [], 0
    while found := _SPECIAL.search(text, at):
        out.append(text[at : found.start()])
        kept, at = _special(text, found)
        out.append(kept)
    return "".join([*out, text[at:]])


def _special(text: str, found: re.Match[str]) -> tuple[str, int]:
    """The safe form of what was found, and where the text goes on."""
    end = found.end()
    match found.lastgroup:
        case "ticks":
            closing = re.compile(rf"(?<!`){found[0]}(?!`)").search(text, end)
            if closing is None or _TAG_ON_NEXT_LINE.search(text, end, closing.start()):
                return "\\`" * len(found[0]), end
            return text[found.start() : closing.end()], closing.end()
        case "url":
            # In a link, the address ends with the bracket.
            if text.endswith("](", 0, found.start()) and ")" in found[0]:
                end = found.start() + found[0].index(")")
            return text[found.start() : end], end
        case "image":
            return r"\!\[", end
        case "tag" | "colon":
            return f"\\{found[0]}", end
    return found[0], end
