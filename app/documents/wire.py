"""How a worker hands over what it read: one JSON array a line, the last one says that it is all."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.documents.extract import Line
from app.documents.pieces import Fact, Note, Picture, Piece


@dataclass(frozen=True, slots=True)
class Failed:
    """The reader gave up; the fields are those of a DocumentError."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """All was handed over."""


Message = Piece | Failed | Ended


def sent(message: Message) -> bytes:
    """`message` as one line."""
    return json.dumps(_array(message), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def _array(message: Message) -> list[object]:
    match message:
        case Line(text=text, place=place, parts=parts):
            return ["line", text, place, *(part for pair in parts for part in pair)]
        case Fact(text=text):
            return ["fact", text]
        case Note(text=text):
            return ["note", text]
        case Picture(text=text, number=number):
            return ["picture", text, number]
        case Failed(code=code, text=text):
            return ["failed", code, text]
        case Ended():
            return ["ended"]


def received(row: bytes) -> Message | None:
    """The message in one line, None when it is none."""
    try:
        name, *values = json.loads(row)
        return _MESSAGES[name](values)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _line(values: list[Any]) -> Line:
    text, place, *parts = values
    pairs = zip(map(int, parts[::2]), map(str, parts[1::2]), strict=True)
    return Line(str(text), str(place), tuple(pairs))


_MESSAGES: dict[str, Callable[[list[Any]], Message]] = {
    "line": _line,
    "fact": lambda values: Fact(*map(str, values)),
    "note": lambda values: Note(*map(str, values)),
    "picture": lambda values: Picture(str(values[0]), int(values[1])),
    "failed": lambda values: Failed(*map(str, values)),
    "ended": lambda values: Ended(*values),
}
