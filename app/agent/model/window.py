"""What the model is shown of the history: as much as fits into its context window, and decided here alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from app.agent.history import History, tokens_of
from app.agent.model.budget import Budget
from app.agent.model.stubs import cut

# Room is made in rare, large steps: in between, every request begins with the bytes of the one before,
# which servers keep in their prompt caches.
_KEPT_SHARE = 0.5


@dataclass(slots=True)
class LeftOut:
    """What had to be left out of a request so that it fits: numbers of results, earlier turns, and results cut."""

    results: int = 0
    turns: int = 0
    cut: int = 0


def make_fit(history: History, budget: Budget, since: int, keeps_turn: bool = False) -> LeftOut:
    """Leaves out what does not fit any more; `since` is where the running turn begins.

    First the oldest tool results become stubs, then long calls and texts, then the results that
    the person wants kept, of these only what is needed; then the oldest turns go, then the oldest
    rounds of this one. What the newest reply asked for goes last: it is cut to what room there is.
    With `keeps_turn` nothing goes that came in the running turn.
    """
    left_out, room = LeftOut(), budget.room
    if history.shown_tokens <= room:
        return left_out
    aim, newest = int(room * _KEPT_SHARE), history.newest_results()
    before = since if keeps_turn else newest[0] if newest else len(history.messages)
    left_out.results = _leave_out(history, ToolMessage, before, aim)
    for kind in (AIMessage, HumanMessage):
        _leave_out(history, kind, since if kind is HumanMessage else before, aim)
    left_out.results += _leave_out(history, ToolMessage, before, room, kept=True)
    # Where the newest results alone are too much, nothing older would have to go for them.
    older = aim + sum(map(history.tokens_at, newest))
    if history.shown_tokens > room:
        left_out.turns = _drop_turns(history, since, older)
    if history.shown_tokens > room and not keeps_turn:
        left_out.results += _drop_rounds(history, since, older)
    if history.shown_tokens > room and not keeps_turn:
        left_out.cut = _cut_newest(history, newest, room)
    return left_out


def _leave_out(history: History, kind: type[BaseMessage], before: int, aim: int, kept: bool = False) -> int:
    """Makes stubs of large messages of a kind, the oldest first, until `aim` tokens are shown; how many."""
    count = 0
    for index in history.large(kind, before, kept):
        if history.shown_tokens <= aim:
            break
        history.leave_out(index)
        count += 1
    return count


def _drop_turns(history: History, since: int, aim: int) -> int:
    """Shows nothing of the oldest turns until `aim` tokens are shown; how many."""
    count = 0
    for index in [turn for turn in history.turns_shown() if turn <= since][1:]:
        if history.shown_tokens <= aim:
            break
        history.show_from(index)
        count += 1
    return count


def _drop_rounds(history: History, since: int, aim: int) -> int:
    """Shows nothing of the oldest rounds of the running turn until `aim` tokens are shown; how many results."""
    left, before = history.shown_tokens, 0
    for reply, following in pairwise(history.replies_shown(since)):
        if left <= aim:
            break
        left -= sum(map(history.tokens_at, range(reply, following)))
        before = following
    return history.leave_rounds_out(since, before) if before else 0


def _cut_newest(history: History, newest: Sequence[int], room: int) -> int:
    """Cuts the largest of the newest results, to the same size each, so that all of them fit; how many."""
    left = room - history.shown_tokens + sum(map(history.tokens_at, newest))
    count = 0
    for waiting, index in zip(range(len(newest), 0, -1), sorted(newest, key=history.tokens_at), strict=True):
        share = max(0, left) // waiting
        result = history.messages[index]
        if (
            isinstance(result, ToolMessage)
            and tokens_of(shorter := cut(result, share)) < history.tokens_at(index) > share
        ):
            history.show_instead(index, shorter)
            count += 1
        left -= history.tokens_at(index)
    return count
