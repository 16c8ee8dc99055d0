"""What a person says with plain names for the files in it: what a file is called gives no orders."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from app.agent.prose import is_plain_name, plain
from app.tools import spellings

Spans = Iterator[tuple[int, int, str]]

_LETTERS = "A-Za-z0-9_"


def with_aliases(messages: Sequence[str], names: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """The `messages` with an alias for each of the `names` that is not plain anyway, and the aliases."""
    odd = sorted({name for name in names if plain(name).strip() and not is_plain_name(name)})
    aliases = {name: _alias(number, name) for number, name in enumerate(odd)}
    patterns = [(_pattern(name), alias) for name, alias in aliases.items()]
    return [_with_plain_names(plain(message), patterns) for message in messages], aliases


def called(path: str, aliases: Mapping[str, str]) -> set[str]:
    """What the file `path` may be called in messages with these aliases."""
    return {path, *(aliases[name] for name in spellings(path) if name in aliases)}


def _alias(number: int, name: str) -> str:
    return f"folio{number}{'.txt' if PurePosixPath(name).suffix else ''}"


def _pattern(name: str) -> re.Pattern[str]:
    words = plain(name).split()
    # A single word may be a part of another name; what holds more is never there by chance.
    beside = rf"{_LETTERS}./\\~+-" if len(words) == 1 and name.isascii() else _LETTERS
    before = f"(?<![{beside}])" if re.match(f"[{_LETTERS}]", words[0]) else ""
    after = rf"(?![{_LETTERS}]|[.][{_LETTERS}])" if re.search(f"[{_LETTERS}]$", words[-1]) else ""
    return re.compile(before + r"\s+".join(map(re.escape, words)) + after, re.IGNORECASE)


def _with_plain_names(text: str, patterns: Sequence[tuple[re.Pattern[str], str]]) -> str:
    spans = [(*found.span(), alias) for pattern, alias in patterns for found in pattern.finditer(text)]
    parts, at = [], 0
    for start, end, alias in _apart(sorted(spans, key=lambda span: (span[0], -span[1])), len(patterns)):
        parts += [text[at:start], f" {alias} "]
        at = end
    return "".join([*parts, text[at:]])


def _apart(spans: Sequence[tuple[int, int, str]], number: int) -> Spans:
    """The spans, those that overlap as one, which is a file of its own unless one of them is all of it."""
    joined: list[tuple[int, int, str]] = []
    for start, end, alias in spans:
        if not joined or start >= joined[-1][1]:
            joined.append((start, end, alias))
        elif end > joined[-1][1]:
            joined[-1] = (joined[-1][0], end, _alias(number, "of several.txt"))
    yield from joined
