"""Tool calls that arrive in pieces, put in order."""

import json
from dataclasses import dataclass, field
from typing import Any

from app.json_text import json_object

Json = dict[str, Any]


@dataclass(slots=True)
class _Open:
    """A call of which pieces arrive. `server_index` is the server's number for it, `index` ours."""

    index: int
    server_index: int | None
    id: str
    name: str
    pieces: list[str] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether its arguments are a complete object."""
        if not self.pieces or not self.pieces[-1].rstrip().endswith("}"):
            return False
        return json_object("".join(self.pieces)) is not None


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a server sent of a call; "" and None where it sent nothing."""

    server_index: int | None
    id: str
    name: str
    arguments: str


class CallDeltas:
    """Finds the call to which each piece belongs, whatever the server leaves out or repeats.

    `extras` are what servers attach to a call to get it back with the history, by our index.
    """

    def __init__(self) -> None:
        self.extras: Json = {}
        self._open: list[_Open] = []

    def mended(self, parts: object) -> list[Json]:
        """`parts` as the protocol has them: each with an index, and its id and name only once."""
        given = parts if isinstance(parts, list) else [parts]
        return [mended for part in given if isinstance(part, dict) and (mended := self._mended(part))]

    def _mended(self, part: Json) -> Json | None:
        piece = _piece_of(part)
        if not (piece.id or piece.name or piece.arguments):
            return None
        call = self._call_of(piece)
        begins = call is None
        if call is None:
            call = _Open(len(self._open), piece.server_index, "", "")
            self._open.append(call)
        if extra := part.get("extra_content"):
            self.extras.setdefault(str(call.index), extra)
        mended: Json = {"index": call.index, "function": {"arguments": piece.arguments}}
        if begins or (piece.id and not call.id):
            call.id = mended["id"] = piece.id
        if begins or (piece.name and not call.name):
            call.name = mended["function"]["name"] = piece.name
        call.pieces.append(piece.arguments)
        return mended

    def _call_of(self, piece: _Piece) -> _Open | None:
        """The call that `piece` goes on with, None when it begins one."""
        call = self._numbered(piece)
        if call is None:
            return None
        if piece.id and piece.id == call.id:
            return call
        if piece.id and call.id:
            # An id for every piece is known of no server; another call under the same number is.
            return None if piece.name else call
        if not piece.name or not call.name:
            return call
        again = piece.name == call.name and not call.is_whole
        return call if again and not (call.pieces[-1] and piece.arguments.startswith("{")) else None

    def _numbered(self, piece: _Piece) -> _Open | None:
        """The newest call under the piece's number; without one that with its id, else the newest of all."""
        if piece.server_index is not None:
            found = [call for call in self._open if call.server_index == piece.server_index]
            return found[-1] if found else None
        if piece.id:
            return next((call for call in self._open if call.id == piece.id), None)
        return self._open[-1] if self._open else None


def _piece_of(part: Json) -> _Piece:
    function = part.get("function")
    function = function if isinstance(function, dict) else {}
    index, given_id, name = part.get("index"), part.get("id"), function.get("name")
    return _Piece(
        index if isinstance(index, int) else None,
        str(given_id) if given_id not in (None, "") else "",
        name if isinstance(name, str) else "",
        _as_text(function.get("arguments")),
    )


def _as_text(arguments: object) -> str:
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
