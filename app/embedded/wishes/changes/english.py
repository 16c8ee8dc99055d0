"""Changes that are asked for in English, one clause at a time."""

import re
from collections.abc import Callable
from dataclasses import replace

from app.embedded.wishes.changes.parts import NAME, PRONOUN, Named, named, quoted
from app.embedded.wishes.names import Reading, is_file_name
from app.embedded.wishes.wish import Change, Verb

Changes = tuple[Change, ...]

_I = re.IGNORECASE
_TEXT = r"(?:⟪\d+⟫|[^\s⟦⟧⟪⟫]+)"
_WORD = r"(?:the\s+)?(?:(?:word|words|text|phrase|term|string|line|sentence)\s+)?"
_EVERY = (
    r"(?P<every>(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?)?"
    r"(?:(?:occurrences?|instances?|appearances?|mentions?)\s+of\s+)?"
)
_EVERYWHERE = r"(?P<everywhere>\s+everywhere)?"
_VERBS = r"(?:copy|duplicate|move|put|rename|delete|remove|erase|trash|make|create|mkdir|replace|change|save)"
_NEXT = re.compile(rf"(?:\s*[,;.]\s*|\s+(?=and\b|then\b))(?:(?:and|then|also)\s+)*(?={_VERBS}\b)", _I)
_LISTED = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", _I)
_ONE = re.compile(
    rf"(?:(?:the|my|our|a|an)\s+)?(?:(?:new|empty)\s+(?=(?:sub-?)?folder|directory|file))*(?:(?P<kind>file|folder|directory|paper|document)\s+)?"
    rf"(?P<called>(?:called|named)\s+)?(?P<name>{NAME})(?:\s+(?P<after>(?:sub-?)?folder|directory|file))?",
    _I,
)
_IT_THERE = re.compile(r"it|there|that\s+folder", _I)
_COPY = re.compile(
    r"(?:(?:copy|duplicate)|(?:make|create|save)\s+a\s+(?:copy|duplicate|backup)\s+of)\s+(?P<what>.+?)\s+"
    r"(?P<how>to|into|as|onto|in|inside|named|called|under\s+the\s+name)\s+(?P<where>.+)",
    _I,
)
_SAVE = re.compile(r"save\s+(?P<what>.+?)\s+(?P<how>to|as|into|under(?:\s+the\s+name)?)\s+(?P<where>.+)", _I)
_MOVE = re.compile(r"(?:move|put)\s+(?P<what>.+?)\s+(?P<how>to|into|in|inside|under)\s+(?P<where>.+)", _I)
_RENAME = re.compile(
    r"(?:rename|change\s+the\s+(?:file\s*)?name\s+of)\s+(?P<what>.+?)\s+(?:to|as|into)\s+(?P<where>.+)", _I
)
_DELETE = re.compile(r"(?:delete|remove|erase|trash|get\s+rid\s+of)\s+(?P<what>.+)", _I)
_MAKE = re.compile(
    r"(?:(?:make|create|add|set\s+up)\s+(?:me\s+)?(?:(?:an?|the|another)\s+)?(?:(?:new|empty)\s+)*"
    r"(?:(?:sub-?)?folder|directory)|mkdir(?:\s+-p)?)\s+(?P<called>(?:called|named|with\s+the\s+name)\s+)?"
    rf"(?P<name>{NAME})(?:\s+(?:in|inside|under)\s+(?P<where>.+))?"
    rf"|(?:make|create|add)\s+(?:(?:an?|the)\s+)?(?:(?:new|empty)\s+)*(?P<early>{NAME})\s+(?:folder|directory)",
    _I,
)
_PLACE = rf"\s+(?:in|inside|within)\s+(?P<what>.+?){_EVERYWHERE}"
_SWAP = (
    rf"(?:replace|change)\s+{_EVERY}{_WORD}(?P<old>{_TEXT})\s+(?:with|by|to|into)\s+{_WORD}(?P<new>{_TEXT})"
    r"(?P<anywhere>\s+everywhere)?"
)
_EDIT = re.compile(rf"{_SWAP}{_PLACE}", _I)
_EDIT_IN = re.compile(rf"in\s+(?P<what>.+?),?\s+{_SWAP}{_EVERYWHERE}", _I)
_TAKE_OUT = re.compile(
    rf"(?:delete|remove|erase)\s+{_EVERY}{_WORD}(?P<old>⟪\d+⟫)\s+(?:from|in)\s+(?P<what>.+?){_EVERYWHERE}", _I
)


def changes_in_english(reading: Reading, text: str) -> Changes | None:
    """The changes that `text` asks for, if every clause of it does and nothing else is in it."""
    clauses = [text] if _EDIT_IN.fullmatch(text) else _NEXT.split(text)
    found: list[Change] = []
    for clause in clauses:
        meant = _clause(reading, clause.strip())
        if not meant or (len(clauses) > 1 and any(not change.source and change.verb != "make" for change in meant)):
            return None
        found += (_into_the_made(change, found) for change in meant)
    return None if any(change.target == _THERE for change in found) else tuple(found)


