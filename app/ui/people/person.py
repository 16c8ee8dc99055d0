"""The person that a page belongs to, and the folder that is theirs."""

import re
from dataclasses import dataclass
from hashlib import sha256

from app.accounts import NAME
from app.settings import Settings

LOCAL = "you"
_DIGEST_CHARS = 16


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is the name they signed in under; `settings` are the app's, with this person's own folder and data."""

    id: str
    settings: Settings


def person_of(id: str | None, settings: Settings) -> Person:
    """The person who signed in as `id`; without a sign-in the one person of this machine."""
    if id is None or settings.auth == "local" or settings.folders == "shared":
        return Person(id or LOCAL, settings)
    name = folder_name(id)
    own = {"work_dir": settings.work_dir / name, "data_dir": settings.data_dir / "people" / name}
    return Person(id, settings.model_copy(update=own))


def folder_name(id: str) -> str:
    """The name of a person's folder: no two people have the same, on any file system."""
    if NAME.fullmatch(id) and not id.endswith("."):
        return id
    readable = re.sub(r"[^a-z0-9]+", "-", id.lower()).strip("-")[:40]
    # A tilde is in no name that stands for itself.
    return f"{readable}~{sha256(id.encode()).hexdigest()[:_DIGEST_CHARS]}"
