"""What a turn would have taken without something of the loop: computed from what it took, never measured."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.events import RoundEnded
from app.measuring.figures import CallMade, Run, WhatIf


@dataclass(frozen=True, slots=True)
class _More:
    """What one round would have taken more."""

    requests: int
    tokens: int
    seconds: float


def what_if(run: Run) -> tuple[WhatIf, ...]:
    """A turn of the agent without parallel calls, without the memory of results, and without stubs."""
    return _without_parallel_calls(run), _without_memory(run), _without_stubs(run)


def _without_parallel_calls(run: Run) -> WhatIf:
    """Each call of a reply in a round of its own, one after the other.

    The request of such a round sends again all that its round was sent, and the results so far; its first piece
    is waited for as long as that of its round was.
    """
    more = list(_more_rounds(run))
    return WhatIf(
        "parallel_calls",
        run.requests + sum(each.requests for each in more),
        run.input_tokens + sum(each.tokens for each in more),
        round(run.seconds + sum(each.seconds for each in more), 3),
        differs=bool(more),
    )


def _more_rounds(run: Run) -> Iterator[_More]:
    following = {each.round: each for each in run.rounds}
    for each in run.rounds:
        calls = [call for call in run.calls if call.round == each.round]
        if len(calls) > 1:
            yield _apart(each, calls, following.get(each.round + 1))


def _apart(asked: RoundEnded, calls: Sequence[CallMade], after: RoundEnded | None) -> _More:
    """What the `calls` of one reply take more apart than side by side; `after` is the round that was shown them all."""
    once = asked.input_tokens // max(1, asked.requests)
    shares = _shares(calls, after)
    tokens = sum(once + sum(shares[:number]) for number in range(1, len(calls)))
    waited = (asked.first_token_seconds or 0) * (len(calls) - 1)
    took = [call.seconds for call in calls]
    return _More(len(calls) - 1, tokens, waited + sum(took) - max(took))


def _shares(calls: Sequence[CallMade], after: RoundEnded | None) -> list[int]:
    """The tokens that each call added: of what the round after it was reported to have added, by estimated shares."""
    added = after.added // max(1, after.requests) if after else sum(call.tokens for call in calls)
    whole = max(1, sum(call.tokens for call in calls))
    return [round(added * call.tokens / whole) for call in calls]


def _without_memory(run: Run) -> WhatIf:
    """Each call that was answered from memory would have run again, for as long as it did the first time.

    The model is shown the result either way: requests and tokens stay the same.
    """
    first: dict[str, float] = {}
    for call in run.calls:
        first.setdefault(call.request, call.seconds)
    again = [first[call.request] - call.seconds for call in run.calls if call.cached]
    seconds = round(run.seconds + sum(again), 3)
    return WhatIf("memory", run.requests, run.input_tokens, seconds, differs=bool(again))


def _without_stubs(run: Run) -> WhatIf:
    """All that was left out of a request would have been sent with it. What that takes longer is not known."""
    more = sum(each.left_out * each.requests for each in run.rounds)
    return WhatIf("stubs", run.requests, run.input_tokens + more, run.seconds, differs=more > 0)
