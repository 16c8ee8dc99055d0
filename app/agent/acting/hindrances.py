"""What stands in the way of every change in a place, and so concerns the person, not the model alone."""

from collections.abc import Iterator

from app.agent.turn import Turn
from app.events import Event, Notice, ToolFinished
from app.phrases import phrase

_TOLD = {"tool:failed:full": "disk_full", "file:unreadable:folder": "folder_closed"}


def hindered(turn: Turn, event: Event) -> Iterator[Notice]:
    """The notice that a call has failed for want of room or of leave to write."""
    if isinstance(event, ToolFinished) and event.code in _TOLD:
        yield from once(turn, code := _TOLD[event.code], phrase(code, turn.language))


def once(turn: Turn, code: str, said: str) -> Iterator[Notice]:
    """The notice `code`, unless this turn has given it already."""
    if code not in turn.told:
        turn.told.add(code)
        yield Notice(code, said)
