"""What the lines of the record come to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from heapq import nlargest

from app.telemetry.record.reading import (
    AnyLine,
    Asked,
    Begun,
    CallBegun,
    CallEnded,
    Closed,
    Ended,
    FilesDropped,
    Given,
    LinesLost,
    Round,
)

_SHOWN = 10


@dataclass(slots=True)
class Spent:
    """What the model cost. `priced` of the `rounds` have a known cost; `estimated` have estimated tokens."""

    turns: int = 0
    rounds: int = 0
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    prompt_cached_tokens: int = 0
    cost: float = 0.0
    priced: int = 0
    estimated: int = 0

    def add(self, line: Round) -> None:
        """Takes in one round."""
        self.rounds += 1
        self.requests += line.requests
        self.input_tokens += line.input_tokens
        self.output_tokens += line.output_tokens
        self.prompt_cached_tokens += line.prompt_cached_tokens
        self.cost += line.cost or 0.0
        self.priced += line.cost is not None
        self.estimated += line.estimated


@dataclass(slots=True)
class Calls:
    """The calls of one tool. `seconds` are those of all that were run, not remembered."""

    calls: int = 0
    failed: int = 0
    cached: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(frozen=True, slots=True)
class OneCall:
    """One call, as it is named to a person."""

    title: str
    seconds: float
    at: datetime
    who: str


@dataclass(slots=True)
class Sums:
    """The sums of some lines; days, tools and people by their names, failures by tool and code, files by whose.

    `outcomes` are the reasons of turns, and `broken_off`; `undo`, where a button took changes back; and `open`, where
    no end was recorded: they run now, or the app was ended in their middle. `left_out` are people whose lines were not
    wanted.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    tools: dict[str, Calls] = field(default_factory=dict)
    failures: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest: list[OneCall] = field(default_factory=list)
    days: dict[str, Spent] = field(default_factory=dict)
    people: dict[str, Spent] = field(default_factory=dict)
    asked: int = 0
    allowed: int = 0
    denied: int = 0
    read: Counter[tuple[str, str]] = field(default_factory=Counter)
    lost_lines: int = 0
    dropped: list[str] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)

    @property
    def turns(self) -> int:
        return sum(self.outcomes.values())


def sums_of(lines: Iterable[AnyLine], who: str | None = None) -> Sums:
    """The sums of `lines`, or of those of `who` alone."""
    adding = _Adding()
    for line in lines:
        if isinstance(line, LinesLost):
            adding.sums.lost_lines += line.lines
        elif isinstance(line, FilesDropped):
            adding.sums.dropped += line.files
        elif who in (None, line.who):
            adding.add(line)
        else:
            adding.sums.left_out.add(line.who)
    return adding.whole()


class _Adding:
    def __init__(self) -> None:
        self.sums = Sums()
        self._outcomes: dict[str, str] = {}
        self._is_press: set[str] = set()
        self._begun: dict[tuple[str, str], CallBegun] = {}
        self._calls: list[OneCall] = []

    def add(self, line: AnyLine) -> None:
        """Takes in one line of a turn."""
        if line.turn not in self._outcomes:
            self._outcomes[line.turn] = "open"
            for spent in self._spent(line):
                spent.turns += 1
        match line:
            case Begun(question=""):
                self._is_press.add(line.turn)
            case Ended(reason=reason):
                self._outcomes[line.turn] = reason
            case Closed():
                self._outcomes[line.turn] = "undo" if line.turn in self._is_press else "broken_off"
            case Round():
                for spent in self._spent(line):
                    spent.add(line)
            case _:
                self._add_call(line)

    def _spent(self, line: AnyLine) -> tuple[Spent, Spent]:
        days, people = self.sums.days, self.sums.people
        return days.setdefault(str(line.day), Spent()), people.setdefault(line.who, Spent())

    def _add_call(self, line: AnyLine) -> None:
        match line:
            case CallBegun():
                self._begun[line.turn, line.call_id] = line
            case CallEnded():
                self._end_call(line)
            case Asked():
                self.sums.asked += 1
            case Given(allowed=True):
                self.sums.allowed += 1
            case Given():
                self.sums.denied += 1

    def _end_call(self, line: CallEnded) -> None:
        calls = self.sums.tools.setdefault(line.name, Calls())
        calls.calls += 1
        calls.failed += not line.ok
        calls.cached += line.cached
        if not line.ok:
            self.sums.failures[line.name, line.code] += 1
        if line.ok and line.name == "read_file" and line.extent:
            self.sums.read[line.extent.path, line.who] += 1
        begun = self._begun.pop((line.turn, line.call_id), None)
        if not line.cached:
            calls.seconds += line.seconds
            calls.slowest = max(calls.slowest, line.seconds)
            self._calls.append(OneCall(begun.title if begun else line.name, line.seconds, line.at, line.who))
            if len(self._calls) > 50 * _SHOWN:
                self._calls = _slowest(self._calls)

    def whole(self) -> Sums:
        """The sums of all lines that were taken in."""
        self.sums.outcomes = Counter(self._outcomes.values())
        self.sums.slowest = _slowest(self._calls)
        return self.sums


def _slowest(calls: list[OneCall]) -> list[OneCall]:
    return nlargest(_SHOWN, calls, key=lambda call: call.seconds)
