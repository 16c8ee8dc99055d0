"""Writing down turns as they happen. Whatever becomes of the disk, no turn is disturbed."""

import json
import logging
import re
import uuid
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from app.events import Event, TurnEnded
from app.settings import Settings
from app.telemetry.observing import About, Follow
from app.telemetry.record.files import RecordFiles
from app.telemetry.record.kept import kept_of, said

logger = logging.getLogger(__name__)

Now = Callable[[], datetime]
# What would move the screen of whoever reads the file, or end a line for some readers.
_UNSEEN = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_UNDECODABLE = re.compile("[\ud800-\udfff]")


def record_from(settings: Settings) -> "Record":
    """The record in the data folder of `settings`, within their bounds."""
    files = RecordFiles(record_folder(settings), settings.record_max_days, settings.record_max_mb)
    return Record(files, settings.record_content)


def record_folder(settings: Settings) -> Path:
    """Where the record is."""
    return settings.data_dir / "record"


class Record:
    """Writes a line for each event of every turn; with `content`, what was read, written and answered, too."""

    def __init__(
        self, files: RecordFiles, content: bool = False, now: Now = lambda: datetime.now().astimezone()
    ) -> None:
        self._lines = _Lines(files, now)
        self._content = content

    def begin(self, about: About) -> Follow:
        """Writes that the turn begins; what follows its events."""
        return _Turn(self._lines, about, self._content).follow


class _Turn:
    def __init__(self, lines: "_Lines", about: About, content: bool) -> None:
        self._lines, self._content = lines, content
        self._head = {"turn": uuid.uuid4().hex, "who": about.person, "conversation": about.conversation}
        self._has_ended = False
        question = said(about.question, content)
        self._write("TurnStarted", {"door": about.door, "question": question, "model": about.model})

    def follow(self, event: Event | None) -> None:
        """Writes down `event`; where no more come and none was the end, that they are over."""
        if event is None:
            if not self._has_ended:
                self._write("TurnClosed", {})
            return
        self._has_ended = isinstance(event, TurnEnded)
        if (kept := kept_of(event, self._content)) is not None:
            self._write(type(event).__name__, kept)

    def _write(self, event: str, fields: dict[str, Any]) -> None:
        self._lines.write(event, {**self._head, **fields})


class _Lines:
    """Writes lines, each with its time; what could not be written is counted, and told of as soon as that works."""

    def __init__(self, files: RecordFiles, now: Now) -> None:
        self._files = files
        self._now = now
        self._lost = 0

    def write(self, event: str, fields: dict[str, Any]) -> None:
        """Writes what happened just now."""
        now = self._now()
        lines = _line(event, now, fields)
        if self._lost:
            lines += _line("LinesLost", now, {"lines": self._lost})
        try:
            dropped = self._files.append(lines, now.date())
        except OSError as error:
            self._lose(error)
            return
        if self._lost:
            logger.warning("the record of turns is written again; lines that it lacks: %d", self._lost)
            self._lost = 0
        if dropped:
            self.write("FilesDropped", {"files": dropped})

    def _lose(self, error: OSError) -> None:
        if not self._lost:
            logger.warning("the record of turns cannot be written in %s: %s", self._files.folder, error)
        self._lost += 1


def _line(event: str, at: datetime, fields: dict[str, Any]) -> bytes:
    given = {"event": event, "at": at.isoformat(timespec="milliseconds"), **fields}
    text = _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(given, ensure_ascii=False))
    # Strict readers refuse an escape that is half a character: it is written out as what a person can read.
    return _UNDECODABLE.sub(lambda found: f"\\\\u{ord(found[0]):04x}", text).encode() + b"\n"
