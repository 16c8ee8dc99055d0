"""What is kept and told of turns, beside showing them: observers follow the events of each."""

from app.telemetry.observers import telemetry_from
from app.telemetry.observing import About, Follow, Observer, Telemetry

__all__ = ["About", "Follow", "Observer", "Telemetry", "telemetry_from"]
