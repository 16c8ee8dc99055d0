"""Tells an open panel, as server-sent events, in which of the folders that it shows something has changed."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

from fastapi import Query
from fastapi.responses import Response, StreamingResponse

from app.ui.panel.answers import Folder
from app.ui.panel.watching import Watching
from app.workspace import Workspace, WorkspaceError

_MOST_FOLDERS = 100
_LOOKS_UP = 1.0
_SILENT_LOOKS = 15

_watching = Watching()


async def changes(folder: Folder, path: Annotated[list[str], Query()]) -> Response:
    """The events of the folders `path`, for as long as they are listened to."""
    shown = await asyncio.to_thread(_on_disk, folder, path[:_MOST_FOLDERS])
    return StreamingResponse(_events(shown), headers={"cache-control": "no-store"}, media_type="text/event-stream")


def _on_disk(folder: Workspace, paths: list[str]) -> dict[Path, str]:
    """Where the folders are, each with the name that the panel has for it."""
    found = {}
    for path in paths:
        try:
            found[folder.folder_on_disk(path)] = path
        except WorkspaceError:
            continue
    return found


async def _events(shown: dict[Path, str]) -> AsyncIterator[str]:
    with _watching.viewer(frozenset(shown)) as viewer:
        # Something at once, so that the page knows that it is heard from now on.
        yield _event([])
        silent = 0
        while not _is_ending():
            changed = await viewer.wait(_LOOKS_UP)
            silent = 0 if changed else silent + 1
            if changed:
                yield _event([shown[folder] for folder in changed])
            elif silent % _SILENT_LOOKS == 0:
                yield ":\n\n"


def _event(folders: list[str]) -> str:
    return f"data: {json.dumps({'folders': folders})}\n\n"


def _is_ending() -> bool:
    """Whether the server waits for what it still answers, to end: an answer without an end would hold it up."""
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return bool(getattr(server, "should_exit", False))
