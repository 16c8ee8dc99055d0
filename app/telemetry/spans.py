"""Spans of turns, rounds and calls for an OpenTelemetry collector: how long and how much, never what was said.

Imported only where a collector is configured.
"""

import logging
import threading
from dataclasses import dataclass
from time import time_ns
from urllib.parse import urlsplit

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import NoOpTracer, Span, SpanKind, StatusCode, Tracer, set_span_in_context
from opentelemetry.util.types import AttributeValue

from app.events import (
    ApprovalAsked,
    ApprovalGiven,
    Event,
    RoundEnded,
    RoundStarted,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    Usage,
)
from app.telemetry import conventions as named
from app.telemetry.observing import About, Follow
from app.telemetry.telling import known_tool, reason_of

logger = logging.getLogger(__name__)

_NAME = "folio"
_FAILED = ("stopped", "model_error", "context_overflow")
# What the app's end waits for at most.
_LAST_SECONDS = 2.0
_COMPLAINING = ("opentelemetry.exporter.otlp.proto.http.trace_exporter", "opentelemetry.sdk._shared_internal", __name__)

Attributes = dict[str, AttributeValue]


class Spans:
    """Makes spans and sends them to `url` in a thread of its own. One that does not answer is told of once."""

    def __init__(self, url: str) -> None:
        once = _Once()
        for name in _COMPLAINING:
            logging.getLogger(name).addFilter(once)
        service = OTELResourceDetector().detect().attributes.get(SERVICE_NAME, _NAME)
        self._provider = TracerProvider(resource=Resource.create({SERVICE_NAME: service}), shutdown_on_exit=False)
        self._tracer = self._provider.get_tracer(_NAME)
        # As it is with OTEL_SDK_DISABLED.
        if not isinstance(self._tracer, NoOpTracer):
            self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(url)))

    def begin(self, about: About) -> Follow:
        """A turn begins; what follows its events."""
        return _Turn(self._tracer, about).follow

    def close(self) -> None:
        """Sends what is left, within two seconds."""
        # The library's own time limit for this is half a minute.
        sending = threading.Thread(target=self._provider.shutdown, name="last spans", daemon=True)
        sending.start()
        sending.join(_LAST_SECONDS)
        if sending.is_alive():
            logger.warning("The last spans could not be sent within %g seconds.", _LAST_SECONDS)


class _Once(logging.Filter):
    """Lets one complaint through, and no other."""

    _said = False

    def filter(self, record: logging.LogRecord) -> bool:
        said, self._said = self._said, True
        record.msg, record.args = f"OpenTelemetry (said once): {record.getMessage()}", ()
        return not said


@dataclass(frozen=True, slots=True)
class _Round:
    """A round that is over, at `at`. Whether it failed is known from what follows."""

    span: Span
    at: int
    replied: bool


class _Turn:
    """The spans of one turn, below one that is its own."""

    def __init__(self, tracer: Tracer, about: About) -> None:
        self._tracer = tracer
        self._about = about
        self._common = _common(about)
        # Of its own: nothing that happens to be under way around it is its parent.
        self._context = Context()
        own: Attributes = {named.AGENT: _NAME, named.DOOR: about.door}
        self._turn = self._begun(named.INVOKE_AGENT, _NAME, SpanKind.INTERNAL, own)
        self._context = set_span_in_context(self._turn, self._context)
        self._asking: Span | None = None
        self._over: list[_Round] = []
        self._calls: dict[str, Span] = {}

    def follow(self, event: Event | None) -> None:
        """Takes in one event, and None once there are no more."""
        match event:
            case RoundStarted():
                self._settle_replied()
                self._asking = self._begun(named.CHAT, self._about.model, SpanKind.CLIENT, {})
            case RoundEnded():
                self._end_round(event)
            case TurnEnded(reason=reason, usage=usage):
                self._turn.set_attributes({named.REASON: reason, **_figures(usage)})
                self._end(reason if reason in _FAILED else "")
            case None:
                self._end("")
            case _:
                self._follow_call(event)

    def _follow_call(self, event: Event) -> None:
        match event:
            case ToolStarted(call_id=id, name=name):
                self._settle_replied()
                tool = known_tool(name)
                own: Attributes = {named.TOOL: tool, named.CALL: id, named.TOOL_TYPE: "function"}
                self._calls[id] = self._begun(named.EXECUTE_TOOL, tool, SpanKind.INTERNAL, own)
            case ApprovalAsked(call_id=id):
                self._calls[id].add_event(named.ASKED_EVENT)
            case ApprovalGiven(call_id=id, allowed=allowed):
                self._calls[id].add_event(named.GIVEN_EVENT, {named.ALLOWED: allowed})
            case ToolFinished(call_id=id, code=code, cached=cached):
                call = self._calls.pop(id)
                call.set_attribute(named.CACHED_CALL, cached)
                _end(call, reason_of(code))

    def _begun(self, operation: str, name: str, kind: SpanKind, own: Attributes) -> Span:
        attributes = {named.OPERATION: operation, **self._common, **own}
        return self._tracer.start_span(f"{operation} {name}", self._context, kind, attributes)

    def _end_round(self, event: RoundEnded) -> None:
        if self._asking is None:
            return
        self._asking.set_attributes(_figures(event))
        if event.first_token_seconds is not None:
            self._asking.set_attribute(named.FIRST_CHUNK, event.first_token_seconds)
        self._over.append(_Round(self._asking, time_ns(), event.first_token_seconds is not None))
        self._asking = None

    def _settle_replied(self) -> None:
        """The turn goes on after a reply: it was whole. Why there was none, only the end of the turn says."""
        for ended in self._over:
            if ended.replied:
                _end(ended.span, "", ended.at)
        self._over = [ended for ended in self._over if not ended.replied]

    def _end(self, error: str) -> None:
        """Ends all that is open, each span once."""
        for ended in self._over:
            _end(ended.span, error, ended.at)
        left = [*self._calls.values(), *([self._asking] if self._asking else [])]
        for span in left:
            _end(span, error or named.OTHER_ERROR)
        if self._turn.is_recording():
            _end(self._turn, error or (named.OTHER_ERROR if left else ""))
        self._over, self._calls, self._asking = [], {}, None


def _end(span: Span, error: str, at: int | None = None) -> None:
    if error:
        span.set_attribute(named.ERROR, error)
        span.set_status(StatusCode.ERROR)
    span.end(at)


def _common(about: About) -> Attributes:
    """What all spans of a turn say, so that each can be found by it."""
    common: Attributes = {named.CONVERSATION: about.conversation, named.MODEL: about.model}
    parts = urlsplit(about.url)
    if parts.hostname is None:
        # The name of a provider, or words for the built-in helper.
        return {**common, named.PROVIDER: about.url if about.url.isidentifier() else _NAME}
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return {**common, named.PROVIDER: "openai", named.SERVER: parts.hostname, named.PORT: port}


def _figures(cost: RoundEnded | Usage) -> Attributes:
    figures: Attributes = {
        named.INPUT_TOKENS: cost.input_tokens,
        named.OUTPUT_TOKENS: cost.output_tokens,
        named.CACHED_TOKENS: cost.prompt_cached_tokens,
        named.REASONING_TOKENS: cost.reasoning_tokens,
        named.REQUESTS: cost.requests,
        named.ESTIMATED: cost.estimated,
    }
    return figures if cost.cost is None else {**figures, named.COST: cost.cost}
