"""How many tokens a conversation may show the model, and what its server teaches about that."""

from dataclasses import dataclass

from app.agent.model.truncation import Reports
from app.overflow import Told

_LEAST_ROOM = _LEAST_ANSWER = 100
# Kept free beside an answer: what is said next is longer than what was.
_SPARE = 500
# Servers that cut in silence keep a part of the window for the answer.
_ANSWER_SHARE, _MOST_FOR_ANSWER = 0.25, 4_096
_LEAST, _MOST = 0.5, 3.0
# An estimate may be too low by so much.
_DOUBT = 1.25
_REFUSED_SHARE = 0.75
_UNBOUNDED = 1e12


@dataclass(init=False, eq=False)
class Budget:
    """One conversation's tokens: `window` as far as is known, `fixed` for the system text and the tools.

    Estimates are in characters / 4; `factor` corrects them by what the server reports.
    """

    window: int
    factor: float
    answer_set: int | None
    is_told: bool
    reports: Reports
    _fixed: int
    _answer: int | None
    _most: float
    _accepted: int
    _corrected: bool
    _cuts: bool

    def __init__(self, window: int, fixed: int, answer: int | None = None) -> None:
        self.window = window
        self.factor = 1.0
        self._fixed = fixed
        self._answer = self.answer_set = answer
        self._most = _UNBOUNDED
        self._accepted = 0
        self.is_told = False
        self.reports = Reports(fixed)
        self._corrected = self._cuts = False

    @property
    def room(self) -> int:
        """Estimated tokens that messages may have."""
        most = min((self.window - self._kept_for_answer) / self.factor, self._most)
        return max(_LEAST_ROOM, int(most) - self._fixed)

    @property
    def measured(self) -> bool:
        """Whether estimates are corrected by what a server has reported."""
        return self._corrected

    @property
    def most(self) -> int:
        """Tokens that one request may have, its answer included, as far as is known."""
        return int(min(self.window, self._most * self.factor))

    @property
    def _kept_for_answer(self) -> int:
        # In a small window the system text and the tools leave less than the usual share.
        shared = int((self.window - self.expected(0)) / 2)
        return min(self._answer or _MOST_FOR_ANSWER, int(self.window * _ANSWER_SHARE), max(_LEAST_ANSWER, shared))

    def answer(self, sent: int) -> int | None:
        """The most tokens to ask for beside `sent` tokens, so that both fit; None where the server decides."""
        if self._answer is None:
            return None
        return min(self._answer, max(self._kept_for_answer, self.window - int(sent * _DOUBT) - _SPARE))

    def answer_refused(self, sent: int, asked: int | None, told: Told) -> bool:
        """Whether a request of `sent` tokens that did not fit may do so when less is asked for than `asked`."""
        is_least = sent <= self.expected(_LEAST_ROOM)
        if asked is None or (sent > (told.window or asked) and not is_least):
            return False
        if told.window:
            self.window = min(self.window, told.window)
        else:
            self._answer = max(min(asked, _LEAST_ANSWER), asked // 2 if asked > sent else asked // 4)
        return (self.answer(sent) or asked) < asked

    def expected(self, shown: int) -> int:
        """The tokens that a server is likely to count for a request that shows `shown` estimated tokens."""
        return int((shown + self._fixed) * self.factor)

    def leaves_no_room(self, shown: int) -> bool:
        """Whether a request that shows `shown` tokens fails for the system text and the tools alone."""
        least = self.expected(_LEAST_ROOM)
        is_likely = least * _DOUBT > self.window if self.is_told else not self._accepted
        return least > self.window or (shown < _LEAST_ROOM and is_likely)

    def cannot_take(self, shown: int) -> bool:
        """Whether a request that shows `shown` tokens is larger than the whole window, as far as that is known."""
        return shown > self.room and self.expected(shown) > self.window

    def may_take(self, shown: int, refused: int) -> bool:
        """Whether `shown` tokens are likely to fit where `refused` ones did not: nearer to what was accepted."""
        return 2 * (shown + self._fixed) <= max(self._accepted, self._fixed) + refused + self._fixed

    def refused(self, shown: int, told: Told) -> None:
        """A request did not fit; `told` is what the error said of sizes. The next one will be smaller."""
        sent = shown + self._fixed
        self._accepted = self._accepted if self._accepted < sent else 0
        if shown >= _LEAST_ROOM:
            # Where next to nothing was shown, showing less is no help.
            self._most = min(self._most, max(self._accepted, sent * _REFUSED_SHARE))
        if told.size:
            expected = self.expected(shown)
            # Some servers count the answer that was asked for.
            sizes = (told.size, told.size - (self.answer(expected) or 0))
            size = min(sizes, key=lambda size: abs(size - expected))
            self.factor = max(self.factor, min(_MOST, size / sent))
        self.window = min(self.window, told.window or self.window)
        self.is_told |= told.window is not None

    def reported(self, shown: int, tokens: int) -> bool:
        """Takes in the input tokens that a server reports; true once, when it has cut what it was sent in silence."""
        sent = shown + self._fixed
        verdict = self.reports.verdict(sent, tokens, self.factor)
        if verdict == "cut":
            self.window = min(self.window, int(tokens / (1 - _ANSWER_SHARE)))
            self._most = min(self._most, tokens / self.factor)
            was_known, self._cuts = self._cuts, True
            return not was_known
        self._accepted = max(self._accepted, sent)
        if verdict == "whole":
            ratio = min(_MOST, max(_LEAST, tokens / sent))
            self.factor = (self.factor + ratio) / 2 if self._corrected else ratio
            self._corrected = True
        return False
