"""Extractive summaries: sentences of the text itself, chosen without a model."""

from app.embedded.summary.marks import without_marks
from app.embedded.summary.prose import body_of, title_of, without_hashes
from app.embedded.summary.ranking import MOST_WEIGHED, Summary, about_in, summary_of

__all__ = [
    "MOST_WEIGHED",
    "Summary",
    "about_in",
    "body_of",
    "summary_of",
    "title_of",
    "without_hashes",
    "without_marks",
]
