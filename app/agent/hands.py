"""What one conversation acts with: the table, the model server, its memory of results, the person's word, its sums."""

import asyncio
from collections.abc import Callable, Sequence

from app.agent.person.approval import Approvals, Policy
from app.agent.spending.allowed import Allowed, Sums
from app.model_errors import Endpoint
from app.tools import Memory, Table

NamesIn = Callable[[str], frozenset[str] | None]


class Hands:
    """One conversation's own side of the table of tools, and where its requests go."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums
        self.memory = Memory()
        self.approvals = Approvals()
        self.told: set[str] = set()
        self._named: set[str] = set()
        self._looked_for = ""

    def use(self, table: Table, policy: Policy, endpoint: Endpoint, names_in: NamesIn, allowed: Allowed) -> None:
        """Acts with these from now on; what the conversation remembers, allowed and spent stays."""
        self.table = table
        self.policy = policy
        self.endpoint = endpoint
        self.allowed = allowed
        self._names_in = names_in

    async def names_in(self, messages: Sequence[str]) -> set[str] | None:
        """The names in the folder that stand in the person's `messages`, also those that are gone by now.

        None when the folder holds too many to tell. It is looked at once for the same messages.
        """
        said = "\n".join(messages)
        if said != self._looked_for:
            names = await asyncio.to_thread(self._names_in, said)
            if names is None:
                return None
            self._named |= names
            self._looked_for = said
        return self._named

    def is_news(self, code: str) -> bool:
        """Whether this conversation is to be told `code`, which holds for all of it: once."""
        is_told = code in self.told
        self.told.add(code)
        return not is_told
