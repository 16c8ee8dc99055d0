"""The person that a page belongs to, and the folder that is theirs."""

import re
from dataclasses import dataclass
from hashlib import sha256

from chainlit.user import PersistedUser, User

from app.accounts import NAME
from app.ledger import ONE_PERSON
from app.settings import Settings

_DIGEST_CHARS = 16


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is the name they signed in under; `settings` are the app's, with this person's own folder and data."""

    id: str
    settings: Settings


def id_of(user: User | PersistedUser | None) -> str:
    """The name that a user signed in under; without a sign-in it is the one person of this machine."""
    return user.identifier if user else ONE_PERSON


def person_of(id: str, settings: Settings) -> Person:
    """The person who signed in as `id`."""
    if settings.auth == "local" or settings.folders == "shared":
        return Person(id, settings)
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
