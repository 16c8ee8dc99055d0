"""What was measured, as figures."""

from dataclasses import dataclass
from typing import Literal

from app.events import RoundEnded

Condition = Literal["no_tools", "agent", "pasted"]
"""The question alone; the agent with its tools; the question with the data in the prompt."""

Absent = Literal["parallel_calls", "memory", "stubs"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be compared: a question, asked `repeat` times under each condition.

    `files` is a glob for those whose text is pasted, "" for those that the agent read; `expected` is a text that
    a right answer has in it, "" where none is known.
    """

    question: str
    files: str = ""
    expected: str = ""
    repeat: int = 1


@dataclass(frozen=True, slots=True)
class CallMade:
    """A call of the agent's: in which round, for what, how long it took, and the estimated tokens of it and its result.

    `request` is the same text for the same call; `cached` says that an earlier result was shown again.
    """

    round: int
    name: str
    request: str
    seconds: float
    tokens: int
    cached: bool


@dataclass(frozen=True, slots=True)
class Run:
    """One condition, once. `fault` says why it came to no answer, "" where it did; the figures are those until then.

    Tokens are as the server reports them, or `estimated`. `seconds` are wall time, `first_token_seconds` the time
    until the first piece of text, thought or call had arrived. `cost` is in US dollars, None where no price is known.
    `right` is whether the answer has the expected text in it, None where none was given. `rounds` are those
    of the agent, one for any other condition; `calls` are the agent's. `files` are those that were read or pasted,
    `not_pasted` those that should have been and have no text, each with the reason.
    """

    condition: Condition
    answer: str
    fault: str = ""
    requests: int = 0
    tool_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False
    seconds: float = 0.0
    first_token_seconds: float | None = None
    cost: float | None = None
    right: bool | None = None
    rounds: tuple[RoundEnded, ...] = ()
    files: tuple[str, ...] = ()
    calls: tuple[CallMade, ...] = ()
    not_pasted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What the same turn would have taken without something of the loop: computed from the turn, not measured.

    `differs` is whether it would have made any difference at all.
    """

    absent: Absent
    requests: int
    input_tokens: int
    seconds: float
    differs: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """All runs of one comparison, in the order in which they were made. `what_if` is of the agent's first run.

    `model` answers at `url`; `embedded` is whether that is the built-in helper. `expected` is the text that a
    right answer has in it, "" where none was given.
    """

    question: str
    model: str
    url: str
    embedded: bool
    temperature: float | None
    expected: str
    runs: tuple[Run, ...]
    what_if: tuple[WhatIf, ...] = ()

    def of(self, condition: Condition) -> tuple[Run, ...]:
        """The runs of one condition, in their order."""
        return tuple(run for run in self.runs if run.condition == condition)

    def counted(self, condition: Condition) -> tuple[Run, ...]:
        """Those of its runs whose figures are shown: that came to an answer, or where none did, all that asked."""
        runs = self.of(condition)
        return tuple(run for run in runs if not run.fault) or tuple(run for run in runs if run.requests)
