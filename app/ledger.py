"""What each person spends in a day, kept by request: it outlasts the app, and several processes may count at once."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import astuple, dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Literal

logger = logging.getLogger(__name__)

Unit = Literal["tokens", "cost"]

# Without a login there is one person.
ONE_PERSON = "you"
_KEPT_DAYS = 60
# Another process holds it for milliseconds.
_PATIENCE_SECONDS = 10.0
_TABLE = """CREATE TABLE IF NOT EXISTS spent (
    day TEXT, person TEXT, tokens INTEGER, cost REAL, more_tokens INTEGER, more_cost INTEGER,
    PRIMARY KEY (day, person)
) WITHOUT ROWID"""
_ADD = """INSERT INTO spent VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    tokens = tokens + excluded.tokens, cost = cost + excluded.cost,
    more_tokens = more_tokens + excluded.more_tokens, more_cost = more_cost + excluded.more_cost"""
_READ = "SELECT tokens, cost, more_tokens, more_cost FROM spent WHERE day = ? AND person = ?"


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens in and out, and US dollars as far as prices are known, that something has taken.

    `more_tokens` and `more_cost` say how many times the person has allowed what a limit grants once more.
    """

    tokens: int = 0
    cost: float = 0.0
    more_tokens: int = 0
    more_cost: int = 0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            self.tokens + other.tokens,
            self.cost + other.cost,
            self.more_tokens + other.more_tokens,
            self.more_cost + other.more_cost,
        )


class Ledger:
    """What all persons have spent, a row each a day, in the SQLite file `path`; days are those of the clock `now`.

    Where it cannot be read or written, what this process spends is counted all the same, and written
    as soon as that can be done.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self._path = path
        self.now = now
        self.is_sound = True
        self._is_anew = False
        # One thread: what is read comes after what was written before.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._unwritten: dict[tuple[str, str], Spent] = {}

    def of(self, person: str) -> "Account":
        """The account of one person."""
        return Account(self, person)

    @property
    def today(self) -> date:
        return self.now().date()

    def add(self, person: str, spent: Spent) -> None:
        """Takes in what was spent just now, without waiting until it is written."""
        self._thread.submit(self._add, (self.today.isoformat(), person), spent)

    async def spent(self, person: str) -> Spent:
        """What `person` has spent today, with what was taken in until now."""
        return await asyncio.wrap_future(self._thread.submit(self._spent, (self.today.isoformat(), person)))

    def _add(self, row: tuple[str, str], spent: Spent) -> None:
        self._unwritten[row] = self._unwritten.get(row, Spent()) + spent
        self._try(self._write)

    def _spent(self, row: tuple[str, str]) -> Spent:
        kept = Spent()

        def read(database: sqlite3.Connection) -> None:
            nonlocal kept
            found = database.execute(_READ, row).fetchone()
            kept = Spent(*found) if found else kept

        self._try(read)
        return kept + self._unwritten.get(row, Spent())

    def _write(self, database: sqlite3.Connection) -> None:
        oldest = self.today - timedelta(days=_KEPT_DAYS)
        database.execute("DELETE FROM spent WHERE day < ?", (oldest.isoformat(),))
        database.executemany(_ADD, [(*row, *astuple(spent)) for row, spent in self._unwritten.items()])
        database.commit()
        self._unwritten.clear()

    def _try(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Does `work` with the file; where that fails, the log is told once."""
        try:
            try:
                self._do(work)
            except sqlite3.DatabaseError as error:
                # Those of a kind of their own pass, or are no matter of the file's content.
                if type(error) is not sqlite3.DatabaseError:
                    raise
                self._set_aside(error)
                self._do(work)
        except (sqlite3.Error, OSError) as error:
            if self.is_sound:
                logger.warning("what is spent in a day cannot be kept in %s: %s", self._path, error)
            self.is_sound = False
        else:
            self.is_sound = not (self._unwritten or self._is_anew)

    def _do(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Does `work` with the file, which is made if need be."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch(0o600)
        with closing(sqlite3.connect(self._path, _PATIENCE_SECONDS, isolation_level="IMMEDIATE")) as database:
            database.execute(_TABLE)
            work(database)

    def _set_aside(self, error: sqlite3.Error) -> None:
        """Makes room for a new file where this one is damaged: else every start would count from nothing."""
        aside = self._path.with_suffix(f".damaged-{self.now():%Y-%m-%d-%H%M%S}")
        self._path.rename(aside)
        self._is_anew = True
        told = "what was spent today is counted anew: %s is damaged (%s) and is %s now"
        logger.warning(told, self._path, error, aside.name)


@dataclass(frozen=True, slots=True)
class Account:
    """What one person spends."""

    ledger: Ledger
    person: str

    def add(self, spent: Spent) -> None:
        """Takes in what was spent just now."""
        self.ledger.add(self.person, spent)

    async def spent(self) -> Spent:
        """What was spent today."""
        return await self.ledger.spent(self.person)

    def until_midnight(self) -> timedelta:
        """How long it is until the next day begins."""
        now = self.ledger.now()
        midnight = datetime.combine(now.date() + timedelta(days=1), time.min)
        # As time stamps: a day may have 23 or 25 hours.
        return timedelta(seconds=midnight.timestamp() - now.timestamp())
