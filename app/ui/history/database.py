"""The database behind the history: SQLite in the data folder, or PostgreSQL."""

import fcntl
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.settings import SettingsError

# What a connection that will write is told, so that SQLite does not find out in the middle of its work.
WRITES = {"folio_writes": True}

# Seconds: to wait for another program's lock, to connect to a server, to wait for its answer.
_LOCK_SECONDS, _CONNECT_SECONDS, _COMMAND_SECONDS = 3, 10, 20
# PostgreSQL's classes of errors for data that cannot be stored, and for data that contradict others.
_OWN_STATES = ("22", "23")
_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={_LOCK_SECONDS * 1000}")


def _json(value: object) -> str:
    """`value` as JSON. Half a character, which a page can send, could not be sent back to one."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")


# What people wrote does not belong into a log.
_OPTIONS: dict[str, Any] = {"json_serializer": _json, "hide_parameters": True}


def url_of(history_url: str | None, data_dir: Path) -> URL:
    """Where the history is kept."""
    if history_url is not None:
        return make_url(history_url)
    return URL.create("sqlite+aiosqlite", database=str(data_dir / "history.db"))


def engine_at(url: str | URL) -> AsyncEngine:
    """An engine for `url`; nothing is connected yet."""
    if make_url(url).get_backend_name() == "postgresql":
        patience = {"timeout": _CONNECT_SECONDS, "command_timeout": _COMMAND_SECONDS}
        return create_async_engine(url, **_OPTIONS, pool_pre_ping=True, connect_args=patience)
    engine = create_async_engine(url, **_OPTIONS)
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def file_of(url: str | URL) -> Path | None:
    """The file of an SQLite database; None for one that is no file of ours."""
    parts = make_url(url)
    named = parts.database or ":memory:"
    is_plain = parts.get_backend_name() == "sqlite" and not named.startswith((":memory:", "file:"))
    return Path(named).absolute() if is_plain else None


def make_private(file: Path) -> None:
    """Makes the file, readable by its owner alone and with a header, if there is none."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        # Of apps that start at once, none finds the file before it has its header.
        fcntl.flock(folder, fcntl.LOCK_EX)
        if not file.exists():
            _make(file)
    finally:
        os.close(folder)


def may_pass(error: Exception) -> bool:
    """Whether the same may succeed later: the database is locked, full, read-only, away, or not to be reached."""
    if isinstance(error, DBAPIError):
        state = str(getattr(error.orig, "sqlstate", None) or "")[:2]
        # The driver's own word for what it could not encode is a ValueError.
        is_own = isinstance(error, IntegrityError | DataError) or isinstance(
            error.orig and error.orig.__cause__, ValueError
        )
        return not is_own and state not in _OWN_STATES
    return isinstance(error, OSError | SettingsError | PoolTimeoutError)


def insert_into(table: Table, connection: AsyncConnection) -> sqlite.Insert | postgresql.Insert:
    """An insert that can say what to do about a row that is there already."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def _make(file: Path) -> None:
    os.close(os.open(file, os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.Error:
        # On a full disk: an empty file would be taken for one that lost what was in it.
        file.unlink()
        raise


def _set_up(connection: Any, _record: object) -> None:
    # Transactions are begun by hand: the driver by itself would leave out those around DDL.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("folio_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
