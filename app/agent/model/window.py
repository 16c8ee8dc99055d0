"""What the model is shown of the history: as much as fits into its context window, and decided here alone."""

from dataclasses import dataclass

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from app.agent.history import History
from app.agent.model.budget import Budget
from app.agent.model.stubs import cut

# Room is made in rare, large steps: in between, every request begins with the bytes of the one before,
# which servers keep in their prompt caches.
_KEPT_SHARE = 0.5
_LEAST_CHARS = 200


@dataclass(slots=True)
class LeftOut:
    """What had to be left out of a request so that it fits: numbers of results, earlier turns, and results cut."""

    results: int = 0
    turns: int = 0
    cut: int = 0


def make_fit(history: History, budget: Budget, since: int) -> LeftOut:
    """Leaves out what does not fit any more; `since` is where the running turn begins.

    First the oldest tool results become stubs, then long calls and texts, then the oldest
    turns go. What the newest reply asked for goes last: it is cut to what room there is.
    """
    left_out, room = LeftOut(), budget.room
    if history.shown_tokens <= room:
        return left_out
    aim, newest = int(room * _KEPT_SHARE), history.newest_results()
    left_out.results = _leave_out(history, ToolMessage, newest, aim)
    for kind in (AIMessage, HumanMessage):
        _leave_out(history, kind, since if kind is HumanMessage else newest, aim)
    if history.shown_tokens > room:
        # Where the newest results alone are too much, no older turn would have to go for them.
        left_out.turns = _drop_turns(history, since, aim + history.tokens_since(newest))
    if history.shown_tokens > room:
        left_out.cut = _cut_newest(history, newest, room)
    return left_out


def _leave_out(history: History, kind: type[BaseMessage], before: int, aim: int) -> int:
    """Makes stubs of large messages of a kind, the oldest first, until `aim` tokens are shown; how many."""
    count = 0
    for index in history.large(kind, before):
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


def _cut_newest(history: History, newest: int, room: int) -> int:
    """Cuts the largest of the newest results, to the same size each, so that all of them fit; how many."""
    results = sorted(range(newest, len(history.messages)), key=history.tokens_at)
    left = room - (history.shown_tokens - history.tokens_since(newest))
    count = 0
    for waiting, index in zip(range(len(results), 0, -1), results, strict=True):
        share = max(0, left) // waiting
        if (tokens := history.tokens_at(index)) > share and isinstance(result := history.messages[index], ToolMessage):
            chars = max(_LEAST_CHARS, len(result.text) * share // max(1, tokens) - _LEAST_CHARS)
            if chars < len(result.text):
                history.show_instead(index, cut(result, chars))
                count += 1
        left -= history.tokens_at(index)
    return count
