"""How many tokens a conversation may show the model, and what its server teaches about that."""

from app.agent.model.truncation import is_truncated
from app.overflow import Told

_LEAST_ROOM = 500
# Servers that cut in silence keep a part of the window for the answer.
_ANSWER_SHARE, _MOST_FOR_ANSWER = 0.25, 4_096
_LEAST, _MOST = 0.5, 3.0
# An estimate may be too low by so much.
_DOUBT = 1.25
# No model has so small a window: a report below is no figure to learn from.
_LEAST_REPORT = 2_000
_REFUSED_SHARE = 0.75
# A report that does not grow with what is sent.
_PINNED, _GROWN = 0.1, 1.3


class Budget:
    """One conversation's tokens: `window` as far as is known, `fixed` for the system text and the tools.

    Estimates are in characters / 4; `factor` corrects them by what the server reports.
    """

    def __init__(self, window: int, fixed: int, answer: int | None = None) -> None:
        self.window = window
        self.factor = 1.0
        self._fixed = fixed
        self._answer = self.answer_set = answer
        self._most: float = float("inf")
        self._last: tuple[int, int] | None = None
        self._cuts = False

    @property
    def room(self) -> int:
        """Estimated tokens that messages may have."""
        most = min((self.window - self._kept_for_answer) / self.factor, self._most)
        return max(_LEAST_ROOM, int(most) - self._fixed)

    @property
    def _kept_for_answer(self) -> int:
        return min(self._answer or _MOST_FOR_ANSWER, int(self.window * _ANSWER_SHARE))

    def answer(self, sent: int) -> int | None:
        """The most tokens to ask for beside `sent` tokens, so that both fit; None where the server decides."""
        if self._answer is None:
            return None
        return min(self._answer, max(self._kept_for_answer, self.window - int(sent * _DOUBT) - _LEAST_ROOM))

    def answer_refused(self, sent: int, asked: int | None, told: Told) -> bool:
        """Whether a request of `sent` tokens that did not fit may do so when less is asked for than `asked`."""
        if asked is None or sent > (told.window or asked):
            return False
        if told.window:
            self.window = min(self.window, told.window)
        else:
            self._answer = max(1, asked // 2)
        return (self.answer(sent) or asked) < asked

    def expected(self, shown: int) -> int:
        """The tokens that a server is likely to count for a request that shows `shown` estimated tokens."""
        return int((shown + self._fixed) * self.factor)

    def refused(self, shown: int, told: Told) -> None:
        """A request did not fit; `told` is what the error said of sizes. The next one will be smaller."""
        sent = shown + self._fixed
        if shown >= _LEAST_ROOM:
            # Where next to nothing was shown, showing less is no help.
            self._most = min(self._most, sent * _REFUSED_SHARE)
        if told.size:
            expected = self.expected(shown)
            # Some servers count the answer that was asked for.
            sizes = (told.size, told.size - (self.answer(expected) or 0))
            size = min(sizes, key=lambda size: abs(size - expected))
            self.factor = max(self.factor, min(_MOST, size / sent))
        if told.window:
            self.window = min(self.window, told.window)

    def reported(self, shown: int, tokens: int) -> bool:
        """Takes in the input tokens that a server reports; true once, when it has cut what it was sent in silence.

        Small figures are let pass, and those that count only what is new to the server's prompt cache.
        """
        sent, last = shown + self._fixed, self._last
        if tokens < _LEAST_REPORT:
            return False
        if last and self._is_share(sent, tokens, last):
            self._last = (sent, last[1] + tokens)
            return False
        if self._is_cut(sent, tokens, last):
            self._last = (sent, tokens)
            self.window = min(self.window, int(tokens / (1 - _ANSWER_SHARE)))
            self._most = min(self._most, tokens / self.factor)
            was_known, self._cuts = self._cuts, True
            return not was_known
        if last and self._is_pinned(sent, tokens, last):
            return False
        self._last = (sent, tokens)
        ratio = min(_MOST, max(_LEAST, tokens / sent))
        self.factor = (self.factor + ratio) / 2 if last else ratio
        return False

    def _is_cut(self, sent: int, tokens: int, last: tuple[int, int] | None) -> bool:
        if last is None:
            return is_truncated(sent, tokens)
        if sent <= last[0]:
            return False
        return tokens < 0.9 * last[1] or (sent > last[0] * _GROWN and self._is_pinned(sent, tokens, last))

    def _is_pinned(self, sent: int, tokens: int, last: tuple[int, int]) -> bool:
        """Whether the report has hardly grown, though more was sent."""
        return sent > last[0] and tokens - last[1] < _PINNED * self.factor * (sent - last[0])

    def _is_share(self, sent: int, tokens: int, last: tuple[int, int]) -> bool:
        """Whether `tokens` may be those of what was added to the request before alone."""
        added = (sent - last[0]) * self.factor
        return added > 0 and tokens < last[1] and 0.85 * added <= tokens <= 1.15 * added
