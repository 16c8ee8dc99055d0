"""Charts of Office files: what they show, as the numbers that are stored with them."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from app.documents.markup import found, texts


def chart_lines(chart: Element) -> Iterator[str]:
    """The title, then the categories and each series, one a line."""
    title = next((texts(title) for title in found(chart, "title")), "")
    yield f"[chart] {title}".rstrip()
    shown: list[str] = []
    for series in found(chart, "ser"):
        categories = _points(series, "cat", "xVal")
        if categories and categories != shown:
            shown = categories
            yield " | ".join(["", *categories]).strip()
        yield " | ".join([*(_points(series, "tx") or [""]), *_points(series, "val", "yVal")])


def _points(series: Element, *names: str) -> list[str]:
    return [value.text or "" for part in found(series, *names) for value in found(part, "v")]
