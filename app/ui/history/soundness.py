"""Whether the file of an SQLite database can be trusted; nothing is done to one that cannot."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Timer

from app.settings import SettingsError

# A start does not wait longer for it: a very large file is looked at in part.
_MOST_SECONDS = 5.0
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def require_sound(file: Path) -> None:
    """Raises SettingsError, with one sentence that says what to do, for a file that is damaged."""
    if found := _damage(file):
        raise SettingsError(
            f"the history in {file} is damaged ({found}): move it away with any {file.name}-wal and {file.name}-shm,"
            f" and a new one is made at the next start; {_copy_of(file)}"
        )


def _damage(file: Path) -> str:
    if file.stat().st_size == 0:
        return "it is empty"
    with closing(sqlite3.connect(file, check_same_thread=False)) as connection:
        limit = Timer(_MOST_SECONDS, connection.interrupt)
        limit.start()
        try:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            # Locked, read-only, or too large to be looked at as a whole: no damage.
            return str(error) if error.sqlite_errorcode & 0xFF in _DAMAGED else ""
        finally:
            limit.cancel()
            limit.join()
    return "" if found == "ok" else " ".join(str(found).split())


def _copy_of(file: Path) -> str:
    copies = sorted(file.parent.glob(f"{file.name}.*.bak"), key=lambda copy: copy.stat().st_mtime)
    return f"the newest copy is {copies[-1].name} beside it" if copies else "there is no copy of it"
