"""Which observers there are, as the settings say."""

from app.settings import Settings
from app.telemetry.observing import Observer, Telemetry
from app.telemetry.record import record_from


def telemetry_from(settings: Settings) -> Telemetry:
    """The observers that `settings` ask for."""
    observers: list[Observer] = []
    if settings.record:
        observers.append(record_from(settings))
    return Telemetry(observers)
