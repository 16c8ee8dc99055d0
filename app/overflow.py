"""Is this error an overflow of the model's context window?

Servers say it in some forty ways, and the classes that libraries raise for it miss
most of them, so everything that the error carries is looked at: code, type, status,
message and body, also a body inside a body.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from langchain_core.exceptions import ContextOverflowError

_CODES = frozenset(
    {
        "context_length_exceeded",
        "context_window_exceeded",
        "exceed_context_size_error",
        "model_context_window_exceeded",
        "model_max_prompt_tokens_exceeded",
        "tokens_limit_reached",
    }
)

# Each names the input or the window as what is too large. A limit on the output, a
# rate, a quota or another argument must match none of them.
_SAYINGS = re.compile(
    r"""
    context\ (length|window|size|limit)\b.{0,80}\b(exceed|overflow|longer|larger|too\ (long|large)|only\b)
    | \b(exceed(s|ed|ing)?|longer\ than|larger\ than|greater\ than)\b.{0,60}\bcontext\ (length|window|size|limit)
    | maximum\ context\ (length|window|size)
    | maximum\ prompt\ length | longer\ than\ the\ maximum\ model\ length
    | maximum\ input\ length | range\ of\ input\ length
    | contextwindowexceeded
    | when\ context\ the\ overflows
    | \b(prompt|input)\ is\ too\ long | \bprompt\ contains\ \d+\ tokens
    | \b(input|prompt)\ tokens?\ (count\ )?.{0,20}exceed
    | \b(input|prompt)\ token\ count\b.{0,40}exceed
    | total\ number\ of\ tokens\ in\ the\ prompt\ cannot\ exceed
    | `?inputs`?\ (tokens\ \+|must\ have\ less\ than)
    | \bexceeded?\ model\ token\ limit
    | \brequested\ tokens\ \(\d+\)\ exceed
    | \btokens\ to\ keep\ from\ the\ initial\ prompt
    | reduce\ the\ length\ of\ (the|your)\ (messages|prompt|input)
    | \brequest\ (body\ )?(is\ )?too\ large
    | invalid\ '(messages\[\d+\]\.content|input)[^'_]*'.{0,40}string\ too\ long
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


# What servers send back of the request: a person's words prove nothing.
_ECHOES = frozenset({"ctx", "failed_generation", "input", "messages", "prompt"})


_NUMBER = r"[^\d.]{0,40}?(\d[\d,_]{2,})"
_WINDOW = re.compile(
    rf"""
    maximum\ (?:context|prompt|input|model)\ length{_NUMBER} | context\ (?:window|length|size)(?:\ of\ only)?{_NUMBER}
    | n_ctx{_NUMBER} | <=?\ ?(\d[\d,_]{{2,}}) | model\ with{_NUMBER} | \blimit(?:\ of|:)?{_NUMBER}
    | tokens\ >{_NUMBER} | tokens\ allowed{_NUMBER} | (?:at\ most|cannot\ exceed|less\ than|up\ to){_NUMBER}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SIZE = re.compile(
    rf"""
    \bresulted\ in{_NUMBER} | \brequested{_NUMBER} | \bcontains{_NUMBER} | \bgiven:?{_NUMBER} | \bgot{_NUMBER}
    | token\ count{_NUMBER} | n_keep{_NUMBER} | \brequest\ (?:has|\(){_NUMBER} | too\ long:{_NUMBER}
    | the\ first{_NUMBER} | tokens\ \({_NUMBER} | \blength{_NUMBER}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LIKELY = range(200, 50_000_000)


@dataclass(frozen=True, slots=True)
class Told:
    """What an overflow's error tells, in tokens: the model's `window`, the `size` of the request; None for neither."""

    window: int | None = None
    size: int | None = None


def told(error: BaseException) -> Told:
    """The numbers in an overflow's error."""
    body = getattr(error, "body", None)
    text = " ".join([str(error), *_words(body)])
    if "string_above_max_length" in text or "string too long" in text or "<html" in text.lower():
        # Those count characters, of one message; a page holds numbers of its own.
        return Told()
    window = next(_numbers(_WINDOW, text, body, "n_ctx"), None)
    sizes = _numbers(_SIZE, text, body, "n_prompt_tokens")
    return Told(window, next((size for size in sizes if size > (window or 0)), None))


def _numbers(pattern: re.Pattern[str], text: str, body: object, field: str) -> Iterator[int]:
    """The likely numbers: that in the body's `field`, then those that the pattern finds."""
    inner = body.get("error", body) if isinstance(body, dict) else body
    if isinstance(inner, dict) and isinstance(value := inner.get(field), int):
        yield value
    found = (int(re.sub(r"\D", "", match[match.lastindex or 0])) for match in pattern.finditer(text))
    yield from (number for number in found if number in _LIKELY)


def is_overflow(error: BaseException) -> bool:
    """Whether `error`, as a chat model raised it, says that the input does not fit."""
    if isinstance(error, ContextOverflowError):
        return True
    status, body = getattr(error, "status_code", None), getattr(error, "body", None)
    if status == 413 or (status == 400 and not body and _carries_no_text(error)):
        return True
    words = list(_words(body))
    marks = {getattr(error, "code", None), getattr(error, "type", None), *words}
    return bool(marks & _CODES) or any(_SAYINGS.search(text) for text in (str(error), *words))


def _carries_no_text(error: BaseException) -> bool:
    return str(error).strip().lower().rstrip(".") in ("", "error code: 400", "error code: 400 -")


def _words(body: object) -> Iterator[str]:
    """Every string in `body`, also those of JSON that stands in a string."""
    match body:
        case dict():
            for name, value in body.items():
                yield from () if name in _ECHOES else _words(value)
        case list() | tuple():
            for value in body:
                yield from _words(value)
        case str():
            yield body
            if body.lstrip().startswith(("{", "[")):
                yield from _words(_json(body))


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
