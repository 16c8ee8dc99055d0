"""What one conversation acts with: the table, the model server, its memory of results, and the person's word."""

from app.agent.person.approval import Approvals, Policy
from app.model_errors import Endpoint
from app.tools import Memory, Table


class Hands:
    """One conversation's own side of the table of tools, and where its requests go."""

    def __init__(self, table: Table, policy: Policy, endpoint: Endpoint) -> None:
        self.use(table, policy, endpoint)
        self.memory = Memory()
        self.approvals = Approvals()
        self.told: set[str] = set()

    def use(self, table: Table, policy: Policy, endpoint: Endpoint) -> None:
        """Acts with these from now on; what the conversation remembers and allowed stays."""
        self.table = table
        self.policy = policy
        self.endpoint = endpoint

    def is_news(self, code: str) -> bool:
        """Whether this conversation is to be told `code`, which holds for all of it: once."""
        is_told = code in self.told
        self.told.add(code)
        return not is_told
