"""Questions that were typed while a turn ran: they are asked next, in order, or added to the running question."""

from collections import deque
from collections.abc import Callable

from app.events import Event, QuestionAdded, TurnEnded
from app.language import Language
from app.phrases import phrase
from app.terminal.screen import note

ADD = "+"


class Waiting:
    """The lines that wait. `add` hands one on to the running question; it is false when that cannot be.

    When the person stops a turn, what waited for it is held: they look at it before it is asked.
    `is_over` says that the input has ended.
    """

    def __init__(self, add: Callable[[str], bool], language: Language) -> None:
        self.is_over = False
        self._add = add
        self._language = language
        self._lines: deque[str] = deque()
        self._held: deque[str] = deque()
        self._adding: list[str] = []

    def hear(self, line: str) -> None:
        """Takes in a line as it was typed; one without an end is the end of all input."""
        self.is_over |= not line
        text = line.strip().removeprefix(ADD).strip()
        if not text:
            return
        is_added = line.strip().startswith(ADD) and self._add(text)
        (self._adding if is_added else self._lines).append(text)
        note(phrase("terminal_adding" if is_added else "terminal_waits", self._language))

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

    def next(self) -> str:
        """The line to ask next, "" when none waits."""
        return self._lines.popleft() if self._lines else ""

    def held(self) -> str:
        """The line to put before the person next, "" when none is held."""
        return self._held.popleft() if self._held else ""
