"""Whether a line holds what is searched for: a plain text, or a regular expression within a time limit."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import regex

from app.workspace.errors import WorkspaceError
from app.workspace.search.expressions import compiled
from app.workspace.search.folding import folded, place_in, without_blanks
from app.workspace.search.required import required

_MOST_CHARS = 1_000
_LINE_SECONDS = 0.5
_MOST_COUNTED = 1_000


@dataclass(frozen=True, slots=True)
class Match:
    """The first match in a line: the character (from 0) where it begins, and how many matches there are."""

    start: int
    times: int


class Runaway(Exception):
    """The regular expression took too long on one line, or more memory than there is."""


class Matcher(Protocol):
    """What is searched for. `literal` is a text that every match holds when both are folded, "" when none is known."""

    @property
    def literal(self) -> str: ...

    @property
    def in_documents(self) -> "Matcher":
        """The matcher for text that was taken out of a document."""

    def may_be_in(self, text: str) -> bool:
        """Whether one of the lines in `text` can hold a match."""

    def match(self, line: str) -> Match | None:
        """The first match in `line`. Raises Runaway when that takes too long."""


def matcher_of(text: str, is_regex: bool) -> Matcher:
    """The matcher for a query. Raises WorkspaceError `args:allowed:query` when it can never match or be read."""
    if not text or len(text) > _MOST_CHARS:
        raise _refused(f"It has {len(text):,} characters; 1 to {_MOST_CHARS:,} can be searched for.")
    if "\n" in text or "\r" in text:
        raise _refused("It spans several lines, and files are searched line by line. Search for one of the lines.")
    return Expression(compiled(text), required(text)) if is_regex else Plain(folded(text), folded)


@dataclass(frozen=True, slots=True)
class Plain:
    """A text that is found without regard to case, to composed or decomposed letters, and to width.

    In documents blanks beside Chinese and Japanese characters do not count either.
    """

    literal: str
    form: Callable[[str], str]

    @property
    def in_documents(self) -> "Plain":
        return Plain(without_blanks(self.literal).strip() or self.literal, without_blanks)

    def may_be_in(self, text: str) -> bool:
        return self.literal in self.form(text)

    def match(self, line: str) -> Match | None:
        text, length = self.form(line), len(self.literal)
        at = text.find(self.literal)
        if at < 0:
            return None
        # Mostly the characters of both stand in the same places.
        here = len(text) == len(line) and self.form(line[at : at + length]) == self.literal
        return Match(at if here else place_in(line, at, self.form), text.count(self.literal))


@dataclass(frozen=True, slots=True)
class Expression:
    """A regular expression, which sees a line with its letters composed (NFC), and case as it is."""

    pattern: "regex.Pattern[str]"
    literal: str

    @property
    def in_documents(self) -> "Expression":
        return self

    def may_be_in(self, text: str) -> bool:
        # Only among ASCII letters is what the expression sees the same as what is folded.
        return not self.literal or not text.isascii() or self.literal in text.lower()

    def match(self, line: str) -> Match | None:
        text = _composed(line)
        # Matching a str lets other threads run.
        try:
            found = self.pattern.search(text, timeout=_LINE_SECONDS)
            if found is None:
                return None
            every = self.pattern.finditer(text, timeout=_LINE_SECONDS)
            times = sum(1 for _ in islice(every, _MOST_COUNTED))
        except (TimeoutError, MemoryError):
            raise Runaway from None
        return Match(found.start() if text is line else place_in(line, found.start(), _composed), times)


def _composed(line: str) -> str:
    return line if unicodedata.is_normalized("NFC", line) else unicodedata.normalize("NFC", line)


def _refused(why: str) -> WorkspaceError:
    return WorkspaceError("args:allowed:query", why)
