"""Tool calls that arrive in pieces, put in order and read once all of them are there."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from app.json_text import is_whole, json_object

Json = dict[str, Any]

_DECODER = json.JSONDecoder(strict=False)
_NEXT = re.compile(r"\s*(?=[{<`])")
# What closes a call in a model's own template, and its server has left in.
_CLOSINGS = re.compile(r"\s*((</?\w+>|<\|\w+\|>|```)\s*)*")


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a server sent of a call: "" where it sent nothing. `number` is the server's number for the call."""

    number: str
    id: str
    name: str
    arguments: str
    extra: Any = None


@dataclass(slots=True)
class _Open:
    """A call of which pieces arrive. `extra` is what its server attached to get it back with the history."""

    number: str
    id: str = ""
    names: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    extra: Any = None

    @property
    def name(self) -> str:
        return _name_of(self.names)

    @property
    def arguments(self) -> str:
        return _arguments_of(self.pieces)

    @property
    def is_whole(self) -> bool:
        """Whether its arguments have come to an end."""
        return bool(self.pieces) and self.pieces[-1].rstrip()[-1:] in ('"', "}") and is_whole(self.arguments)

    def take(self, piece: _Piece) -> None:
        self.id = self.id or piece.id
        self.extra = self.extra or piece.extra
        self.names += [piece.name] if piece.name else []
        self.pieces += [piece.arguments] if piece.arguments else []

    def goes_on_with(self, piece: _Piece) -> bool:
        """Whether `piece`, which stands under the same number, is of this call and does not begin another one."""
        if not piece.name or not self.names:
            return True
        is_new = bool(piece.id and self.id and piece.id != self.id)
        if piece.name not in self.names and not (self.name.startswith(piece.name) or piece.name.startswith(self.name)):
            return not self.pieces and not is_new
        if self.is_whole:
            return self.is_repeated_by(piece) or (bool(piece.arguments) and not piece.arguments.startswith(("{", '"')))
        begins = is_new and piece.arguments.startswith(("{", '"'))
        return not (begins and self.pieces) or piece.arguments.startswith("".join(self.pieces[-1:]))

    def is_repeated_by(self, piece: _Piece) -> bool:
        """Whether `piece` is this call once more."""
        given = json_object(piece.arguments) if piece.arguments else None
        return piece.name == self.name and given is not None and json.dumps(given) == json.dumps(self._object)

    @property
    def _object(self) -> Json | None:
        return json_object(self.arguments)

    def is_only_named_again(self, before: "_Open") -> bool:
        return not (self.pieces or self.id) and (self.number, self.name) == (before.number, before.name)


class CallDeltas:
    """Finds the call to which each piece belongs, whatever the server leaves out or repeats."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def take(self, parts: object) -> None:
        """Takes in the pieces of one chunk."""
        for part in parts if isinstance(parts, list) else [parts]:
            piece = _piece_of(part) if isinstance(part, dict) else None
            if piece is None or not (piece.id or piece.name or piece.arguments):
                continue
            call = self._call_of(piece)
            if call is None:
                call = _Open(piece.number)
                self._open.append(call)
            call.take(piece)

    def calls(self) -> list[Json]:
        """The calls that have arrived, each as one whole piece of the protocol."""
        return [
            {"index": index, "id": call.id or None, "function": {"name": call.name, "arguments": call.arguments}}
            for index, call in enumerate(self._known())
        ]

    def extras(self) -> Json:
        """What the server attached to calls, by their index."""
        return {str(index): call.extra for index, call in enumerate(self._known()) if call.extra}

    def _known(self) -> list[_Open]:
        again = {id(call) for before, call in pairwise(self._open) if call.is_only_named_again(before)}
        return [call for call in self._open if (call.names or call.pieces) and id(call) not in again]

    def _call_of(self, piece: _Piece) -> _Open | None:
        """The call that `piece` goes on with or repeats, None when it begins one."""
        call = self._numbered(piece)
        if call is None or (piece.id and piece.id == call.id) or call.goes_on_with(piece):
            return call
        if piece.number or piece.id:
            return None
        return next((call for call in self._open if call.is_repeated_by(piece)), None)

    def _numbered(self, piece: _Piece) -> _Open | None:
        """The newest call under the piece's number; without one that with its id, else the newest of all."""
        if piece.number:
            found = [call for call in self._open if call.number == piece.number]
        else:
            found = [call for call in self._open if piece.id and call.id == piece.id]
            found = found or (self._open if not (piece.id and piece.name) else [])
        return found[-1] if found else None


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


def _name_of(names: Sequence[str]) -> str:
    """The name that came in pieces, ever longer, or again and again."""
    if not names or _grows(names) or names[-1] == "".join(names[:-1]):
        return names[-1] if names else ""
    return "".join(names)


def _arguments_of(pieces: Sequence[str]) -> str:
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
