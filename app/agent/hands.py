"""What one conversation acts with: its memory of results, and the person's word on changes."""

from app.agent.person.approval import Approvals, Policy
from app.tools import Memory, Table


class Hands:
    """One conversation's own side of the table of tools."""

    def __init__(self, table: Table, policy: Policy) -> None:
        self.table = table
        self.policy = policy
        self.memory = Memory()
        self.approvals = Approvals()
