"""Names with blanks in them, of which only the end reads as a name."""

import re

from app.embedded.wishes.common import COMMON

_NO_PART = re.compile(
    r"open|cat|print|chart|graph|plot|draw|compare|describe|explain|check|find|see|also|but|e\.g|vs|versus", re.I
)


def may_be_longer(file: str, asked: str) -> bool:
    """Whether the word before `file` in the message may belong to its name: "Read annual report.pdf"."""
    found = re.search(rf"([\w()-]+) +{re.escape(file)}(?!\w)", asked)
    word = found[1] if found else ""
    return bool(word) and not (COMMON.fullmatch(word) or _NO_PART.fullmatch(word) or re.search("[ぁ-ん]$", word))
