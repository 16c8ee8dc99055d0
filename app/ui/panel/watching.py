"""Watches the folders that somebody looks at, and those only, for as long as somebody does."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager, suppress
from pathlib import Path

from watchfiles import awatch

_LOOK_SECONDS = 2


class Viewer:
    """Somebody who looks at `folders`."""

    def __init__(self, folders: frozenset[Path]) -> None:
        self.folders = folders
        self._changed: set[Path] = set()
        self._told = asyncio.Event()

    def tell(self, changed: set[Path]) -> None:
        """Takes in that something has changed in these folders."""
        if mine := changed & self.folders:
            self._changed |= mine
            self._told.set()

    async def wait(self, seconds: float) -> list[Path]:
        """The folders in which something changed since they were last given, as soon as there are some."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._told.wait(), seconds)
        self._told.clear()
        changed, self._changed = self._changed, set()
        return sorted(changed)


class Watching:
    """One watch on all folders that are looked at. Where the system cannot watch, their time stamps are looked at."""

    def __init__(self) -> None:
        self._viewers: set[Viewer] = set()
        self._stamps: dict[Path, int] = {}
        self._others = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def viewer(self, folders: frozenset[Path]) -> Iterator[Viewer]:
        """Somebody who looks at `folders` for as long as the block runs."""
        viewer = Viewer(folders)
        self._viewers.add(viewer)
        # What changes from here on is told, though the watch may begin later.
        self._stamps = {folder: _stamp(folder) for folder in folders} | self._stamps
        self._others.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())
        try:
            yield viewer
        finally:
            self._viewers.discard(viewer)
            self._others.set()

    async def _watch(self) -> None:
        while folders := frozenset[Path]().union(*(viewer.folders for viewer in self._viewers)):
            self._others.clear()
            self._stamps = {folder: self._stamps[folder] for folder in folders}
            async with aclosing(_ticks(folders, self._others)) as ticks:
                async for changed in ticks:
                    now = {folder: _stamp(folder) for folder in folders}
                    self._tell(changed | {folder for folder in folders if now[folder] != self._stamps[folder]})
                    self._stamps |= now
        self._stamps = {}

    def _tell(self, changed: set[Path]) -> None:
        for viewer in self._viewers:
            viewer.tell(changed)


async def _ticks(folders: frozenset[Path], until: asyncio.Event) -> AsyncGenerator[set[Path], None]:
    """The folders in which something changed, every now and then also none, until the event is set."""
    there = [folder for folder in folders if _stamp(folder)]
    try:
        watch = awatch(
            *there,
            watch_filter=None,
            debounce=500,
            stop_event=until,
            rust_timeout=_LOOK_SECONDS * 1_000,
            yield_on_timeout=True,
            force_polling=False,
            recursive=False,
        )
        async with aclosing(watch) as seen:
            async for changes in seen:
                yield {Path(path).parent for _, path in changes} & folders
    except OSError:
        while not until.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(until.wait(), _LOOK_SECONDS)
            yield set()


def _stamp(folder: Path) -> int:
    """When something came into the folder or went, in nanoseconds; 0 where it is gone."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0
