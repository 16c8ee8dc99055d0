"""Whether a server has dropped a part of what it was sent, and answered all the same: told by what it reports."""

from dataclasses import dataclass
from typing import Literal

# What a report proves: `whole` that all was taken in, `cut` that it was not, `unclear` neither.
Verdict = Literal["whole", "cut", "unclear"]

# No model has so small a window: a report below is no figure to learn from.
_LEAST_REPORT = 500
# Nothing that a model reads is so much shorter in tokens than in characters, but below so many that proves nothing.
_DOUBTFUL, _DOUBTFUL_FROM = 0.45, 4_000
# A report grows by about what was added. Blanks and rules are cheap in tokens, but not so cheap as that.
_GROWS, _PINNED = 0.6, 0.2
# Dropping whole messages, a server takes in a little more at one time, a little less at another.
_JITTER = 0.05
# What must be added before one report stands against another.
_MUCH, _TELLING = 0.3, 200
_DROPPED = 0.9


@dataclass(eq=False)
class Reports:
    """What one conversation's server has reported, and what it proves of the next report.

    The same text was reported before, so that a report tells of what was added to it. Some
    servers report only what is new to their prompt cache: that is no cut.
    """

    _before: int
    _known: tuple[int, int] | None = None
    _doubted: tuple[int, int] | None = None
    _taken_at_most: int = 0

    def verdict(self, sent: int, tokens: int, factor: float) -> Verdict:
        """What it proves that `tokens` are reported for `sent` estimated ones, of which a server counts `factor`."""
        added, self._before = (sent - self._before) * factor, sent
        if tokens < _LEAST_REPORT or self._is_share(sent, added, tokens):
            return "unclear"
        verdict = self._compared(sent, tokens, factor)
        if verdict == "whole":
            self._known, self._doubted = (sent, tokens), None
        elif verdict == "cut":
            self._taken_at_most = max(self._taken_at_most, tokens)
        return verdict

    def is_cut(self, sent: int, tokens: int) -> bool:
        """Whether the server dropped most of a request that shares no text with another, or again takes in no more."""
        most = self._taken_at_most * (1 + _JITTER)
        if sent >= _DOUBTFUL_FROM and tokens < sent * _DOUBTFUL:
            self._taken_at_most = max(self._taken_at_most, tokens)
            return True
        return tokens <= most < sent

    def _is_share(self, sent: int, added: float, tokens: int) -> bool:
        """Whether `tokens` may be those of what was added to the request before alone."""
        if added <= 0 or not 0.85 * added <= tokens <= 1.15 * added:
            return False
        if self._known is None:
            return True
        if tokens >= self._known[1]:
            return False
        self._known = (sent, self._known[1] + tokens)
        return True

    def _compared(self, sent: int, tokens: int, factor: float) -> Verdict:
        if self._known is None:
            return "cut" if self.is_cut(sent, tokens) else "whole"
        added, grown = (sent - self._known[0]) * factor, tokens - self._known[1]
        if added <= 0:
            return "whole" if tokens >= _GROWS * sent * factor else "unclear"
        if grown >= _GROWS * added:
            return "whole"
        is_much = sent > self._known[0] * (1 + _MUCH)
        if tokens < _DROPPED * self._known[1] or (is_much and grown < _PINNED * added):
            return "cut"
        return self._doubtful(sent, tokens, factor)

    def _doubtful(self, sent: int, tokens: int, factor: float) -> Verdict:
        """A report that has grown by too little: the next show whether the text was cheap or the window is full."""
        if self._doubted is None:
            self._doubted = (sent, tokens)
            return "unclear"
        added, grown = (sent - self._doubted[0]) * factor, tokens - self._doubted[1]
        if added > 0 and grown < _PINNED * added:
            return "cut"
        return "whole" if added >= _TELLING and grown >= _GROWS * added else "unclear"
