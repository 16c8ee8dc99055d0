"""Tool calls that arrive in pieces, put in order and read once all of them are there."""

import json
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any

from app.json_text import json_object
from app.models.call_arguments import Arguments

Json = dict[str, Any]

# Shorter arguments are there before anybody could read them; longer ones are not watched to their end.
_LEAST_WATCHED, _MOST_WATCHED = 300, 20_000
# So many calls are compared with one that comes without a number; a reply of more is cut anyway.
_COMPARED = 64


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a server sent of a call: "" where it sent nothing. `number` is the server's number for the call."""

    number: str
    id: str
    name: str
    arguments: str
    extra: Any = None

    @property
    def whole(self) -> str | None:
        """The arguments where they are an object, written alike for the same ones."""
        given = json_object(self.arguments) if self.arguments else None
        return None if given is None else json.dumps(given)


@dataclass(slots=True)
class _Open:
    """A call of which pieces arrive. `extra` is what its server attached to get it back with the history."""

    number: str
    id: str = ""
    name: str = ""
    arguments: Arguments = field(default_factory=Arguments)
    extra: Any = None
    watched: int = 0

    def news(self) -> tuple[int, str]:
        """What has come of long arguments since this was asked last, and after how many characters of them."""
        start = self.watched
        if start >= _MOST_WATCHED or len(whole := self.arguments.so_far) < max(_LEAST_WATCHED, start):
            return start, ""
        new = whole[start:_MOST_WATCHED]
        self.watched += len(new)
        return start, new

    def take(self, piece: _Piece) -> None:
        if piece.arguments and not self.is_repeated_by(piece):
            self.arguments.add(piece.arguments)
        self.id = self.id or piece.id
        self.extra = self.extra or piece.extra
        # It comes in pieces, ever longer, or again and again.
        if piece.name.startswith(self.name):
            self.name = piece.name
        elif piece.name and not self.name.startswith(piece.name):
            self.name += piece.name

    def goes_on_with(self, piece: _Piece) -> bool:
        """Whether `piece`, which stands under the same number, is of this call and does not begin another one."""
        if not piece.name or not self.name:
            return True
        pieces, is_new = self.arguments.pieces, bool(piece.id and self.id and piece.id != self.id)
        if not (self.name.startswith(piece.name) or piece.name.startswith(self.name)):
            return not pieces and not is_new
        opens = piece.arguments.startswith(("{", '"'))
        if self.arguments.is_whole:
            return self.is_repeated_by(piece) or (bool(piece.arguments) and not opens)
        begins = is_new and opens and pieces and not self.arguments.is_within_string
        return not begins or piece.arguments.startswith(pieces[-1])

    def is_repeated_by(self, piece: _Piece) -> bool:
        """Whether `piece` is this call once more."""
        return bool(piece.name) and piece.name == self.name and self.arguments.is_whole and self.is_same(piece.whole)

    def is_same(self, whole: str | None) -> bool:
        return whole is not None and whole == self.arguments.whole

    def is_only_named_again(self, before: "_Open") -> bool:
        return not (self.arguments.pieces or self.id) and (self.number, self.name) == (before.number, before.name)


class CallDeltas:
    """Finds the call to which each piece belongs, whatever the server leaves out or repeats."""

    def __init__(self) -> None:
        self._open: list[_Open] = []
        # The newest under each number, and under each id.
        self._by_number: dict[str, _Open] = {}
        self._by_id: dict[str, _Open] = {}

    def take(self, parts: object) -> None:
        """Takes in the pieces of one chunk."""
        for part in parts if isinstance(parts, list) else [parts]:
            piece = _piece_of(part) if isinstance(part, dict) else None
            if piece is None or not (piece.id or piece.name or piece.arguments):
                continue
            call = self._call_of(piece) or self._opened(piece)
            if not call.id and piece.id:
                self._by_id[piece.id] = call
            call.take(piece)

    def news(self) -> list[Json]:
        """What has come of long arguments since this was asked last, by the places of their calls."""
        found = [(place, call.name, *call.news()) for place, call in enumerate(self._known())]
        return [{"call": place, "name": name, "start": start, "text": new} for place, name, start, new in found if new]

    def calls(self) -> list[Json]:
        """The calls that have arrived, each as one whole piece of the protocol."""
        return [
            {"index": index, "id": call.id or None, "function": {"name": call.name, "arguments": call.arguments.text}}
            for index, call in enumerate(self._known())
        ]

    def extras(self) -> Json:
        """What the server attached to calls, by their index."""
        return {str(index): call.extra for index, call in enumerate(self._known()) if call.extra}

    def _known(self) -> list[_Open]:
        again = {id(call) for before, call in pairwise(self._open) if call.is_only_named_again(before)}
        return [call for call in self._open if (call.name or call.arguments.pieces) and id(call) not in again]

    def _opened(self, piece: _Piece) -> _Open:
        call = _Open(piece.number)
        self._open.append(call)
        self._by_number[piece.number] = call
        return call

    def _call_of(self, piece: _Piece) -> _Open | None:
        """The call that `piece` goes on with or repeats, None when it begins one."""
        call = self._numbered(piece)
        if call is None or (piece.id and piece.id == call.id) or call.goes_on_with(piece):
            return call
        if piece.number or piece.id:
            return None
        named, whole = [call for call in islice(self._open, _COMPARED) if call.name == piece.name], piece.whole
        return next((call for call in named if call.is_same(whole)), None)

    def _numbered(self, piece: _Piece) -> _Open | None:
        """The newest call under the piece's number; without one that with its id, else the newest of all."""
        if piece.number:
            return self._by_number.get(piece.number)
        if piece.id and (known := self._by_id.get(piece.id)):
            return known
        return self._open[-1] if self._open and not (piece.id and piece.name) else None


def _piece_of(part: Json) -> _Piece:
    function = part.get("function")
    # Some servers leave out the object around a call's name and arguments.
    function = function if isinstance(function, dict) else part
    number, given_id, name = part.get("index"), part.get("id"), function.get("name")
    return _Piece(
        "" if number is None else str(number),
        "" if given_id is None else str(given_id),
        name if isinstance(name, str) else "",
        _as_text(function.get("arguments")),
        part.get("extra_content"),
    )


def _as_text(arguments: object) -> str:
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
