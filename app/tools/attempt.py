"""A call under way: in a thread, with a time limit, and with a permit that can be withdrawn."""

import asyncio
import contextvars
import logging
from collections.abc import Callable
from concurrent.futures import Executor

from app.events import Receipt
from app.tools.arguments import Arguments
from app.tools.contract import Outcome, Tool, checked
from app.tools.memory import Memory
from app.tools.wording import receipt_text, refusal_text
from app.workspace import Permit, Plan, Withdrawn, WorkspaceError, current_permit

logger = logging.getLogger(__name__)

Work = Callable[[], Outcome | Plan]


class Attempt:
    """Work under way. It ends by itself, by its time limit, or by being called off."""

    def __init__(self, name: str, work: Work, pool: Executor) -> None:
        self._permit = Permit()
        self._off: Outcome | None = None
        context = contextvars.copy_context()
        context.run(current_permit.set, self._permit)
        loop = asyncio.get_running_loop()
        self._work = loop.run_in_executor(pool, context.run, _ended, name, work)

    async def outcome(self, seconds: float) -> Outcome | Plan:
        """How the work ended, within the time limit."""
        await asyncio.wait({self._work}, timeout=seconds)
        if self._work.done():
            return await self._end()
        return await self.called_off(
            "tool:timeout", f"It took longer than {seconds:g} seconds and was given up; nothing was changed."
        )

    async def called_off(self, code: str, text: str) -> Outcome | Plan:
        """Ends the work now, if it has not ended. What it has changed already is told as it is."""
        if not self._work.done() and self._permit.withdraw():
            self._off = Outcome(code, text)
            self._work.cancel()
        return await self._end()

    async def _end(self) -> Outcome | Plan:
        if self._off is not None:
            return self._off
        await asyncio.wait({self._work})
        return self._work.result()


def running(tool: Tool, arguments: Arguments, memory: Memory, request: str) -> Work:
    """The work of a call; a result that is still true comes from memory."""

    def work() -> Outcome | Plan:
        if tool.basis and memory.knows(request):
            known = memory.recalled(request, tool.basis(arguments))
            if known is not None:
                return known
        outcome = checked(tool.run(arguments, memory.seen))
        if isinstance(outcome, Outcome):
            memory.keep(request, outcome)
        return outcome

    return work


def made(change: Callable[[], Receipt]) -> Work:
    """The work of a change that may now be made."""

    return lambda: told(change())


def told(receipt: Receipt) -> Outcome:
    """The outcome of a change that was made."""
    text, shows = receipt_text(receipt)
    files = (receipt.path,) if shows else ()
    return Outcome("", text, receipt.path, receipt.size_after or 0, shows, files, receipt=receipt)


def refused(error: WorkspaceError) -> Outcome:
    """The outcome of a refusal; what it shows of a file is known as such."""
    files = (error.path,) if error.content else ()
    return Outcome(error.code, refusal_text(error), chars=len(error.content), files=files)


def _ended(name: str, work: Work) -> Outcome | Plan:
    """Does the work to its end. Nothing is raised: a mistake of ours must not take the turn with it."""
    try:
        return work()
    except WorkspaceError as error:
        return refused(error)
    except Withdrawn:
        return Outcome("tool:cancelled", "It was called off before it changed anything.")
    except Exception as error:
        logger.exception("the tool %s failed", name)
        return Outcome("tool:failed", f"The tool failed ({type(error).__name__}). Try another way.")
