"""How the cost of a turn reads, on the page and in the terminal."""

from app.events import Usage
from app.language import Language
from app.phrases import phrase

_LEAST_SHOWN = 0.0001


def usage_line(usage: Usage, language: Language, embedded: bool) -> str:
    """Requests, tool calls, tokens, seconds and cost on one line; it says so when no model is connected."""
    line = phrase(
        "usage",
        language,
        requests=_counted("requests", usage.requests, language),
        calls=_counted("calls", usage.tool_calls, language),
        input=f"{usage.input_tokens:,}",
        output=f"{usage.output_tokens:,}",
        seconds=f"{usage.seconds:.1f}",
    )
    for key, number in (("prompt_cached", usage.prompt_cached_tokens), ("reasoning_tokens", usage.reasoning_tokens)):
        line += f" · {phrase(key, language, number=f'{number:,}')}" if number else ""
    if usage.estimated:
        line = f"{line} · {phrase('estimated', language)}"
    if usage.cost is not None:
        line = f"{line} · {_cost(usage.cost, language)}"
    return f"{phrase('helper_name', language)} · {line}" if embedded else line


def elapsed(seconds: float, language: Language) -> str:
    """A short duration: in milliseconds below a second."""
    if seconds >= 1:
        return phrase("in_seconds", language, number=f"{seconds:.1f}")
    return phrase("in_milliseconds", language, number=max(1, round(seconds * 1000)))


def _cost(dollars: float, language: Language) -> str:
    if 0 < dollars < _LEAST_SHOWN:
        return phrase("cost_less", language, dollars=f"{_LEAST_SHOWN}")
    return phrase("cost", language, dollars=f"{dollars:,.2f}" if dollars >= 1 or not dollars else f"{dollars:.4f}")


def _counted(key: str, number: int, language: Language) -> str:
    return phrase(f"{key}_one" if number == 1 else key, language, number=number)
