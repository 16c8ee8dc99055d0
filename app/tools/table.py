"""The table of the tools, and the one entrance to them."""

import asyncio
import difflib
from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Protocol

from app.events import Receipt
from app.json_text import json_object
from app.tools.arguments import ArgumentsError, parsed
from app.tools.attempt import Attempt, made, running, told
from app.tools.contract import Outcome, Tool
from app.tools.memory import Memory, request_of
from app.tools.requests import DESCRIPTIONS
from app.workspace import Plan, Seen


class ChangesMade(Protocol):
    """The changes that were made, and the way back."""

    def undo(self, id: str, seen: Seen) -> Receipt:
        """Takes a change back."""
        ...

    def newest_turn(self, undone: bool = False) -> tuple[Receipt, ...]:
        """The newest turn's changes that still stand, or the newest undo's, the newest first."""
        ...

    def made_in(self, turn: str) -> dict[str, Receipt]:
        """The changes that the calls of a turn have made and that still stand, by the calls' ids, the oldest first."""
        ...


class Table:
    """The tools that a model may call. Nothing is raised for a call that fails.

    A call may take `seconds`, its result have `room` characters; `changes` are taken back through it.
    """

    def __init__(self, tools: Iterable[Tool], pool: Executor, seconds: float, room: int, changes: ChangesMade) -> None:
        self._rows = {tool.name: tool for tool in tools}
        self._pool = pool
        self._seconds = seconds
        self._room = room
        self._changes = changes

    @property
    def tools(self) -> list[Tool]:
        return list(self._rows.values())

    def reads_only(self, name: str) -> bool:
        """Whether a call of `name` changes nothing, so that it may run beside others."""
        return name not in self._rows or self._rows[name].reads_only

    def title(self, name: str, raw: str) -> str:
        """What a person reads of a call of `name` with the arguments `raw`."""
        row, given = self._rows.get(name), json_object(raw)
        return row.title(given) if row and given is not None else name

    def begin(self, name: str, raw: str, memory: Memory) -> Attempt | Outcome:
        """Starts a call with the JSON arguments `raw`, or says why it cannot be started."""
        row = self._rows.get(name)
        if row is None:
            return self._unknown(name)
        try:
            work = running(row, parsed(row.arguments, raw), memory, request_of(name, raw))
        except ArgumentsError as error:
            return Outcome(error.code, error.text)
        return Attempt(name, work, self._pool)

    def carry_out(self, plan: Plan) -> Attempt:
        """Starts the change that a call has planned."""
        return Attempt(plan.verb, made(plan.carry_out), self._pool)

    def undo(self, receipt_id: str, memory: Memory) -> Attempt:
        """Starts taking back the change with this receipt."""
        return Attempt("undo", made(lambda: self._changes.undo(receipt_id, memory.seen)), self._pool)

    async def newest_turn(self, undone: bool) -> tuple[Receipt, ...]:
        """The changes of the folder's newest turn, or undo, that can be taken back, the newest first."""
        receipts = await asyncio.get_running_loop().run_in_executor(self._pool, self._changes.newest_turn, undone)
        return tuple(receipt for receipt in receipts if receipt.id)

    async def made_in(self, turn: str) -> dict[str, Outcome]:
        """How the calls of a turn ended that have changed something which still stands, the oldest first."""
        made = await asyncio.get_running_loop().run_in_executor(self._pool, self._changes.made_in, turn)
        return {call_id: told(receipt).within(self._room) for call_id, receipt in made.items()}

    async def outcome(self, attempt: Attempt | Outcome) -> Outcome | Plan:
        """How a call that was started has ended, or what it would change."""
        ended = attempt if isinstance(attempt, Outcome) else await attempt.outcome(self._seconds)
        return ended.within(self._room) if isinstance(ended, Outcome) else ended

    def _unknown(self, name: str) -> Outcome:
        if name in DESCRIPTIONS:
            return Outcome("tool:read_only", f"{name} cannot be used: this is read-only, nothing can be changed here.")
        near = difflib.get_close_matches(name, self._rows, n=1)
        nearest = f" Nearest: {near[0]}." if near else ""
        return Outcome("tool:unknown", f"There is no tool {name!r:.80}.{nearest} There are: {', '.join(self._rows)}.")
