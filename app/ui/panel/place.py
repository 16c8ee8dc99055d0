"""Whose folder the panel shows."""

from functools import lru_cache

from app.assemble import workspace_from
from app.settings import Settings
from app.ui.people.person import person_of
from app.ui.session.current import the_settings
from app.workspace import Workspace

_FOLDERS = 64


def workspace_for(user_identifier: str | None) -> Workspace:
    """The folder of the person who signed in under this name; None is the one person of this machine."""
    return _workspace(person_of(user_identifier, the_settings()).settings)


@lru_cache(_FOLDERS)
def _workspace(settings: Settings) -> Workspace:
    return workspace_from(settings)
