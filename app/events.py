"""What the agent yields: one frozen class per fact.

Order within a turn: RoundStarted opens each request to the model; TextDelta pieces
follow as they arrive; then, for each tool call of the reply, one ToolStarted and
later one ToolFinished with the same call_id (read-only calls overlap, so the
finishes may come in any order); Notice may come anywhere; TurnEnded is always
last and comes exactly once.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

Reason = Literal[
    "answered",
    "round_limit",
    "token_limit",
    "loop",
    "stopped",
    "context_overflow",
    "model_error",
]


@dataclass(frozen=True, slots=True)
class Usage:
    """What one turn cost. `estimated` is true when the server did not report every figure."""

    rounds: int = 0
    tool_calls: int = 0
    cached_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A request to the model begins. Rounds count from 1 within a turn."""

    round: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of text from the model, as it arrived."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A tool call is about to run. `title` is what a person reads, such as `read_file paper1.txt`."""

    call_id: str
    name: str
    args: dict[str, Any]
    title: str


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A tool call has ended. `code` is "" when ok, else `<stage>:<reason>[:<argument>]`.

    `text` is what the model is shown; `seconds` is wall time; `cached` says that an
    earlier result was shown again.
    """

    call_id: str
    name: str
    ok: bool
    code: str
    text: str
    seconds: float
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the person should know that is neither an answer nor a tool result."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over. `text` is the whole final answer and is never empty."""

    reason: Reason
    text: str
    usage: Usage = field(default_factory=Usage)


Event = RoundStarted | TextDelta | ToolStarted | ToolFinished | Notice | TurnEnded
