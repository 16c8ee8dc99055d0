"""What a turn costs, counted request by request."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.agent.history import tokens_of
from app.agent.model.reply import Reply
from app.events import RoundEnded, Usage
from app.model_errors import Endpoint
from app.tokens import estimated_tokens


@dataclass(frozen=True, slots=True)
class Sent:
    """The tokens of a request, estimated as its server is likely to count them.

    `fixed` are the system text and the tools, `resent` what the model was sent before, `added` what is new to it;
    `left_out` are those of the conversation that it is not shown.
    """

    fixed: int = 0
    resent: int = 0
    added: int = 0
    left_out: int = 0

    @property
    def total(self) -> int:
        return self.fixed + self.resent + self.added

    def shares_of(self, tokens: int) -> tuple[int, int, int]:
        """`tokens`, which a server reports, parted as these are: they add up to it."""
        whole = max(1, self.total)
        fixed, added = (round(tokens * part / whole) for part in (self.fixed, self.added))
        added = min(added, tokens - fixed)
        return fixed, tokens - fixed - added, added


class _Round:
    """The figures of the round that is under way."""

    def __init__(self, number: int, sent: Sent) -> None:
        self.number = number
        self.sent = sent
        self.began = time.monotonic()
        self.first_token: float | None = None
        self.requests = self.input = self.output = self.reasoning = self.prompt_cached = 0
        self.estimated = False


class Counting:
    """The figures of one turn: those of its rounds add up to those of the whole, to the token.

    Each is told to `spend` as it ends. Seconds in which the person was waited for are not the turn's.
    """

    def __init__(self, endpoint: Endpoint, spend: Callable[[RoundEnded], None]) -> None:
        self._price = endpoint.price
        self._spend = spend
        self._began = time.monotonic()
        self._waited = 0.0
        self._round: _Round | None = None
        self._rounds: list[RoundEnded] = []
        self._calls = self._cached = 0

    @property
    def rounds(self) -> int:
        """Rounds so far, with the one that is under way."""
        return len(self._rounds) + (self._round is not None)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """A block whose seconds are the person's."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._waited += time.monotonic() - began

    def begin_round(self, sent: Sent) -> int:
        """A round begins, whose requests are of this size; gives its number, from 1."""
        self._round = _Round(self.rounds + 1, sent)
        return self._round.number

    def end_round(self) -> Iterator[RoundEnded]:
        """The end of the round that is under way, if one is."""
        if self._round is not None:
            ended, self._round = self._ended(self._round), None
            self._rounds.append(ended)
            self._spend(ended)
            yield ended

    def request(self) -> None:
        """A request is made, for the first time or again."""
        self._under_way.requests += 1

    def first_piece(self) -> None:
        """A piece of a reply has arrived."""
        if self._under_way.first_token is None:
            self._under_way.first_token = time.monotonic() - self._under_way.began

    def reply(self, reply: Reply) -> None:
        """A reply came to its end. What its server does not report is estimated."""
        now = self._under_way
        now.estimated |= reply.input_tokens is None or reply.output_tokens is None
        self._add(
            now.sent.total if reply.input_tokens is None else reply.input_tokens,
            tokens_of(reply.message) if reply.output_tokens is None else reply.output_tokens,
        )
        now.reasoning += reply.reasoning_tokens
        now.prompt_cached += reply.prompt_cached_tokens

    def lost_reply(self, partial: str) -> None:
        """A reply never came to its end; `partial` had come of it."""
        self._under_way.estimated = True
        self._add(self._under_way.sent.total, estimated_tokens(partial))

    def call(self, cached: bool = False) -> None:
        """A step was shown; `cached` says that its result was remembered."""
        self._calls += 1
        self._cached += cached

    def usage(self) -> Usage:
        """What the turn has cost so far."""
        rounds = [*self._rounds, *([self._ended(self._round)] if self._round else [])]
        tokens_in, tokens_out = sum(each.input_tokens for each in rounds), sum(each.output_tokens for each in rounds)
        cached = sum(each.prompt_cached_tokens for each in rounds)
        return Usage(
            rounds=len(rounds),
            requests=sum(each.requests for each in rounds),
            tool_calls=self._calls,
            cached_calls=self._cached,
            input_tokens=tokens_in,
            output_tokens=tokens_out,
            seconds=round(time.monotonic() - self._began - self._waited, 2),
            estimated=any(each.estimated for each in rounds),
            reasoning_tokens=sum(each.reasoning_tokens for each in rounds),
            prompt_cached_tokens=cached,
            cost=self._cost(tokens_in, tokens_out, cached),
        )

    def _add(self, tokens_in: int, tokens_out: int) -> None:
        self._under_way.input += tokens_in
        self._under_way.output += tokens_out

    @property
    def _under_way(self) -> _Round:
        assert self._round is not None
        return self._round

    def _cost(self, tokens_in: int, tokens_out: int, cached: int) -> float | None:
        return None if self._price is None else self._price.cost(tokens_in, tokens_out, cached)

    def _ended(self, now: _Round) -> RoundEnded:
        fixed, resent, added = now.sent.shares_of(now.input)
        return RoundEnded(
            round=now.number,
            requests=now.requests,
            input_tokens=now.input,
            output_tokens=now.output,
            fixed=fixed,
            resent=resent,
            added=added,
            left_out=now.sent.left_out,
            seconds=round(time.monotonic() - now.began, 3),
            first_token_seconds=None if now.first_token is None else round(now.first_token, 3),
            estimated=now.estimated,
            reasoning_tokens=now.reasoning,
            prompt_cached_tokens=now.prompt_cached,
            cost=self._cost(now.input, now.output, now.prompt_cached),
        )
