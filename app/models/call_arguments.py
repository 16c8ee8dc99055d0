"""The arguments of one tool call, as they arrive in pieces."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise

from app.json_text import is_whole, json_object

_DECODER = json.JSONDecoder(strict=False)
_NEXT = re.compile(r"\s*(?=[{<`])")
# What closes a call in a model's own template, and its server has left in.
_CLOSINGS = re.compile(r"\s*((</?\w+>|<\|\w+\|>|```)\s*)*")
_MARKS = re.compile(r'\\.?|["{}\[\]]', re.DOTALL)


class Arguments:
    """Takes the pieces, and tells in between how far they have come: each piece is looked at once."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._grow = True
        self._place = _Place()
        self._followed = 0
        self._read_at = 0
        self._read: str | None = None

    def add(self, piece: str) -> None:
        """Takes in one more piece."""
        self._grow = self._grow and (not self.pieces or piece.startswith(self.pieces[-1]))
        self.pieces.append(piece)

    @property
    def text(self) -> str:
        """All of them as they were meant."""
        return _meant(self.pieces)

    @property
    def so_far(self) -> str:
        """What has come, as it is: for somebody who watches it grow."""
        is_repeated = self._grow and len(self.pieces) > 1
        return self.pieces[-1] if is_repeated else "".join(self.pieces)

    @property
    def is_within_string(self) -> bool:
        """Whether the next piece goes on with a string."""
        return self._followed_place().in_string

    @property
    def is_whole(self) -> bool:
        """Whether they have come to an end."""
        return self.whole is not None

    @property
    def whole(self) -> str | None:
        """Once they have come to an end: what they are, written alike for the same ones."""
        if self._read_at != len(self.pieces):
            self._read_at, self._read = len(self.pieces), self._whole()
        return self._read

    def _whole(self) -> str | None:
        if self._grow and len(self.pieces) > 1 and (given := json_object(self.pieces[-1])) is not None:
            return json.dumps(given)
        place = self._followed_place()
        if not place.is_end or self.pieces[-1].rstrip()[-1:] not in ('"', "}"):
            return None
        # What stands in balance and is no JSON becomes none by more of it, and is not read again.
        place.is_lost = not is_whole(text := self.text)
        return None if place.is_lost else json.dumps(json.loads(text, strict=False))

    def _followed_place(self) -> "_Place":
        for piece in self.pieces[self._followed :]:
            self._place.go_on(piece)
        self._followed = len(self.pieces)
        return self._place


class _Place:
    """Where in JSON a text ends that arrives in pieces."""

    def __init__(self) -> None:
        self.in_string = False
        self.is_lost = False
        self._depth = 0
        self._begun = False
        self._escape = ""

    @property
    def is_end(self) -> bool:
        """Whether a value has ended, and nothing has begun since."""
        return self._begun and not (self.is_lost or self.in_string or self._depth)

    def go_on(self, piece: str) -> None:
        text, self._escape = self._escape + piece, ""
        for mark in _MARKS.findall(text):
            self._pass(mark)

    def _pass(self, mark: str) -> None:
        self._begun = True
        if mark == '"':
            self.in_string = not self.in_string
        elif mark == "\\":
            self._escape = mark
        elif not self.in_string:
            self._depth += 1 if mark in "{[" else -1 if mark in "}]" else 0


def _meant(pieces: Sequence[str]) -> str:
    """The arguments that came in pieces, ever longer, or once more as a whole; unclear ones as they came."""
    joined = "".join(pieces)
    if json_object(joined) is not None or not pieces:
        return joined
    *before, last = pieces
    if json_object(last) is not None and (_grows(pieces) or last.startswith("".join(before))):
        return last
    told = _objects_in(joined)
    # Some servers begin every call with an empty object.
    told = [each for each in told if each != "{}"] or told
    return told[0] if len(set(told)) == 1 else joined


def _grows(pieces: Sequence[str]) -> bool:
    return len(pieces) > 1 and all(later.startswith(earlier) for earlier, later in pairwise(pieces))


def _objects_in(text: str) -> list[str]:
    """The JSON objects of which `text` consists, all written alike; none where it holds anything else."""
    found, at = [], 0
    try:
        while (start := _NEXT.match(text, at)) and text[start.end()] == "{":
            value, at = _DECODER.raw_decode(text, start.end())
            found.append(json.dumps(value, ensure_ascii=False))
    except (ValueError, RecursionError):
        return []
    return found if _CLOSINGS.fullmatch(text, at) else []
