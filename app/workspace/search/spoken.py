"""Which names in the folder stand in a text, such as a person's message."""

import re
import time
import unicodedata

from app.workspace.errors import escaped
from app.workspace.paths.resolving import Paths
from app.workspace.search.walking import Walk

_SECONDS = 10.0
_LONE = re.compile("[\ud800-\udfff]")


def names_in(paths: Paths, text: str) -> frozenset[str] | None:
    """The paths, and names without their folders, that stand in `text`, as they are spelled there or nearly so.

    Case, width and the number of blanks do not matter. None when not all of the folder could be looked at.
    """
    folded, found = _folded(text), set[str]()
    walk = Walk(paths, (), "", True, time.monotonic() + _SECONDS)
    for item in walk:
        name = item.path.rpartition("/")[2]
        # A path stands nowhere that its last name does not.
        if _plain(name) in folded or not name.isprintable():
            found |= {each for each in spellings(item.path) if _folded(each) in folded}
    return None if walk.cut else frozenset(found)


def spellings(path: str) -> frozenset[str]:
    """What a file may be called in a message: with and without its folder, as it is and as it is shown."""
    plain = {_LONE.sub("\ufffd", each) for each in (path, path.rpartition("/")[2])}
    return frozenset(plain | {escaped(path), escaped(path.rpartition("/")[2])})


def _plain(name: str) -> str:
    return name.casefold().strip() if name.isascii() and "  " not in name else _folded(name)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", _LONE.sub("\ufffd", text)).casefold().split())
