"""The limits of a turn: requests, tokens, and going round in circles."""

from typing import Literal

Limit = Literal["round_limit", "token_limit", "loop"]

CALLS_IN_A_REPLY = 32
_REMARKED, _ENDED = 3, 5
_LONGEST_CYCLE = 4


class Repetition:
    """Notices calls that come again with the results they had: one call, or a cycle of up to four.

    The same call with a new result is progress. `times` is how often in a row the newest
    cycle has come, `remarks` how often a call was remarked on; calls that stand twice in
    one reply count once.
    """

    def __init__(self) -> None:
        self.times = self.remarks = 0
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
        is_old = self.times >= _REMARKED
        self.remarks += is_old
        return is_old

    def _cycles(self, length: int) -> int:
        """How often the last `length` steps stand in a row at the end."""
        cycle, times = self._steps[-length:], 1
        while times < _ENDED and self._steps[-length * (times + 1) : -length * times] == cycle:
            times += 1
        return times
