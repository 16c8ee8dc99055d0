"""Tool results read back: what a tool message says, as values."""

from app.embedded.results.changes import tells_of_change
from app.embedded.results.outcomes import (
    Absent,
    Changed,
    Deed,
    Drawn,
    Failure,
    FileEntry,
    Found,
    Hit,
    Hits,
    Listing,
    Outcome,
    Page,
    Unseen,
    Written,
)
from app.embedded.results.pages import joined, lines_of
from app.embedded.results.reading_back import outcome_of

__all__ = [
    "Absent",
    "Changed",
    "Deed",
    "Drawn",
    "Failure",
    "FileEntry",
    "Found",
    "Hit",
    "Hits",
    "Listing",
    "Outcome",
    "Page",
    "Unseen",
    "Written",
    "joined",
    "lines_of",
    "outcome_of",
    "tells_of_change",
]
