"""The tools: one table, one entrance."""

from app.tools.attempt import Attempt
from app.tools.contract import Outcome, Tool
from app.tools.memory import Memory, request_of
from app.tools.rows import file_tools
from app.tools.table import Table
from app.workspace import Plan

__all__ = ["Attempt", "Memory", "Outcome", "Plan", "Table", "Tool", "file_tools", "request_of"]
