"""The files of the record: one a day, and further ones where it grows."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

_NAME = re.compile(r"(\d{4}-\d\d-\d\d)(?:\.([1-9]\d{0,8}))?\.jsonl", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """The `number`-th file of a day, from 1. They sort from the oldest on."""

    day: date
    number: int = 1

    @property
    def name(self) -> str:
        return f"{self.day}{f'.{self.number}' if self.number > 1 else ''}.jsonl"


def parts_in(folder: Path) -> list[Part]:
    """The files of the record that are in `folder`, the oldest first. Raises OSError where it cannot be looked at."""
    try:
        return sorted(part for path in folder.iterdir() if (part := _part_named(path.name)))
    except FileNotFoundError:
        return []


def _part_named(name: str) -> Part | None:
    if (found := _NAME.fullmatch(name)) is None:
        return None
    try:
        part = Part(date.fromisoformat(found[1]), int(found[2] or 1))
    except ValueError:
        return None
    return part if part.name == name else None
