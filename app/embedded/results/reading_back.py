"""The one entrance: a tool's name and what its message says."""

import re
from collections.abc import Callable

from app.embedded.results.changes import changed, written
from app.embedded.results.charts import drawn
from app.embedded.results.looks import found, hits, listing
from app.embedded.results.notes import CONTENT_MARK
from app.embedded.results.outcomes import Absent, Failure, Outcome
from app.embedded.results.pages import page

_FAILURE = re.compile(r"^Not done \((?P<code>[^)]*)\):?\s*(?P<text>.*)", re.DOTALL)
_QUOTED = re.compile(r"'([^'\n]+)'")
_NEVER_RUN = re.compile(r"^\[?(?:Left out\b|Not done \([^)]*\):? *not run\b|Not run\b|Not done \(tool:cancelled)", re.I)
_READERS: dict[str, Callable[[str], Outcome]] = {
    "list_directory": listing,
    "read_file": page,
    "search_text": hits,
    "file_search": found,
    "draw_chart": drawn,
    "write_file": written,
    "edit_file": changed,
    "copy_file": changed,
    "move_file": changed,
    "file_delete": changed,
    "make_directory": changed,
}


def outcome_of(tool: str, content: str) -> Outcome:
    """What the result of a call to `tool` says."""
    if _NEVER_RUN.match(content):
        return Absent()
    if failed := _FAILURE.match(content):
        # Below the mark are lines of a file, which offer no names and give no reasons.
        text = failed["text"].partition(CONTENT_MARK)[0].strip()
        return Failure(failed["code"], text, _nearest(text))
    return _READERS[tool](content) if tool in _READERS else Absent()


def _nearest(text: str) -> tuple[str, ...]:
    _, told, rest = text.partition("Nearest:")
    line = rest.split("\n", 1)[0]
    return tuple(_QUOTED.findall(line)) if told else ()
