"""Questions about changes, asked on the terminal."""

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress

from app.agent import Decision
from app.events import ApprovalAsked, ApprovalGiven, Event, ToolFinished
from app.language import Language
from app.phrases import phrase

Decide = Callable[[str, Decision], bool]

_YES = frozenset({"y", "yes", "はい", "ｙ"})
_ALWAYS = frozenset({"a", "always"})
_NO = frozenset({"", "n", "no", "いいえ", "ｎ"})


class Asking:
    """Answers the questions of a turn: by asking who is there, or without anybody as it was told to.

    `interactive` says that a person is at the terminal; `yes` allows everything unasked.
    """

    def __init__(self, decide: Decide, language: Language, interactive: bool, yes: bool) -> None:
        self._decide = decide
        self._language = language
        self._interactive = interactive
        self._yes = yes
        self._asked: asyncio.Task[None] | None = None

    def follow(self, event: Event) -> None:
        """Asks when `event` is a question, and stops asking when it is no longer one."""
        match event:
            case ApprovalAsked(call_id=call_id) if self._yes:
                self._decide(call_id, Decision(allowed=True))
            case ApprovalAsked(call_id=call_id) if not self._interactive:
                self._decide(call_id, Decision(allowed=False, reason=phrase("nobody_there", self._language)))
            case ApprovalAsked(call_id=call_id):
                self._asked = asyncio.create_task(self._ask(call_id))
            case ApprovalGiven() | ToolFinished() if self._asked is not None:
                self._asked.cancel()
                self._asked = None

    async def _ask(self, call_id: str) -> None:
        print(phrase("approval_prompt", self._language), end=" ", file=sys.stderr, flush=True)
        self._decide(call_id, _decision(await _line()))


def _decision(line: str) -> Decision:
    """What was typed: y, a or n; anything else is a no with that reason."""
    word = line.strip()
    if word.casefold() in _YES:
        return Decision(allowed=True)
    if word.casefold() in _ALWAYS:
        return Decision(allowed=True, always=True)
    return Decision(allowed=False, reason="" if word.casefold() in _NO else word)


async def _line() -> str:
    """The next line that is typed. Waiting for it can be given up, unlike a thread in `input`."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    fd = sys.stdin.fileno()
    loop.add_reader(fd, ready.set)
    try:
        await ready.wait()
    finally:
        with suppress(OSError):
            loop.remove_reader(fd)
    # A terminal hands over one line at a time.
    return os.read(fd, 10_000).decode(errors="replace")
