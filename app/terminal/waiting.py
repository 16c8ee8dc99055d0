"""Questions that were typed while a turn ran: they are asked next, in order, or added to the running question."""

import asyncio
from collections import deque
from collections.abc import Callable

from app.events import Event, QuestionAdded, TurnEnded
from app.language import Language
from app.phrases import phrase

ADD = "+"


class Waiting:
    """The lines that wait. `add` hands one on to the running question; it is false when that cannot be.

    When the person stops a turn, what waited for it is held: they look at it before it is asked.
    """

    def __init__(self, add: Callable[[str], bool], language: Language) -> None:
        self._add = add
        self._language = language
        self._lines: deque[str] = deque()
        self._held: list[str] = []
        self._adding: list[str] = []
        self._is_over = False
        self._came = asyncio.Event()

    def hear(self, line: str) -> None:
        """Takes in a line as it was typed."""
        text = line.strip().removeprefix(ADD).strip()
        if not text:
            return
        is_added = line.strip().startswith(ADD) and self._add(text)
        (self._adding if is_added else self._lines).append(text)
        self._came.set()

    def end(self) -> None:
        """No line comes any more."""
        self._is_over = True
        self._came.set()

    def follow(self, event: Event) -> None:
        """What the model was shown no longer waits; what no request came for is asked first."""
        match event:
            case QuestionAdded(text=text) if text in self._adding:
                self._adding.remove(text)
            case TurnEnded(reason=reason):
                self._lines.extendleft(reversed(self._adding))
                self._adding.clear()
                if reason == "stopped":
                    self._held += self._lines
                    self._lines.clear()

    async def next(self) -> str:
        """The line to ask next, "" when none will come."""
        while not self._lines and not self._is_over:
            self._came.clear()
            await self._came.wait()
        return self._lines.popleft() if self._lines else ""

    def held(self) -> list[str]:
        """The lines to put before the person, which are held no longer."""
        held, self._held = self._held, []
        return held

    def shown(self) -> str:
        """What waits, a line each, with what becomes of it."""
        added, next_ = (phrase(key, self._language) for key in ("terminal_adding", "terminal_waits"))
        return "\n".join([*(f"{added} {text}" for text in self._adding), *(f"{next_} {text}" for text in self._lines)])
