"""A case, what happened in it, and how it came out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.agent.claims import unsupported
from app.events import ApprovalAsked, Event, Receipt, RoundStarted, ToolFinished, ToolStarted, TurnEnded
from app.language import Language
from app.phrases import phrase


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call as it ended. Calls of one reply have the same `round`."""

    round: int
    name: str
    args: Mapping[str, Any]
    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened in a case: the calls, the changes asked about, the answer, and all files before and after.

    Files are named relative to the folder, those beside it with `../`.
    """

    language: Language
    calls: Sequence[Call]
    asked: Sequence[str]
    receipts: Sequence[Receipt]
    end: TurnEnded
    before: Mapping[str, bytes]
    after: Mapping[str, bytes]

    @property
    def changed(self) -> list[str]:
        """The files that are not as they were."""
        names = sorted({*self.before, *self.after})
        return [name for name in names if self.before.get(name) != self.after.get(name)]

    @property
    def claims_falsely(self) -> bool:
        """Whether the answer claims a change that was not made."""
        return bool(unsupported(self.end.text, self.receipts, self.language))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a case failed: a phrase, and what fills it in."""

    phrase: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that a model is to do. `title` and `question` are phrases; `judge` looks at what happened.

    `files` are made before, by their names; one with `../` lies beside the folder. `writes`
    is the one file that may be changed, `asked_in` the language of the question, None for the person's.
    """

    name: str
    title: str
    question: str
    files: Mapping[str, str]
    judge: Callable[[Happened], Fault | None]
    writes: str = ""
    asked_in: Language | None = None

    def asks(self, language: Language) -> str:
        """The question, for a person of this language."""
        return phrase(self.question, self.asked_in or language)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a case came out. `title` and `reason`, which is "" when it passed, are in the person's language."""

    name: str
    title: str
    passed: bool
    reason: str
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False
    seconds: float = 0.0


def happened(
    events: Sequence[Event], language: Language, before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> Happened:
    """What the events of one turn tell. The last of them is its TurnEnded."""
    begun: dict[str, tuple[int, ToolStarted]] = {}
    calls: list[Call] = []
    asked: list[str] = []
    receipts: list[Receipt] = []
    number = 0
    for event in events:
        match event:
            case RoundStarted(round=number):
                pass
            case ToolStarted():
                begun[event.call_id] = (number, event)
            case ApprovalAsked():
                asked.append(event.title)
            case ToolFinished():
                round_, started = begun[event.call_id]
                calls.append(Call(round_, event.name, started.args, event.ok, event.text))
                receipts += [event.receipt] if event.receipt else []
    end = events[-1]
    assert isinstance(end, TurnEnded)
    return Happened(language, calls, asked, receipts, end, before, after)
