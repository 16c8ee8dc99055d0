"""One question and all that was done to answer it."""

import time
from collections.abc import Callable

from app.agent.history import History
from app.agent.reply import Reply, sendable
from app.agent.window import tokens_of
from app.events import Reason, TurnEnded, Usage
from app.fences import closed
from app.language import Language
from app.tokens import estimated_tokens

_CUT_REPLIES = 2


class Turn:
    """The state of a turn: where it began, what it has cost.

    `pieces` are the texts of the reply that is streaming, kept in case it never ends;
    `reply` is the last reply that did.
    """

    reply: Reply

    def __init__(self, history: History, question: str, language: Language) -> None:
        self.history = history
        self.question = sendable(question)
        self.language = language
        self.began_at = history.ask(self.question)
        self.pieces: list[str] = []
        self._cut_replies = 0
        self._started = time.monotonic()
        self._rounds = self._calls = self._input = self._output = 0
        self._estimated = False

    @property
    def partial(self) -> str:
        """The text of the newest reply, as far as it has arrived."""
        return "".join(self.pieces)

    def kept_partial(self, said: str) -> str:
        """What has been on the screen already, and `said` below it."""
        return f"{closed(self.partial.rstrip())}\n\n{said}" if self.partial.strip() else said

    def next_round(self) -> int:
        """Begins a request; gives its number, from 1."""
        self.pieces = []
        self._rounds += 1
        return self._rounds

    def count_reply(self, reply: Reply, sent: Callable[[], int]) -> None:
        """Takes in a reply; `sent` estimates an input that was not reported: it looks through all that was sent."""
        self.reply = reply
        self._estimated |= reply.input_tokens is None
        self._input += sent() if reply.input_tokens is None else reply.input_tokens
        self._output += tokens_of([reply.message]) if reply.output_tokens is None else reply.output_tokens

    def count_lost_reply(self, sent: Callable[[], int]) -> None:
        """Adds the tokens of a request whose reply never came to its end."""
        self._estimated = True
        self._input += sent()
        self._output += estimated_tokens(self.partial)

    def count_call(self) -> None:
        """Takes in that a call has ended."""
        self._calls += 1

    def cut_again(self) -> bool:
        """Whether the newest reply is the second in a row of which every call arrived cut."""
        self._cut_replies = self._cut_replies + 1 if all(call.cut for call in self.reply.calls) else 0
        return self._cut_replies >= _CUT_REPLIES

    def ended(self, reason: Reason, text: str) -> TurnEnded:
        """The last event. `text` also closes the history, so that the next turn can begin."""
        self.history.settle(text)
        return TurnEnded(reason, text, self.usage())

    def usage(self) -> Usage:
        """What the turn has cost so far."""
        return Usage(
            rounds=self._rounds,
            tool_calls=self._calls,
            input_tokens=self._input,
            output_tokens=self._output,
            seconds=round(time.monotonic() - self._started, 2),
            estimated=self._estimated,
        )
