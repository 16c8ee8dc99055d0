"""Which of the files in an English wish are to be changed, and which are only what it rests on."""

import re

from app.agent.person.wishes.asking.kinds import Kinds
from app.agent.person.wishes.asking.wish import row_at
from app.agent.prose import NAME

_I = re.IGNORECASE
_FILE_CALLED = r"(?:(?:an?|the|new|file|folder|document|called|named|end|top|start|beginning|bottom|of)\s+){0,6}"
_TO = re.compile(rf"(?:\b(?:to|into|onto|as|under|called|named)\s+|>\s*){_FILE_CALLED}(?={NAME})", _I)
_IN = re.compile(rf"\b(?:in|inside)\s+{_FILE_CALLED}(?={NAME})", _I)
# The first make something out of something else, the second may name it right away.
_FROM_ANOTHER = re.compile(
    r"(?:summari[sz]e|sum|translate|convert|turn|extract|collect|compile|merge|combine|gather|split|group|sort|"
    r"copy|duplicate|back\s*up|organi[sz]e|document)\b",
    _I,
)
_MAKES = re.compile(
    r"(?:save|write|create|make|generate|produce|draft|prepare|export|output|dump|store|record|note|log|put|keep|start|"
    r"I|we)\b",
    _I,
)
_ADDS = re.compile(r"(?:add|append|insert)\b", _I)
_OUT_OF = re.compile(r"\b(?:of|from|about|for|on|by|with|like|what|that|which|in|using)\b", _I)


def meant_in_english(wish: str, kinds: Kinds) -> tuple[str, ...] | None:
    """The marks of the files that `wish`, which begins with its verb, means to change."""
    to = _TO.search(wish) or _IN.search(wish)
    first = re.search(NAME, wish)
    if "moved" in kinds and first:
        return row_at(wish, first.start()) + (row_at(wish, to.end()) if to else ())
    if _FROM_ANOTHER.match(wish):
        return row_at(wish, to.end()) if to else ()
    makes = _MAKES.match(wish)
    if to and "deleted" not in kinds and (makes or _ADDS.match(wish)):
        return row_at(wish, to.end())
    if makes and (not first or _OUT_OF.search(wish, makes.end(), first.start())):
        return ()
    return row_at(wish, first.start()) if first else None
