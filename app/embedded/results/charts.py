"""Charts, read back."""

import re

from app.embedded.results.outcomes import Absent, Drawn

_DRAWN = re.compile(
    r"^\[(?P<file>.+): (?:bar|line|pie|scatter) chart(?:, .+)?, (?P<points>[\d,]+) points from (?P<rows>[\d,]+) rows;"
)


def drawn(content: str) -> Drawn | Absent:
    """What a result of draw_chart tells."""
    head, _, rest = content.partition("\n")
    found = _DRAWN.match(head)
    return Drawn(found["file"], found["points"], found["rows"], rest.startswith("[Left out: ")) if found else Absent()
