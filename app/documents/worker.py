"""The process that reads one document from standard input: `python -m app.documents.worker READER SECONDS PAGE…`."""

import os
import resource
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module

from app.documents.errors import DAMAGED, DocumentError
from app.documents.extract import Line
from app.documents.pieces import Note, Piece, Reader, named
from app.documents.source import Source, opened
from app.documents.wire import Ended, Failed, Message, sent

_MEMORY = 1 << 30
_MOST_TEXT = 20_000_000
_MOST_REMARKS = 100
# Slow work ends by itself before the whole time is over, so that what was read so far is not lost.
_SHARE = 0.7
_PART_WEIGHT = 8
_BLANKS = {code: " " for code in (*range(0x20), 0x7F, 0x85, 0x2028, 0x2029) if code != ord("\t")}


def main(reader: str, seconds: float, pages: tuple[int, ...] = ()) -> None:
    """Writes what `reader` finds in the document to the standard output."""
    until = time.monotonic() + seconds * _SHARE
    # Imported before the limits, under which no compiled module could be kept for the next time.
    read: Reader = import_module(f"app.documents.readers.{reader}").read
    _limit(seconds)
    source = Source(opened(0), os.fstat(0).st_size, until, pages)
    out = sys.stdout.buffer
    for message in _messages(read, source):
        out.write(sent(message))
    out.flush()


def _limit(seconds: float) -> None:
    """Memory, time and files that this process and what it starts may use."""
    whole = int(seconds) + 2
    warnings.simplefilter("ignore")
    signal.alarm(whole)
    for what, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, whole),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        # Refused where the system knows no such limit or has set a lower one.
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def _messages(read: Reader, source: Source) -> Iterator[Message]:
    """What the reader finds, then how it ended. Libraries raise anything at all on a damaged document."""
    end: Message = Ended()
    try:
        yield from _bounded(read(source))
    except DocumentError as error:
        end = Failed(error.code, error.text)
    except MemoryError:
        end = Failed("file:too_big", "Its text needs more memory than one document may take.")
    except Exception:  # noqa: BLE001
        end = Failed(DAMAGED, "It cannot be read as what it begins like; most likely it is damaged.")
    # Said only here, where the memory that was taken is free again.
    yield end


def _bounded(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """The pieces, up to a limit of text; what follows the limit is lost, and a note says so."""
    room, remarks = _MOST_TEXT, _MOST_REMARKS
    for piece in pieces:
        clean = replace(piece, text=piece.text.translate(_BLANKS))
        if not isinstance(piece, Line):
            remarks -= 1
            yield from (clean,) if remarks >= 0 else ()
            continue
        room -= len(piece.text) + 1 + _PART_WEIGHT * len(piece.parts)
        if room < 0:
            place = piece.place_at(len(piece.text))
            end = f" at {named([place])}" if place else ""
            yield Note(f"only the beginning was read: the text is too long and is cut{end}")
            return
        yield clean


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), tuple(map(int, sys.argv[3:])))
