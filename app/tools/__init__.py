"""The tools: one table, one entrance."""

from app.tools.attempt import Attempt, refused
from app.tools.contract import Outcome, Tool
from app.tools.memory import Memory, request_of
from app.tools.rows import file_tools
from app.tools.table import Table
from app.workspace import Plan, WholeText, current_call, current_turn, escaped, spellings

__all__ = [
    "Attempt",
    "Memory",
    "Outcome",
    "Plan",
    "Table",
    "Tool",
    "WholeText",
    "current_call",
    "current_turn",
    "escaped",
    "file_tools",
    "refused",
    "request_of",
    "spellings",
]
