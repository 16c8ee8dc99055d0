"""What a server sends in a stream, line by line, and as the objects that are meant."""

from collections.abc import AsyncIterator
from typing import Any

import openai

Json = dict[str, Any]


class Lines(openai.AsyncStream[object]):
    """The library's stream, which a line that is no JSON does not end: such a line comes as the text that it is."""

    async def _iter_events(self) -> AsyncIterator[Any]:
        async for line in super()._iter_events():
            yield _Line(line)


class _Line:
    def __init__(self, line: Any) -> None:
        self._line = line
        self.data: str = line.data
        self.event: str | None = line.event

    def json(self) -> Any:
        try:
            return self._line.json()
        except (ValueError, RecursionError):
            return self.data


def object_in(sent: Any) -> Json:
    """The object that arrived: the first one of a list, and what the library has made of it as it was before."""
    match sent:
        case dict():
            return sent
        case [dict() as first, *_]:
            return first
    return dict(sent.model_dump(warnings=False)) if hasattr(sent, "model_dump") else {}
