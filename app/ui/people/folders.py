"""What this process has in common: its settings, ledger, who follows its turns, and the folder of each person in it."""

from functools import cache, lru_cache

from app.assemble import ledger_from, workspace_from
from app.ledger import Ledger
from app.settings import Settings, load_settings
from app.telemetry import Telemetry, telemetry_from
from app.telemetry.metrics import Metrics
from app.ui.people.person import person_of
from app.workspace import Workspace

_FOLDERS = 64


@cache
def the_settings() -> Settings:
    """The settings of this process."""
    return load_settings()


@cache
def the_metrics() -> Metrics:
    """The figures of this process."""
    return Metrics(the_settings().model)


@cache
def the_telemetry() -> Telemetry:
    """Who follows the turns of this process."""
    return telemetry_from(the_settings(), the_metrics())


@cache
def the_ledger() -> Ledger | None:
    """Where this process keeps what each person spends in a day, if it does."""
    return ledger_from(the_settings())


def folder_of(id: str) -> Workspace:
    """The folder of the person who signed in as `id`."""
    return _folder(person_of(id, the_settings()).settings)


@lru_cache(_FOLDERS)
def _folder(settings: Settings) -> Workspace:
    return workspace_from(settings)
