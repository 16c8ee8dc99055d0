"""The database behind the history: SQLite in the data folder, or PostgreSQL."""

import json
import os
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

# What a connection that will write is told, so that SQLite does not find out in the middle of its work.
WRITES = {"folio_writes": True}

_PATIENCE = 10
_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", f"busy_timeout={_PATIENCE * 1000}")


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
        return create_async_engine(url, **_OPTIONS, pool_pre_ping=True, connect_args={"timeout": _PATIENCE})
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
    """Makes the file, readable by its owner alone, if there is none."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))


def insert_into(table: Table, connection: AsyncConnection) -> sqlite.Insert | postgresql.Insert:
    """An insert that can say what to do about a row that is there already."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


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
