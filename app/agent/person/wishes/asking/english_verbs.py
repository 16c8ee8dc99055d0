"""Which kinds of change an English wish can mean: a wish to save something covers no deletion."""

import re

from app.agent.person.wishes.asking.kinds import DELETES, EDITS, MOVES, WRITES, Kinds
from app.agent.prose import NAME, QUOTE

_I = re.IGNORECASE
_REMOVE = re.compile(r"(?:delete|erase|remove|trash|discard|get\s+rid\s+of|throw\s+(?:away|out))\b", _I)
_MOVE = re.compile(r"(?:rename|move|archive)\b", _I)
_CLEAN = re.compile(r"(?:(?:clean|tidy)(?:\s+up)?|empty|clear|wipe)\b", _I)
_ARRANGE = re.compile(r"(?:(?:re)?organi[sz]e|sort|group|gather|collect)\b", _I)
_PUT = re.compile(r"(?:put|store|keep)\b", _I)
_NEW_NAME = re.compile(
    rf"(?:change|update)\s+(?:the\s+|its\s+|their\s+)?(?:(?:file|folder)?\s*names?\b|{NAME}\s+(?:in)?to\s+{NAME})", _I
)
# What a verb is about ends here.
_OBJECT_END = re.compile(
    r"[,;:()]|\.(?=\s|$)|\b(?:from|in|inside|within|of|to|into|and|then|or|but|with|by|as|that|which|under)\b", _I
)
_PART = re.compile(
    rf"{QUOTE}|\b(?:lines?|paragraphs?|sections?|sentences?|words?|typos?|rows?|columns?|entr(?:y|ies)|headings?|titles?|"
    r"comments?|parts?|characters?|spaces?|bullets?|items?|contents?|wording|spelling|formatting|text|headers?|footers?|"
    r"dates?|tables?|chapters?|references|summar(?:y|ies)|duplicates|blanks?|mentions?|occurrences?|functions?|variables?|names?)\b(?!\s+files?\b)",
    _I,
)
_FILES = re.compile(
    r"\b(?:(?:sub)?folders?|files?|director(?:y|ies)|documents?|papers|drafts|pdfs?|images?|photos?|pictures?|copy|copies|backups?|"
    r"everything|all(?=\s*$)|desk(?:top)?)\b",
    _I,
)
_THEM = re.compile(
    r"\s*(?:it|them|this|these|those|that|here|up|please)?\s*(?:afterwards?|again|too|now|first|please)?\s*", _I
)
_QUOTED_NAME = re.compile(rf"\b(files?|folders?)\s+(?:named\s+|called\s+)?{QUOTE}", _I)
_OF_A_NAME = re.compile(rf"\s*(?:from|in|inside|within|of)\s+(?:the\s+)?(?:file\s+)?{NAME}", _I)
_INTO_FOLDERS = re.compile(r"\b(?:to|into|in|by)\b.{0,60}?\b(?:(?:sub)?folders?|director(?:y|ies))\b", _I)


def kinds_of(wish: str, before: str) -> Kinds:
    """The kinds of change that `wish`, which begins with its verb, can mean behind what stands `before` it."""
    for verb, kinds in ((_REMOVE, DELETES), (_MOVE, MOVES), (_CLEAN, DELETES | MOVES)):
        if found := verb.match(wish):
            whole = _is_of_files(wish[found.end() :], before, named=verb is not _CLEAN)
            return kinds if whole else EDITS
    if found := _ARRANGE.match(wish) or _PUT.match(wish):
        return _arranging(wish[found.end() :], named=bool(_PUT.match(wish)))
    return WRITES | MOVES if _NEW_NAME.match(wish) else WRITES


def kinds_wanted(wish: str) -> Kinds:
    """The same for a wish that ends with its verb: "I want a.txt deleted"."""
    done = wish.split()[-1].lower()
    if done not in ("deleted", "erased", "removed", "moved", "renamed"):
        return WRITES
    a_file = re.search(rf"{NAME}|\b(?:it|them)\b", wish, _I) or _FILES.search(wish)
    if not a_file or _PART.search(wish) or re.search(rf"\b(?:from|in|of)\s+{NAME}", wish, _I):
        return EDITS
    return MOVES if done in ("moved", "renamed") else DELETES


def _is_of_files(rest: str, before: str, named: bool) -> bool:
    """Whether it is files that are meant, or a file that is `named`, and not something in one."""
    what = _object(rest)
    if _PART.search(_QUOTED_NAME.sub(r"\1", what)):
        return False
    if _FILES.search(what) or (named and re.search(NAME, what)):
        return True
    return bool(_THEM.fullmatch(what)) and not (_PART.search(before) or _OF_A_NAME.match(rest, len(what)))


def _arranging(rest: str, named: bool) -> Kinds:
    what = _object(rest)
    files = _FILES.search(what) or (named and re.search(NAME, what)) or _INTO_FOLDERS.search(rest)
    return WRITES | MOVES if files and not _PART.search(what) else WRITES


def _object(rest: str) -> str:
    return _OBJECT_END.split(rest, maxsplit=1)[0]
