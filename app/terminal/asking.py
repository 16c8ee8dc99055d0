"""Questions about changes and limits, asked on the terminal."""

import asyncio
from collections.abc import Awaitable, Callable

from app.agent import Decision
from app.events import ApprovalAsked, ApprovalGiven, Event, ToolFinished
from app.language import Language
from app.phrases import phrase

Decide = Callable[[str, Decision], bool]
Line = Callable[[str], Awaitable[str]]

_YES = frozenset({"y", "yes", "はい", "ｙ"})
_ALWAYS = frozenset({"a", "always"})
_NO = frozenset({"", "n", "no", "いいえ", "ｎ"})


class Asking:
    """Answers the questions of a turn: by asking who is there, or without anybody as it was told to.

    `line` gives what who is there types after a prompt; `yes` allows everything unasked.
    """

    def __init__(self, decide: Decide, language: Language, line: Line | None, yes: bool) -> None:
        self._decide = decide
        self._language = language
        self._line = line
        self._yes = yes
        self._asked: asyncio.Task[None] | None = None

    def follow(self, event: Event) -> None:
        """Asks when `event` is a question, and stops asking when it is no longer one."""
        match event:
            case ApprovalAsked(call_id=call_id) if self._yes:
                self._decide(call_id, Decision(allowed=True))
            case ApprovalAsked():
                self._ask(event)
            case ApprovalGiven() | ToolFinished() if self._asked is not None:
                self._asked.cancel()
                self._asked = None

    def _ask(self, asked: ApprovalAsked) -> None:
        if self._line is None:
            self._decide(asked.call_id, Decision(allowed=False, reason=phrase("nobody_there", self._language)))
        else:
            self._asked = asyncio.create_task(self._take_answer(asked, self._line))

    async def _take_answer(self, asked: ApprovalAsked, line: Line) -> None:
        prompt = "approval_prompt" if asked.lasting else "approval_prompt_once"
        self._decide(asked.call_id, _decision(await line(phrase(prompt, self._language))))


def _decision(line: str) -> Decision:
    """What was typed: y, a or n; anything else is a no with that reason."""
    word = line.strip()
    if word.casefold() in _YES:
        return Decision(allowed=True)
    if word.casefold() in _ALWAYS:
        return Decision(allowed=True, always=True)
    return Decision(allowed=False, reason="" if word.casefold() in _NO else word)
