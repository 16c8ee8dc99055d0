"""Names for what is downloaded: harmless on every system, and as near to the given one as that allows."""

import re
from urllib.parse import quote

_MOST_BYTES = 120
_HARMFUL = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+')


def file_name(text: str, otherwise: str) -> str:
    """A name, without an ending, that is made of `text`; `otherwise` when nothing of it can stay."""
    plain = " ".join(_HARMFUL.sub(" ", text).split())
    short = plain.encode()[:_MOST_BYTES].decode("utf-8", "ignore")
    return short.strip(" .-~") or otherwise


def disposition(name: str, *, inline: bool = False) -> str:
    """The header that gives a download its name."""
    stem, dot, ending = name.rpartition(".")
    harmless = f"{file_name(stem, 'file')}.{file_name(ending, 'bin')}" if dot else file_name(name, "file")
    return f"{'inline' if inline else 'attachment'}; filename*=UTF-8''{quote(harmless, safe='')}"
