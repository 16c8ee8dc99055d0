"""The tools: one table, one entrance."""

from app.tools.contract import Attempt, Outcome, Result, Table, Tool
from app.tools.files import file_tools

__all__ = ["Attempt", "Outcome", "Result", "Table", "Tool", "file_tools"]
