"""Charts, read back."""

import re

from app.embedded.results.notes import CONTENT_MARK
from app.embedded.results.outcomes import Absent, Drawn

_DRAWN = re.compile(
    r"^\[(?P<file>.+): (?:bar|line|pie|scatter) chart(?P<measure>, .+)?,"
    r" (?P<points>[\d,]+) points from (?P<rows>[\d,]+) rows;"
)


def drawn(content: str) -> Drawn | Absent:
    """What a result of draw_chart tells."""
    head, _, rest = content.partition("\n")
    found = _DRAWN.match(head)
    columns = rest.partition(f"{CONTENT_MARK}\n")[2].partition("\n")[0].split(" | ")
    if not found:
        return Absent()
    left_out, summed = rest.startswith("[Left out: "), bool(found["measure"])
    return Drawn(found["file"], found["points"], found["rows"], columns[0], tuple(columns[1:]), summed, left_out)
