"""What may be spent, what was, and whether it goes together."""

from dataclasses import dataclass
from math import floor
from typing import Literal

from app.agent.limits import NEAR, Limit
from app.ledger import Account, Spent, Unit

Scope = Literal["turn", "conversation", "day"]


@dataclass(frozen=True, slots=True)
class Most:
    """A limit: `amount` tokens in and out, or US dollars, that a turn, a conversation or a person's day may take."""

    scope: Scope
    unit: Unit
    amount: float

    @property
    def setting(self) -> str:
        return f"MAX_{self.scope}_{self.unit}".upper()

    @property
    def reason(self) -> Limit:
        return "token_limit" if self.unit == "tokens" else "cost_limit"


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may be spent. With `asks` the person is asked at a limit, else no more is spent.

    `is_free` says that nothing is: what the built-in helper takes counts for its turn alone.
    """

    limits: tuple[Most, ...]
    asks: bool = False
    is_free: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """How far a limit is used, where about `needed` more would be; `limit` is as it was set."""

    limit: Most
    spent: Spent
    needed: float

    @property
    def used(self) -> float:
        return self.spent.tokens if self.limit.unit == "tokens" else self.spent.cost

    @property
    def times(self) -> int:
        """How many times the person has allowed the amount once more."""
        return self.spent.more_tokens if self.limit.unit == "tokens" else self.spent.more_cost

    @property
    def most(self) -> float:
        """The limit as it stands now."""
        return self.limit.amount * (1 + self.times)

    @property
    def is_over(self) -> bool:
        return self.used >= self.most or self.used + self.needed > self.most

    @property
    def is_near(self) -> bool:
        return self.used >= self.most * NEAR

    def more(self) -> Spent:
        """The amount once more, or as often as it takes to make room for what is needed."""
        times = max(1, floor((self.used + self.needed) / self.limit.amount) - self.times)
        return Spent(more_tokens=times) if self.limit.unit == "tokens" else Spent(more_cost=times)

    def raised(self) -> "Use":
        """The same where the person has allowed more."""
        return Use(self.limit, self.spent + self.more(), self.needed)


class Sums:
    """What one conversation has spent; `account` is that of its person, None where days are not counted."""

    def __init__(self, account: Account | None) -> None:
        self.account = account
        self.here = Spent()

    def take_in(self, spent: Spent) -> None:
        """Counts what a request of a turn has taken."""
        self.here += spent
        if self.account is not None:
            self.account.add(spent)
