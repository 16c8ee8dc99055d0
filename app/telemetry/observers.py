"""Which observers there are, as the settings say."""

from app.settings import Settings
from app.telemetry.observing import Observer, Telemetry
from app.telemetry.record import record_from


def telemetry_from(settings: Settings, *more: Observer) -> Telemetry:
    """The observers that `settings` ask for, beside those that a front door brings itself."""
    observers: list[Observer] = [*more]
    if settings.record:
        observers.append(record_from(settings))
    if settings.spans_url:
        # With all that it needs, which nobody else does.
        from app.telemetry.spans import Spans

        observers.append(Spans(settings.spans_url))
    return Telemetry(observers)
