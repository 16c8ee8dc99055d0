"""Whether a message asks for a change: only one that asks plainly, and for nothing else, is a request."""

import re
from dataclasses import replace

from app.embedded.wishes import words
from app.embedded.wishes.changes.english import changes_in_english
from app.embedded.wishes.changes.japanese import changes_in_japanese
from app.embedded.wishes.mood import is_forbidden, without_courtesies, without_forbidden
from app.embedded.wishes.names import Reading
from app.embedded.wishes.places import ordinal_in
from app.embedded.wishes.requests import bare_request
from app.embedded.wishes.wish import Change, Wish

# What is longer holds pasted text; then nothing in it is a plain request.
_LONGEST = 1_000
_PART = re.compile(r"[?!;。、\n]|[.,](?=\s|$)|\b(?:if|when|but|because|so that)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:copy|duplicate|move|put|rename|delete|remove|erase|trash|make|create|mkdir|replace|change|save)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:did|have|has|had)\s+(?:you|i|we|it)\b[^.?]*\b(?:delet|remov|eras|mov|renam|cop|replac|chang|edit|made|make|creat|do\b|done)"
    r"|\b(?:is|was|were|has|have)\s+(?:it|this|that|the\s+\w+|⟦\d+⟧)\s+(?:been\s+|already\s+|really\s+)*"
    r"(?:delet|remov|eras|mov|renam|copied|replac|chang|edit)ed?\b"
    r"|(?:削除|消去?|移動|移|コピー|複製|リネーム|変更|変え|置き換え|置換|編集|作成|作)(?:し|っ)?(?:まし)?(?:た|てある|てあります|済み)"
    r"(?:のです|んです|の|ん)?(?:か|っけ|\?)",
    re.IGNORECASE,
)
# What is asked about or supposed in Japanese, said as a request: 消したら, 消してもいい.
_SUPPOSED = re.compile(r"(?<=[しっえいり])(?:たら|ても|ては|た(?:方|ほう)が|ます(?:か|と)|ましょうか|たい).*$")


def change_in(reading: Reading) -> Wish | None:
    """The wish for changes that the whole message is, if it is one."""
    if len(reading.plain) > _LONGEST:
        return None
    changes = _changes(reading, bare_request(without_courtesies(reading.masked)))
    return _wish(changes, reading) if changes else None


def asks_what_was_done(masked: str) -> bool:
    """Whether a message asks if or what was changed."""
    return bool(_DONE.search(masked))


def only_forbids(masked: str) -> bool:
    """Whether a message speaks of changes only where it forbids them."""
    return is_forbidden(masked) and not words.DESTROYS.search(without_forbidden(masked))


def doubtful_change(reading: Reading) -> Wish:
    """What a message means that speaks of changes without plainly asking for them."""
    masked = reading.masked
    if asks_what_was_done(masked):
        return Wish("recall", files=reading.named, changes=(Change("edit"),))
    parts = [part[found.start() :] for part in _PART.split(masked) if (found := _VERB.search(part))]
    parts += [_SUPPOSED.sub("て", part) for part in _PART.split(masked)]
    changes = next(filter(None, (_changes(reading, bare_request(part)) for part in parts)), None)
    return Wish("unsure", behind=_wish(changes, reading)) if changes else Wish("unclear", files=reading.named)


def _changes(reading: Reading, text: str) -> tuple[Change, ...] | None:
    return changes_in_english(reading, text) or changes_in_japanese(reading, text)


def _wish(changes: tuple[Change, ...], reading: Reading) -> Wish:
    wish = Wish("change", changes=changes)
    open_still = any(not change.source and change.verb != "make" for change in changes)
    return replace(wish, refers=True, ordinal=ordinal_in(reading.masked)) if open_still else wish
