"""Taking changes back, on the person's word alone: the model has no tool for it."""

import time
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace

from app.agent.acting.under_way import done_with, ended_event, since
from app.agent.hands import Hands
from app.agent.history import History
from app.agent.model.reply import Call
from app.agent.person.commands import Command
from app.events import Event, Receipt, ToolStarted
from app.fences import code_span
from app.language import Language
from app.phrases import phrase, reason_phrase
from app.tools import Outcome, escaped

TOOL = "undo"


@dataclass(eq=False)
class Changes:
    """A conversation's changes, a list a turn, the newest last, each still to be undone or redone."""

    _done: list[list[Receipt]] = field(default_factory=list)
    _undone: list[list[Receipt]] = field(default_factory=list)

    def made(self, receipts: Sequence[Receipt]) -> None:
        """Takes in the changes of a turn. What was undone before cannot be redone after it."""
        if receipts:
            self._done.append(list(receipts))
            self._undone.clear()

    def newest(self, again: bool) -> list[Receipt]:
        """What `undo` (or, `again`, `redo`) would take back, the newest first."""
        stack = self._undone if again else self._done
        return list(reversed(stack[-1])) if stack else []

    def taken_back(self, old: Sequence[Receipt], new: Sequence[Receipt]) -> None:
        """Takes in that the changes `old` were to be undone, and that this made the changes `new`."""
        gone = {receipt.id for receipt in old}
        again = any(receipt.id in gone for turn in self._undone for receipt in turn)
        for stack in (self._done, self._undone):
            stack[:] = [kept for turn in stack if (kept := [r for r in turn if r.id not in gone])]
        if new:
            (self._done if again else self._undone).append(list(new))


async def take_back(hands: Hands, receipts: Sequence[Receipt], ended: list[Outcome]) -> AsyncIterator[Event]:
    """Undoes each of `receipts` that can be, in this order; the outcomes go into `ended`."""
    for receipt in receipts:
        call = Call(f"undo_{uuid.uuid4().hex}", TOOL, "{}", cut=False)
        title = f"{TOOL} {escaped(receipt.path)}"
        yield ToolStarted(call.id, TOOL, {"change": receipt.verb, "path": receipt.path}, title)
        began = time.monotonic()
        outcome = done_with(await hands.table.outcome(hands.table.undo(receipt.id, hands.memory)))
        ended.append(outcome)
        yield replace(ended_event(call, outcome, since(began)), undone=receipt.id if outcome.ok else "")


def noted(history: History, said: str, ended: Sequence[Outcome]) -> None:
    """Lets the model know, in the history, what was taken back."""
    history.note(said, "\n".join(outcome.shown for outcome in ended))


def told(command: Command, receipt: Receipt, outcome: Outcome, language: Language) -> str:
    """What came of taking back one change, as a line of the answer."""
    key = f"{command}_{'done' if outcome.ok else 'refused_for'}"
    return phrase(key, language, path=code_span(escaped(receipt.path)), why=reason_phrase(outcome.code, language))


def named(receipts: Sequence[Receipt]) -> str:
    """The changes as the history names them."""
    return ", ".join(f"{receipt.verb} {escaped(receipt.path)}" for receipt in receipts)
