"""The database made ready before the app listens: there, reachable, of this version."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from app.settings import SettingsError
from app.ui.history.database import WRITES, engine_at, file_of, make_private
from app.ui.history.soundness import require_sound

if TYPE_CHECKING:
    # Where it is used it is imported late: it logs each of its parts as it is loaded, unless it was told not to.
    from alembic.config import Config
    from alembic.script import ScriptDirectory

_MIGRATIONS = Path(__file__).parent / "migrations"
# Any number will do that no other program takes on the same server.
_LOCK = "SELECT pg_advisory_xact_lock(4667105)"


def make_ready(url: str | URL, version: str = "head") -> None:
    """Brings the tables at `url` to `version`, from any earlier one. Raises SettingsError with one sentence."""
    try:
        if file := file_of(url):
            make_private(file)
            require_sound(file)
        # The loop that the app will run in has not begun, or is already running.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _upgrade(url, version)).result()
    except (SQLAlchemyError, OSError, sqlite3.Error) as error:
        raise SettingsError(_unreachable(url, error)) from None


async def _upgrade(url: str | URL, version: str) -> None:
    engine = engine_at(url)
    try:
        async with engine.connect() as looking:
            is_current = await looking.run_sync(_is_current)
        if not is_current:
            async with engine.execution_options(**WRITES).begin() as connection:
                await connection.run_sync(_bring_to, file_of(url), version)
    finally:
        await engine.dispose()


def _bring_to(connection: Connection, file: Path | None, version: str) -> None:
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.execute(text(_LOCK))
    config = _config()
    config.attributes["connection"] = connection
    present = _present(connection)
    if file is not None and present is not None and not _is_current(connection):
        _back_up(file, present)
    command.upgrade(config, version)


def _is_current(connection: Connection) -> bool:
    """Whether nothing is to be done. Raises SettingsError for a database that a newer version of the app made."""
    present = _present(connection)
    known = {script.revision for script in _scripts().walk_revisions()}
    if present is not None and present not in known:
        raise SettingsError(
            f"the conversations are kept in the form of a newer version ({present}); start that version,"
            " or set HISTORY_URL or DATA_DIR to another place"
        )
    return present == _scripts().get_current_head()


def _present(connection: Connection) -> str | None:
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()


def _back_up(file: Path, version: str) -> None:
    """Keeps a copy of the database as it is, beside it."""
    copy = file.with_name(f"{file.name}.{version}.bak")
    make_private(copy)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


def _scripts() -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_config())


def _unreachable(url: str | URL, error: Exception) -> str:
    parts = make_url(url)
    shown = parts.set(drivername=parts.get_backend_name()).render_as_string(hide_password=True)
    why = str(getattr(error, "orig", None) or error).partition("\n")[0] or type(error).__name__
    return f"the history at {shown} cannot be opened: {why} (HISTORY_URL and DATA_DIR say where it is)"
