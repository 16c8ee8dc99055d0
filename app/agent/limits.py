"""The limits of a turn: requests, tokens, and going round in circles."""

from dataclasses import dataclass
from typing import Literal

from app.events import Offer

Limit = Literal["round_limit", "token_limit", "cost_limit", "loop"]

CALLS_IN_A_REPLY = 32
NEAR = 0.8
_REMARKED, _ENDED = 3, 5
_LONGEST_CYCLE = 4


@dataclass(frozen=True, slots=True)
class Reached:
    """A limit that was reached: `said` names it and the way to go on, to the person; `offers` are buttons for it."""

    limit: Limit
    said: str
    offers: tuple[Offer, ...] = ()


class Repetition:
    """Notices calls that come again with the results they had: one call, or a cycle of up to four.

    The same call with a new result is progress. `times` is how often in a row the newest
    cycle has come, `rows` how many such rows were long enough to be remarked on; calls that
    stand twice in one reply count once.
    """

    def __init__(self) -> None:
        self.times = self.rows = 0
        self._is_old = False
        self._steps: list[tuple[str, str]] = []
        self._in_reply: set[str] = set()

    @property
    def ends_the_turn(self) -> bool:
        return self.times >= _ENDED

    def begin_reply(self) -> None:
        """A new reply's calls follow."""
        self._in_reply.clear()

    def take_in(self, request: str, result: str) -> bool:
        """Takes in a call with its result; whether it is one to remark on."""
        if request in self._in_reply:
            return False
        self._in_reply.add(request)
        self._steps.append((request, result))
        self.times = max(self._cycles(length) for length in range(1, _LONGEST_CYCLE + 1))
        was_old, self._is_old = self._is_old, self.times >= _REMARKED
        self.rows += self._is_old and not was_old
        return self._is_old

    def _cycles(self, length: int) -> int:
        """How often the last `length` steps stand in a row at the end."""
        cycle, times = self._steps[-length:], 1
        while times < _ENDED and self._steps[-length * (times + 1) : -length * times] == cycle:
            times += 1
        return times
