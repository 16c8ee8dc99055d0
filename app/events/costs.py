"""What a turn costs, and each of its rounds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """What one turn cost. `requests` are those that were made: a round that failed in passing is asked again.

    `estimated` is true when the server did not report every figure.
    `reasoning_tokens` are those of the output that the model thought with, `prompt_cached_tokens`
    those of the input that the server had in its prompt cache; 0 where it reports neither.
    `cost` is in US dollars, None where no price is known.
    """

    rounds: int = 0
    requests: int = 0
    tool_calls: int = 0
    cached_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    estimated: bool = False
    reasoning_tokens: int = 0
    prompt_cached_tokens: int = 0
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over, and what its requests cost, also those whose replies were lost.

    The figures of a turn's rounds add up to those of its Usage. `input_tokens` are parted into `fixed` (the system
    text and the tools), `resent` (what the model was sent before) and `added` (what was new to it), by estimated
    shares; `left_out` estimates the tokens of the conversation that it was not shown. `seconds` are wall time;
    `first_token_seconds` passed until the first piece of a reply had arrived, None where none had.
    `estimated`, `reasoning_tokens`, `prompt_cached_tokens` and `cost` are as in Usage.
    """

    round: int
    requests: int
    input_tokens: int
    output_tokens: int
    fixed: int
    resent: int
    added: int
    left_out: int
    seconds: float
    first_token_seconds: float | None = None
    estimated: bool = False
    reasoning_tokens: int = 0
    prompt_cached_tokens: int = 0
    cost: float | None = None
