"""Files that were put into the folder from the page, each under an id that only its uploader was told."""

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from app.events import Receipt

_KEPT = 5_000
_GESTURES = 1_000
_TOGETHER_SECONDS = 60


@dataclass(slots=True)
class Upload:
    """A file that `owner` has put there. `kind` is what its bytes are, "" for text.

    `told` says that a conversation knows of it, `gone` that it was taken back.
    """

    owner: str
    receipt: Receipt
    kind: str
    told: bool = False
    gone: bool = False


class Uploads:
    """The newest uploads of everybody, and how many files belong to one gesture, such as a drop."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Upload] = OrderedDict()
        self._gestures: OrderedDict[tuple[str, str, int], int] = OrderedDict()

    def count(self, owner: str, gesture: str) -> int:
        """Which file of its gesture this one is, from 1; those without one belong together for a short time."""
        key = (owner, gesture, 0 if gesture else int(time.monotonic() / _TOGETHER_SECONDS))
        number = self._gestures.pop(key, 0) + 1
        self._gestures[key] = number
        _shorten(self._gestures, _GESTURES)
        return number

    def add(self, upload: Upload) -> str:
        """A new id for `upload`."""
        id = secrets.token_urlsafe(16)
        self._known[id] = upload
        _shorten(self._known, _KEPT)
        return id

    def of(self, id: str, owner: str) -> Upload | None:
        """The upload with this id that still stands, if it is `owner`'s and no conversation knows of it yet."""
        found = self._known.get(id)
        return found if found and found.owner == owner and not (found.told or found.gone) else None


def _shorten(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


UPLOADS = Uploads()
