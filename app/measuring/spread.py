"""How much the figures of repeated runs differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of some figures, the least and the most of them."""

    median: float
    least: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    """How `values`, of which there is one at least, are spread."""
    return Spread(median(values), min(values), max(values))
