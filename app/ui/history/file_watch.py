"""The file of an SQLite database, which somebody may remove or replace while the app has it open."""

import asyncio
import logging
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from app.ui.history.database import file_of
from app.ui.history.opening import make_ready

logger = logging.getLogger(__name__)


class DatabaseFile:
    """What an engine has open, as long as that is what stands at its path."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._path = file_of(engine.url)
        self._open = _identity(self._path)

    async def make_sure(self) -> None:
        """Opens what stands at the path now, if that is another file or none: SQLite would write into the old one."""
        if self._path is None or (self._open is not None and self._open == _identity(self._path)):
            return
        logger.warning("the history's file %s was removed or replaced; what follows goes into the new one", self._path)
        self._open = None
        await self._engine.dispose()
        await asyncio.to_thread(make_ready, self._engine.url)
        self._open = _identity(self._path)


def _identity(path: Path | None) -> tuple[int, int] | None:
    try:
        found = path.stat() if path is not None else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None
