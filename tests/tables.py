"""The table of tools over a real folder, and calls through its entrance."""

import json
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from app.events import Receipt
from app.tools import Memory, Outcome, Plan, Table, Tool, file_tools
from app.workspace import Limits, Seen, Workspace

Run = Callable[[Any, Seen], Outcome | Plan]

ROOM = 2_000


class NoChanges:
    """No change can be taken back."""

    def undo(self, id: str, seen: Seen) -> Receipt:
        raise NotImplementedError

    def made_in(self, turn: str) -> dict[str, Receipt]:
        return {}

    def newest_turn(self, undone: bool = False) -> tuple[Receipt, ...]:
        return ()


def workspace_at(root: Path) -> Workspace:
    """The workspace of the folder `root`, with what it keeps in `data` beside it."""
    return Workspace(root, root.parent / "data", Limits(10_000_000, 30), 5)


def table_at(root: Path, pool: Executor, seconds: float = 5) -> Table:
    """The table of all tools for the folder `root`."""
    workspace = workspace_at(root)
    return Table(file_tools(workspace, ROOM), pool, seconds, ROOM, workspace.changes)


def table_of(tool: Tool, pool: Executor, seconds: float = 5) -> Table:
    """A table of one tool."""

    return Table([tool], pool, seconds, ROOM, NoChanges())


async def outcome_of(table: Table, name: str, arguments: object, memory: Memory | None = None) -> Outcome:
    """How a call ends when every change is allowed. `arguments` are an object or, as a str, raw."""
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
    ended = await table.outcome(table.begin(name, raw, memory or Memory()))
    if isinstance(ended, Plan):
        ended = await table.outcome(table.carry_out(ended))
    assert isinstance(ended, Outcome)
    return ended
