"""Markdown's blocks as CommonMark sees them, and the end of a code fence that a text leaves open."""

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

# Without raw HTML: a tag is text here, and its escape makes it text on the page.
_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def blocks_of(text: str) -> list[Token]:
    """The block tokens of `text`; their `map` says which lines they take."""
    return _PARSER.parse(text)


def missing_end(tokens: list[Token], lines: list[str]) -> list[str]:
    """The closing line of a fence that is open at the end of `lines`: what is put below must not fall into it."""
    last = next((token for token in reversed(tokens) if token.map), None)
    if last is None or last.type != "fence" or last.map is None:
        return []
    closing = re.fullmatch(rf"[ \t>]*{re.escape(last.markup)}[`~]*[ \t]*", lines[last.map[1] - 1])
    if closing and last.map[1] - last.map[0] > 1:
        return []
    prefix = lines[last.map[0]].partition(last.markup)[0]
    return [re.sub(r"[^ \t>]", " ", prefix) + last.markup]


def closed(text: str) -> str:
    """`text` with its last fence closed."""
    return "\n".join([text, *missing_end(blocks_of(text), text.split("\n"))])


def code_span(text: str) -> str:
    """One line of text as Markdown code within a line; backticks in it do not end it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"`{text}`"


def below(text: str, said: str) -> str:
    """`said` as a paragraph of its own under `text`, if there is any: no fence that is open there holds it."""
    return f"{closed(text.rstrip())}\n\n{said}" if text.strip() else said
