"""Whether a message forbids changes, and which of its words do."""

import re
from collections.abc import Iterator

from app.agent.person.wishes.forbidding.english import forbidden_in_english
from app.agent.person.wishes.forbidding.japanese import forbidden_in_japanese
from app.agent.person.wishes.sentences import SENTENCE, own_lines
from app.agent.prose import Prose, prose_of

# "Do not touch these files:", and what stands below it.
_LIST_BELOW = re.compile(r"(?:(?<=:)|[^\n。.]{0,20}:)[^\S\n]*\n\s*\S[^\n]*(?:\n[^\n]*\S[^\n]*){0,200}")


def forbids_change(question: str) -> bool:
    """Whether the person's own words forbid a change, of anything or of some of it.

    An exception ("all but secret.txt") forbids too. What is quoted is not the person's own;
    what is pasted may be, as rules often stand below a line of their own.
    """
    return any(True for _ in _forbidden(prose_of(own_lines(question)).text))


def parts_of(message: str) -> tuple[str, str]:
    """The message's own words without what it forbids or excepts, and the words that do so."""
    prose = prose_of(own_lines(message))
    allowed, forbidden, at = "", "", 0
    for start, end in sorted(_forbidden(prose.text)):
        start = max(start, at)
        allowed += prose.text[at:start] + "\n"
        forbidden += prose.text[start:end] + "\n"
        at = max(at, end)
    return Prose(allowed + prose.text[at:], prose.names).restored(), Prose(forbidden, prose.names).restored()


def _forbidden(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for sentence in SENTENCE.split(text):
        at = text.index(sentence, at)
        for start, end in (*forbidden_in_english(sentence), *forbidden_in_japanese(sentence)):
            below = _LIST_BELOW.match(text, at + end)
            yield at + start, below.end() if below else at + end
        at += len(sentence)
