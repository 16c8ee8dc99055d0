"""What takes the room in the model's window."""

from dataclasses import dataclass

from langchain_core.messages import ToolMessage

from app.agent.history import History
from app.agent.model.budget import Budget


@dataclass(frozen=True, slots=True)
class Room:
    """The tokens of the next request, as far as they are known: `most` that it may have, its answer included.

    `fixed` are those of the system text and the tools, `talk` what was said and called, and
    `results` what calls gave. `measured` says that the estimates were corrected by what the
    server reported.
    """

    most: int
    fixed: int
    talk: int
    results: int
    measured: bool

    @property
    def used(self) -> int:
        """All that is taken."""
        return self.fixed + self.talk + self.results


def room_of(history: History, budget: Budget) -> Room:
    """What the next request of a conversation would show."""
    results = sum(
        history.tokens_at(index)
        for index in range(history.first_shown, len(history.messages))
        if isinstance(history.messages[index], ToolMessage)
    )
    fixed, with_results = budget.expected(0), budget.expected(results)
    used = budget.expected(history.shown_tokens)
    return Room(budget.most, fixed, max(0, used - with_results), with_results - fixed, budget.measured)
