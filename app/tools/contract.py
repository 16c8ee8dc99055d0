"""The contract of the tools: one table, one entrance, outcomes as values."""

import asyncio
import contextvars
import difflib
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.tools import BaseTool

from app.json_text import json_object
from app.tools.arguments import Arguments, ArgumentsError, parsed
from app.workspace import Permit, Withdrawn, WorkspaceError, current_permit

logger = logging.getLogger(__name__)

Effect = Literal["read", "write", "destructive"]
Title = Callable[[dict[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool that did its work has to say.

    `text` is for the model. `path` is the file or folder it is about, `size` a file's bytes,
    and `chars` how much of what is in it the text holds.
    """

    text: str
    path: str = ""
    size: int = 0
    chars: int = 0
    is_folder: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended: `code` is "" when it did its work, else `<stage>:<reason>[:<argument>]`."""

    code: str
    text: str
    path: str = ""
    size: int = 0
    chars: int = 0
    is_folder: bool = False

    @property
    def ok(self) -> bool:
        return not self.code

    @property
    def shown(self) -> str:
        """The text as the model is shown it. A failure says so before anything else."""
        return self.text if self.ok else f"Not done ({self.code}): {self.text}"


@dataclass(frozen=True, slots=True)
class Tool:
    """A row of the table.

    `bound` is the LangChain tool that gives the name, the description and the arguments;
    `run` does the work, in a thread; `title` is what a person reads of a call.
    """

    bound: BaseTool
    arguments: type[Arguments]
    effect: Effect
    run: Callable[[Any], Result]
    title: Title

    @property
    def name(self) -> str:
        return self.bound.name

    @property
    def reads_only(self) -> bool:
        return self.effect == "read"


class Attempt:
    """One call under way. It ends by itself, by its time limit, or by being called off."""

    def __init__(self, tool: Tool, arguments: Arguments, pool: Executor) -> None:
        self._permit = Permit()
        self._off: Outcome | None = None
        context = contextvars.copy_context()
        context.run(current_permit.set, self._permit)
        loop = asyncio.get_running_loop()
        self._work = loop.run_in_executor(pool, context.run, _outcome_of, tool, arguments)

    async def outcome(self, seconds: float) -> Outcome:
        """How the call ended, within the time limit."""
        await asyncio.wait({self._work}, timeout=seconds)
        if self._work.done():
            return await self._end()
        return await self.called_off(
            "tool:timeout", f"It took longer than {seconds:g} seconds and was given up; nothing was changed."
        )

    async def called_off(self, code: str, text: str) -> Outcome:
        """Ends the call now, if it has not ended. What it has changed already is told as it is."""
        if not self._work.done() and self._permit.withdraw():
            self._off = Outcome(code, text)
            self._work.cancel()
        return await self._end()

    async def _end(self) -> Outcome:
        if self._off is not None:
            return self._off
        await asyncio.wait({self._work})
        return self._work.result()


def _outcome_of(tool: Tool, arguments: Arguments) -> Outcome:
    """Runs a call to its end. Nothing is raised: a mistake of ours must not take the turn with it."""
    try:
        return checked(tool.run(arguments))
    except WorkspaceError as error:
        return Outcome(error.code, error.text)
    except Withdrawn:
        return Outcome("tool:cancelled", "It was called off before it changed anything.")
    except Exception as error:
        logger.exception("the tool %s failed", tool.name)
        return Outcome("tool:failed", f"The tool failed ({type(error).__name__}). Try another way.")


def checked(result: object) -> Outcome:
    """The outcome that a tool's `result` makes, with nothing taken on trust."""
    if not isinstance(result, Result):
        return Outcome("result:shape", "The tool gave back something that is no result.")
    if not result.text.strip():
        return Outcome("result:empty", "The tool gave back nothing.")
    return Outcome("", result.text, result.path, result.size, result.chars, result.is_folder)


class Table:
    """The tools that a model may call, and the one entrance to them."""

    def __init__(self, tools: Iterable[Tool], pool: Executor, seconds: float) -> None:
        self._rows = {tool.name: tool for tool in tools}
        self._pool = pool
        self._seconds = seconds

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

    def begin(self, name: str, raw: str) -> Attempt | Outcome:
        """Starts a call with the JSON arguments `raw`, or says why it cannot be started. Never raises."""
        row = self._rows.get(name)
        if row is None:
            return self._unknown(name)
        try:
            return Attempt(row, parsed(row.arguments, raw), self._pool)
        except ArgumentsError as error:
            return Outcome(error.code, error.text)

    async def outcome(self, attempt: Attempt | Outcome) -> Outcome:
        """How a call that `begin` started has ended."""
        return attempt if isinstance(attempt, Outcome) else await attempt.outcome(self._seconds)

    def _unknown(self, name: str) -> Outcome:
        near = difflib.get_close_matches(name, self._rows, n=1)
        nearest = f" Nearest: {near[0]}." if near else ""
        return Outcome("tool:unknown", f"There is no tool {name!r:.80}.{nearest} There are: {', '.join(self._rows)}.")
