"""The one sentence that a failed request to the model deserves."""

import math
import random
import re
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import httpx2
import openai

from app.language import Language
from app.phrases import phrase
from app.prices import Price

OFFICIAL_URL = "https://api.openai.com/v1"

# Seconds before the second and the third try of a request that failed in passing.
_PAUSES = (0.5, 2.0)
_LONGEST_PAUSE = 8.0
_PASSING = frozenset({408, 409, 425, 429})
_BUSY = frozenset({429, 503, 529})
_BUSY_WORDS = ("overloaded", "rate_limit", "rate limit")
_PASSING_WORDS = (*_BUSY_WORDS, "server_error", "try again", "temporarily", "unavailable")

# The part of a base URL that most servers want: /v1, /api/v1, /v1beta/openai.
_VERSION = re.compile(r"/v\d", re.IGNORECASE)
_TWICE = re.compile(r"(/v\d[^/]*)\1+(?=/|$)", re.IGNORECASE)
_NO_TOOLS = re.compile(
    r"(does not|doesn't|not) support (the use of )?(tool|function)|support tool use"
    r"|enable-auto-tool-choice|tool-call-parser",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go, shown in sentences so that a person can check it, and how long they may take.

    `timeout` is the most seconds of silence, `reply_timeout` those of a whole reply; 0 for no limit.
    `price` is what the tokens cost there, None where that is not known.
    """

    model: str
    url: str
    timeout: float
    reply_timeout: float = 0
    price: Price | None = None


class ReplyTooLong(TimeoutError):
    """A reply did not come to its end in the time that one may take."""


class ReplyDamaged(Exception):
    """A piece of a reply could not be read, and nothing can be done with the others."""


class SentElsewhere(httpx2.RequestError):
    """A server sent a request on to `target`, where it may not go."""

    def __init__(self, target: str, request: httpx2.Request) -> None:
        super().__init__(f"sent on to {target}", request=request)
        self.target = target


class BrokeOff(Exception):
    """A reply ended with `error` after some of it had come."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


def sentence(error: BaseException, endpoint: Endpoint, language: Language) -> str:
    """What happened and what to do next, for an error that a chat model raised."""
    if isinstance(error, BrokeOff):
        line = "model_line_broke" if _is_broken_line(error.error) else ""
        return phrase("broke_off", language, why=_sentence(line, error.error, endpoint, language))
    return _sentence("", error, endpoint, language)


def setback(error: BaseException, language: Language) -> str:
    """What happened, for an error after which the request is made again."""
    return phrase(_kind_of_setback(error), language, said=said(error).rstrip("."))


def _kind_of_setback(error: BaseException) -> str:
    if isinstance(error, ReplyDamaged):
        return "retry_damaged"
    if isinstance(error, openai.APIConnectionError):
        return "retry_line" if _is_broken_line(error) else "retry_unreachable"
    return "retry_busy" if _is_busy(error) else "retry_fault"


def _sentence(kind: str, error: BaseException, endpoint: Endpoint, language: Language) -> str:
    return phrase(
        kind or _kind(error, endpoint),
        language,
        model=endpoint.model,
        url=endpoint.url,
        seconds=f"{endpoint.timeout:g}",
        longest=f"{endpoint.reply_timeout:g}",
        better=_better(endpoint.url),
        said=said(error),
        kind=type(error).__name__,
        cause=_cause_of_refusal(error),
    )


def pause_before(attempt: int, error: BaseException) -> float | None:
    """Seconds to wait before the `attempt`-th try (the second or later) of a request that ended with `error`.

    None where another try cannot help, or not soon. A server that was silent for the whole
    of its time is not asked again.
    """
    headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
    wanted = _seconds(headers)
    if attempt > len(_PAUSES) + 1 or wanted > _LONGEST_PAUSE or headers.get("x-should-retry") == "false":
        return None
    if not _may_pass(error):
        return None
    return wanted or _PAUSES[attempt - 2] * random.uniform(0.75, 1.25)


def _may_pass(error: BaseException) -> bool:
    if isinstance(error, openai.APITimeoutError) or "insufficient_quota" in f"{error} {getattr(error, 'body', '')}":
        return False
    if isinstance(error, openai.APIStatusError):
        return error.status_code in _PASSING or error.status_code >= 500
    # Without a status it came in the middle of a stream.
    if isinstance(error, openai.APIError) and any(word in f"{error} {error.body}".lower() for word in _PASSING_WORDS):
        return True
    return isinstance(error, openai.APIConnectionError | ReplyDamaged) and not _kind_of_refusal(error)


def _is_busy(error: BaseException) -> bool:
    text = f"{error} {getattr(error, 'body', '')}".lower()
    return getattr(error, "status_code", None) in _BUSY or any(word in text for word in _BUSY_WORDS)


def _is_broken_line(error: BaseException) -> bool:
    """Whether a connection that had come about was lost."""
    is_lost = isinstance(error, openai.APIConnectionError) and not isinstance(error, openai.APITimeoutError)
    return is_lost and not any(isinstance(cause, httpx2.ConnectError) for cause in _causes(error))


def _seconds(headers: Mapping[str, str]) -> float:
    """The seconds that a server asks to wait, 0 when it says nothing of it that a timer can take."""
    given = (_number(headers.get("retry-after-ms", "")) / 1000, _number(headers.get("retry-after", "")))
    return next((seconds for seconds in given if 0 < seconds < math.inf), 0.0)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def refuses_tools(error: BaseException) -> bool:
    """Whether a server says by `error` that its model cannot call tools."""
    return bool(_NO_TOOLS.search(f"{error} {getattr(error, 'body', '')}"))


def said(error: BaseException) -> str:
    """The server's own words, on one line and bounded."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else body
    text = inner.get("message") if isinstance(inner, dict) else inner
    # Without any, the error's own words are those of the client.
    status = getattr(error, "status_code", None)
    return " ".join(str(text or (f"HTTP {status}" if status else error)).split())[:300]


def _kind(error: BaseException, endpoint: Endpoint) -> str:
    if isinstance(error, ReplyTooLong):
        return "reply_timeout"
    timed_out = isinstance(error, openai.APITimeoutError | TimeoutError)
    if timed_out and not any(isinstance(cause, httpx2.ConnectTimeout) for cause in _causes(error)):
        return "model_timeout"
    if refused := _kind_of_refusal(error):
        return refused
    if timed_out or isinstance(error, openai.APIConnectionError):
        return "model_offline" if endpoint.url == OFFICIAL_URL else "model_unreachable"
    if isinstance(error, openai.APIError):
        return _kind_of_answer(error, endpoint)
    return "model_empty" if "No generation chunks" in str(error) else "model_broken"


def _kind_of_refusal(error: BaseException) -> str:
    """Why no connection of this kind can come about, "" where it may."""
    for cause in _causes(error):
        match cause:
            case SentElsewhere():
                return "model_elsewhere"
            case httpx2.TooManyRedirects():
                return "model_nowhere"
            case ssl.SSLError():
                return "model_insecure"
            case httpx2.UnsupportedProtocol():
                return "model_no_http"
            case httpx2.RemoteProtocolError() if "location header" in str(cause):
                return "model_nowhere"
    return ""


def _cause_of_refusal(error: BaseException) -> str:
    """The other address, or the words of whoever refused the connection."""
    for cause in _causes(error):
        match cause:
            case SentElsewhere(target=target):
                return str(target)
            case ssl.SSLCertVerificationError(verify_message=str(said)):
                return said
            case ssl.SSLError(reason=str(reason)):
                return reason.replace("_", " ").lower()
    return ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _kind_of_answer(error: openai.APIError, endpoint: Endpoint) -> str:
    text, status = f"{error} {error.body}", getattr(error, "status_code", None)
    if refuses_tools(error):
        return "model_no_tools"
    if "content_filter" in text:
        return "model_filtered"
    if "insufficient_quota" in text or status == 402:
        return "model_quota"
    if status in (404, 405):
        named = isinstance(error.body, dict) and "model" in said(error).lower()
        return "model_unknown" if named else _kind_of_address(error, endpoint)
    return _BY_STATUS.get(status or 0, "model_down" if (status or 500) >= 500 else "model_bad_request")


def _kind_of_address(error: openai.APIError, endpoint: Endpoint) -> str:
    """What is wrong with a URL under which there is no chat service."""
    if not _VERSION.search(endpoint.url):
        return "model_url_version"
    if _TWICE.search(endpoint.url):
        return "model_url_twice"
    headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
    return "model_url_page" if "text/html" in headers.get("content-type", "") else "model_url"


def _better(url: str) -> str:
    """`url` with its version, once."""
    return _TWICE.sub(r"\1", url) if _VERSION.search(url) else f"{url.rstrip('/')}/v1"


_BY_STATUS = {401: "model_key", 403: "model_forbidden", 408: "model_timeout", 429: "model_rate"}