_THERE = "⟦there⟧"


def _into_the_made(change: Change, before: list[Change]) -> Change:
    """ "Make a folder named x and move a.txt into it": it is the folder just made."""
    made = [one.target for one in before if one.verb == "make"]
    return replace(change, target=f"{made[-1]}/") if change.target == _THERE and made else change


def _clause(reading: Reading, clause: str) -> Changes | None:
    return next((found for read in _READERS if (found := read(reading, clause))), None)


def _make(reading: Reading, clause: str) -> Changes | None:
    found = _MAKE.fullmatch(clause)
    if not found:
        return None
    folder = named(reading, found["name"] or found["early"], folder=False, called=bool(found["called"]))
    if not folder:
        return None
    if not found["where"]:
        return (Change("make", target=folder.path),)
    parent = _target(reading, found["where"], into=True)
    return (Change("make", target=f"{parent.removeprefix('./')}{folder.path}"),) if parent else None


def _edit(reading: Reading, clause: str) -> Changes | None:
    taken_out = _TAKE_OUT.fullmatch(clause)
    found = taken_out or _EDIT.fullmatch(clause) or _EDIT_IN.fullmatch(clause)
    sources = _sources(reading, found["what"]) if found else None
    if not found or not sources or len(sources) > 1:
        return None
    old, new = quoted(reading, found["old"]), "" if taken_out else quoted(reading, found["new"])
    if not old or new is None:
        return None
    every = any(value for name, value in found.groupdict().items() if name.startswith(("every", "any")))
    return (Change("edit", sources[0].path, old=old, new=new, every=every),)


def _rename(reading: Reading, clause: str) -> Changes | None:
    return _moved("rename", reading, _RENAME.fullmatch(clause), into=False)


def _copy(reading: Reading, clause: str) -> Changes | None:
    found = _COPY.fullmatch(clause)
    return _moved("copy", reading, found, into=_into(found))


def _save(reading: Reading, clause: str) -> Changes | None:
    """A file that is to be saved under another name is copied; what else is saved is no file."""
    found = _SAVE.fullmatch(clause)
    sources = _sources(reading, found["what"]) if found else None
    files = bool(sources) and all(is_file_name(source.path) for source in sources or ())
    return _moved("copy", reading, found, into=_into(found)) if files else None


def _move(reading: Reading, clause: str) -> Changes | None:
    found = _MOVE.fullmatch(clause)
    # What is quoted and put somewhere may as well be a text.
    if found and clause.lower().startswith("put") and ("⟪" in found["what"] or not _is_folder(reading, found["where"])):
        return None
    return _moved("move", reading, found, into=_into(found))


def _delete(reading: Reading, clause: str) -> Changes | None:
    found = _DELETE.fullmatch(clause)
    sources = _sources(reading, found["what"]) if found else None
    return tuple(Change("delete", source.path) for source in sources) if sources else None


def _moved(verb: Verb, reading: Reading, found: re.Match[str] | None, into: bool) -> Changes | None:
    if not found:
        return None
    sources, target = _sources(reading, found["what"]), _target(reading, found["where"], into)
    if not sources or not target or (len(sources) > 1 and not target.endswith("/") and target != _THERE):
        return None
    return tuple(Change(verb, source.path, target) for source in sources)


def _into(found: re.Match[str] | None) -> bool:
    return found is not None and bool(re.fullmatch(r"into|in|inside", found["how"], _I))


def _sources(reading: Reading, what: str) -> tuple[Named, ...] | None:
    """The files or folders that are named, or the one that was just talked about."""
    if PRONOUN.fullmatch(what):
        return (Named(""),)
    found = [_one(reading, one) for one in _LISTED.split(what)]
    return tuple(one for one in found if one) if all(found) else None


def _one(reading: Reading, what: str) -> Named | None:
    match = _ONE.fullmatch(what.strip())
    if not match:
        return None
    said = f"{match['kind'] or ''} {match['after'] or ''}"
    folder = bool(re.search(r"folder|directory", said, _I))
    return named(reading, match["name"], folder, bool(match["called"] or match["kind"]))


def _target(reading: Reading, where: str, into: bool) -> str:
    """Where something is to go; a bare word after "into" is a folder. "" when it cannot be told."""
    if _IT_THERE.fullmatch(where):
        return _THERE
    place = _one(reading, where)
    if not place:
        return ""
    is_folder = place.is_folder or (into and not is_file_name(place.path))
    return Named(place.path, is_folder).target


def _is_folder(reading: Reading, where: str) -> bool:
    place = _one(reading, where)
    return bool(_IT_THERE.fullmatch(where)) or bool(place and place.is_folder)


_READERS: tuple[Callable[[Reading, str], Changes | None], ...] = (_make, _edit, _rename, _copy, _save, _move, _delete)
