"""Whether an answer has the expected text in it."""

import re
import unicodedata

# Thousands are parted by commas as the writer likes.
_PARTED = re.compile(r"(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)")


def is_right(answer: str, expected: str) -> bool | None:
    """Whether `expected` stands in `answer`, a number as a whole one; None where nothing is expected.

    Full-width forms, capitals, line breaks and the commas in numbers make no difference.
    """
    wanted = _plain(expected)
    if not wanted:
        return None
    before = r"(?<!\d)(?<!\d\.)" if wanted[0].isdigit() else ""
    after = r"(?!\d)(?!\.\d)" if wanted[-1].isdigit() else ""
    return re.search(f"{before}{re.escape(wanted)}{after}", _plain(answer)) is not None


def _plain(text: str) -> str:
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return _PARTED.sub(lambda number: number[0].replace(",", ""), plain)
