"""Looking into one file after the other for what is searched for."""

import logging
import os
import time
from collections.abc import Callable, Iterator

import regex

from app.documents import Extract, kind_of
from app.workspace.changes.permit import Withdrawn, require_wanted
from app.workspace.errors import WorkspaceError, plain
from app.workspace.paths.opening import open_file
from app.workspace.search.hits import NAMED, Hit, LeftOut, Skipped
from app.workspace.search.lines import Block, blocks_of
from app.workspace.search.matching import Match, Matcher, Runaway

logger = logging.getLogger(__name__)

MOST_HITS = 10_000
MOST_IN_A_FILE = 2_000

_LINES_BETWEEN_LOOKS = 100
_REASONS = {
    "file:too_big": "too_big",
    "file:special": "special",
    "path:outside": "link",
    "tool:timeout": "documents",
}
# What is not seen, or acts on what shows it; but words of many languages are joined by the four that stay.
_HARMFUL = regex.compile(r"[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\t\xad\u200c\u200d]]", regex.V1)


class Looking:
    """A search under way: `hits` and `looked` grow with each file. `until` is of the monotonic clock."""

    def __init__(
        self, matcher: Matcher, extract: Callable[[int, str], Extract | None], width: int, until: float
    ) -> None:
        self.hits: list[Hit] = []
        self.looked = 0
        self._matcher = matcher
        self._extract = extract
        self._width = width
        self._until = until
        self._left: dict[str, list[LeftOut]] = {}

    @property
    def is_full(self) -> bool:
        """Whether as many hits were found as are kept."""
        return len(self.hits) >= MOST_HITS

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self._until

    def leave_out(self, reason: str, path: str, why: str = "") -> None:
        """Takes in that `path` was not searched; see `Skipped` for the reasons."""
        self._left.setdefault(reason, []).append(LeftOut(path, why))

    def skipped(self) -> tuple[Skipped, ...]:
        """What was left out until now, reasons and names in order."""
        return tuple(
            Skipped(reason, len(names), tuple(sorted(names)[:NAMED])) for reason, names in sorted(self._left.items())
        )

    def look(self, folder: int, name: str, path: str) -> None:
        """Searches the file `name` in the open `folder`; whatever hinders that is taken in, not raised."""
        require_wanted()
        try:
            fd = open_file(folder, name, path)
            try:
                self._look_into(fd, path)
            finally:
                os.close(fd)
        except (WorkspaceError, Runaway, _Late, OSError) as error:
            self._hindered(error, path)
        except Withdrawn:
            raise
        except Exception as error:
            # A mistake of ours about one file must not take the search of all others along.
            logger.exception("a file could not be searched")
            self.leave_out("unreadable", path, f"reading it failed ({type(error).__name__})")

    def _hindered(self, error: Exception, path: str) -> None:
        match error:
            case WorkspaceError():
                self.leave_out(_REASONS.get(error.code, "unreadable"), path, error.text)
            case Runaway():
                self.leave_out("runaway", path)
            case _Late():
                self.leave_out("time", path, "only a part of it was searched")
            case OSError():
                self.leave_out("unreadable", path, plain(error, path).text)

    def _look_into(self, fd: int, path: str) -> None:
        try:
            document = self._extract(fd, path)
            blocks = blocks_of(fd, path) if document is None else None
        except WorkspaceError as error:
            if error.code != "file:binary":
                raise
            document = blocks = None
        if document is not None:
            self._take(path, self._in_document(path, document))
        elif blocks is not None:
            self._take(path, self._in_text(path, blocks))
        else:
            kind = kind_of(fd, path)
            self.leave_out("binary", path, kind.label if kind else "")

    def _take(self, path: str, hits: Iterator[Hit]) -> None:
        room = min(MOST_IN_A_FILE, MOST_HITS - len(self.hits))
        for number, hit in enumerate(hits):
            if number == room:
                self.leave_out("full", path)
                return
            self.hits.append(hit)
        self.looked += 1

    def _in_document(self, path: str, document: Extract) -> Iterator[Hit]:
        matcher = self._matcher.in_documents
        for number, line in enumerate(document.lines, 1):
            self._look_around(number)
            match = matcher.match(line.text)
            if match is not None:
                yield self._hit(path, number, 1, line.text, match, line.place_at(match.start))

    def _in_text(self, path: str, blocks: Iterator[Block]) -> Iterator[Hit]:
        for block in blocks:
            self._look_around(0)
            if not self._matcher.may_be_in(block.text):
                continue
            for at, (number, column, text) in enumerate(block.lines()):
                self._look_around(at)
                match = self._matcher.match(text)
                # What begins where the next piece does, is found there.
                if match is not None and not 0 < block.open >= len(text) - match.start:
                    yield self._hit(path, number, column, text, match)

    def _look_around(self, number: int) -> None:
        if number % _LINES_BETWEEN_LOOKS == 0:
            require_wanted()
            if self.is_late:
                raise _Late

    def _hit(self, path: str, number: int, column: int, text: str, match: Match, place: str = "") -> Hit:
        shown = _harmless(_around(text, match.start, self._width))
        return Hit(path, number, column + match.start, shown, place, match.times)


def _around(line: str, at: int, width: int) -> str:
    """The line, or with `…` about `width` characters of it, a third of them before character `at`."""
    if len(line) <= width:
        return line
    start = min(max(0, at - width // 3), len(line) - width)
    end = start + width
    return f"{'…' * (start > 0)}{line[start:end]}{'…' * (end < len(line))}"


def _harmless(text: str) -> str:
    """The text as one line, with what is invisible escaped, and everything else as it is."""
    return text if text.isprintable() else _HARMFUL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class _Late(Exception):
    """The time was up in the middle of a file."""
