"""What the tokens of a model cost, as far as that is known."""

from dataclasses import dataclass
from urllib.parse import urlsplit

_MILLION = 1_000_000
_OPENAI = "api.openai.com"


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens: of the input, of the output, and of input that was in the prompt cache."""

    input: float
    output: float
    cached: float | None = None

    def cost(self, input_tokens: int, output_tokens: int, cached_tokens: int) -> float:
        """US dollars for so many tokens; `cached_tokens` are among those of the input."""
        cached = self.input if self.cached is None else self.cached
        cost = self.input * (input_tokens - cached_tokens) + self.output * output_tokens + cached * cached_tokens
        return cost / _MILLION


# By OpenAI's replacement table on its page of deprecations, November 2026. Prices change: MODEL_PRICE comes first.
_KNOWN = {"gpt-6-luna": Price(0.10, 0.50, cached=0.01)}


def price_of(model: str, url: str, said: str | None) -> Price | None:
    """What `model` costs at the server `url`: as `said`, such as `0.10,0.50`, else as known of OpenAI's own server."""
    if said is not None:
        return Price(*map(float, said.split(",")))
    return _KNOWN.get(model) if urlsplit(url).hostname == _OPENAI else None
