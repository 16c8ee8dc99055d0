"""Figures of all turns of this process, for Prometheus: no label says who asked, what, or about which file.

Imported only by the front door that serves them.
"""

from typing import get_args

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from app.events import ApprovalGiven, Event, Reason, RoundEnded, RoundStarted, ToolFinished, TurnEnded
from app.telemetry.observing import About, Follow
from app.telemetry.telling import OTHER, known_tool, reason_of

CONTENT_TYPE = CONTENT_TYPE_LATEST

_BROKEN_OFF = "broken_off"
# A person may type the name of any model.
_MODELS, _LONGEST_NAME = 20, 100
_SECONDS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 600, 1800)


class Metrics:
    """Counts what happens in turns, by `model` and by others that answer. `exposition` is what Prometheus reads."""

    def __init__(self, model: str) -> None:
        # A series with the time of each series' making is of no use here.
        disable_created_metrics()
        self._registry = CollectorRegistry()
        self._models = {model}
        self._turns = self._counter("turns", "Turns, by how they ended", "reason")
        self._rounds = self._counter("rounds", "Rounds: what the model was asked in a turn", "model")
        self._requests = self._counter("requests", "Requests to the model, repeated ones too", "model")
        directions = "Tokens; cached ones are among those of the input, reasoning ones among those of the output"
        self._tokens = self._counter("tokens", directions, "model", "direction")
        self._cost = self._counter("cost_dollars", "US dollars, where the price is known", "model")
        self._calls = self._counter("tool_calls", "Tool calls, by how they ended", "tool", "code")
        self._approvals = self._counter("approvals", "Questions about changes, by their answers", "answer")
        self._turn_seconds = self._histogram("turn_seconds", "Seconds of a turn, without those of waiting for a person")
        self._round_seconds = self._histogram("round_seconds", "Seconds of a round", "model")
        self._first_seconds = self._histogram("first_token_seconds", "Seconds until a reply begins", "model")
        self._call_seconds = self._histogram("tool_call_seconds", "Seconds of a tool call", "tool")
        for reason in (*get_args(Reason), _BROKEN_OFF):
            self._turns.labels(reason)

    def exposition(self) -> bytes:
        """All figures, in Prometheus's text format."""
        return generate_latest(self._registry)

    def begin(self, about: About) -> Follow:
        """A turn begins; what follows its events."""
        is_over = True

        def follow(event: Event | None) -> None:
            nonlocal is_over
            match event:
                case RoundStarted():
                    is_over = False
                case RoundEnded():
                    self._count_round(event, self._model(about.model, event))
                case ToolFinished(name=name, code=code, seconds=seconds):
                    tool = known_tool(name)
                    self._calls.labels(tool, reason_of(code) or "ok").inc()
                    self._call_seconds.labels(tool).observe(seconds)
                case ApprovalGiven(allowed=allowed):
                    self._approvals.labels("allowed" if allowed else "refused").inc()
                case TurnEnded(reason=reason, usage=usage):
                    is_over = True
                    self._turns.labels(reason).inc()
                    self._turn_seconds.observe(usage.seconds)
                case None if not is_over:
                    self._turns.labels(_BROKEN_OFF).inc()

        return follow

    def _count_round(self, ended: RoundEnded, model: str) -> None:
        self._rounds.labels(model).inc()
        self._requests.labels(model).inc(ended.requests)
        self._tokens.labels(model, "input").inc(ended.input_tokens)
        self._tokens.labels(model, "cached").inc(ended.prompt_cached_tokens)
        self._tokens.labels(model, "output").inc(ended.output_tokens)
        self._tokens.labels(model, "reasoning").inc(ended.reasoning_tokens)
        self._round_seconds.labels(model).observe(ended.seconds)
        if ended.first_token_seconds is not None:
            self._first_seconds.labels(model).observe(ended.first_token_seconds)
        if ended.cost is not None:
            self._cost.labels(model).inc(ended.cost)

    def _model(self, name: str, ended: RoundEnded) -> str:
        """The model's name, if it is the app's own, or has answered and is one of the first that did."""
        if ended.first_token_seconds is not None and len(self._models) < _MODELS and len(name) <= _LONGEST_NAME:
            self._models.add(name)
        return name if name in self._models else OTHER

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"folio_{name}", f"{about}.", labels, registry=self._registry)

    def _histogram(self, name: str, about: str, *labels: str) -> Histogram:
        return Histogram(f"folio_{name}", f"{about}.", labels, registry=self._registry, buckets=_SECONDS)
