"""What one conversation remembers of its tool calls."""

import json
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock

from app.json_text import json_object
from app.tools.contract import Outcome
from app.workspace import Seen

_RESULTS = 200
_DROPPED = Outcome(
    "result:dropped",
    "The person dropped this result, as it did not fit. Ask for a smaller part of it (offset, limit), search it, or"
    " answer without it.",
)


def request_of(name: str, raw: str) -> str:
    """The same text for every way to write the same call."""
    given = json_object(raw)
    return f"{name} {raw if given is None else json.dumps(given, sort_keys=True, ensure_ascii=False)}"


class Memory:
    """The results of calls that only read, each with a digest of what it rests on, and the files that were seen.

    A result whose basis has changed, or that shows another version of a file than the conversation
    knows by now, is forgotten; so are the oldest above a number.
    """

    def __init__(self) -> None:
        self.seen = Seen()
        self._results: OrderedDict[str, Outcome] = OrderedDict()
        self._lock = Lock()

    def knows(self, request: str) -> bool:
        """Whether there is a result of the same request, be it true or not by now."""
        with self._lock:
            return request in self._results

    def recalled(self, request: str, basis: str) -> Outcome | None:
        """The result of the same request, if it rests on the same basis."""
        with self._lock:
            known = self._results.pop(request, None)
            if known is None or known.basis != basis or not self._is_newest(known):
                return None
            self._results[request] = known
            return known.again()

    def _is_newest(self, known: Outcome) -> bool:
        """Whether the file is not known otherwise by now: it is read anew then, to be known as it is again."""
        version = self.seen.version(known.path)
        return version is None or version.basis(known.path) == known.basis

    @contextmanager
    def without(self, dropped: Outcome | None) -> Iterator[None]:
        """A context in which whoever asks for the result `dropped` again is told that it is."""
        with self._lock:
            gone = {request: known for request, known in self._results.items() if dropped and _is_same(known, dropped)}
            self._results.update({request: replace(_DROPPED, basis=known.basis) for request, known in gone.items()})
        try:
            yield
        finally:
            with self._lock:
                self._results.update(gone)

    def keep(self, request: str, outcome: Outcome) -> None:
        """Remembers a result that worked, if it is known what it rests on."""
        if not outcome.ok or not outcome.basis:
            return
        with self._lock:
            self._results[request] = outcome
            while len(self._results) > _RESULTS:
                self._results.popitem(last=False)


def _is_same(known: Outcome, shown: Outcome) -> bool:
    """Whether a result that is remembered is the one that was shown, whatever was added to its text."""
    return (known.path, known.basis, known.chars) == (shown.path, shown.basis, shown.chars)
