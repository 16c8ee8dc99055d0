"""Takes the text out of a document, in a process of its own that no document can make hang or take the app along."""

import base64
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from signal import SIGABRT, SIGALRM, SIGKILL, SIGXCPU

from app.documents.errors import DAMAGED, ENCRYPTED, DocumentError
from app.documents.extract import Extract, Line
from app.documents.kinds import Kind
from app.documents.pieces import Fact, Note, Picture, harmless
from app.documents.wire import Ended, Failed, received

_LOOK = 0.1
_LARGEST_OUTPUT = 256_000_000
# Nothing of the app's own environment, which may hold keys, and one thread for each OCR.
_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
    "LANG": "C.UTF-8",
    "OMP_THREAD_LIMIT": "1",
}
_NO_READER = {
    "": DocumentError("file:unreadable", "No text can be taken out of a file of this kind."),
    "broken": DocumentError(DAMAGED, "It is damaged or incomplete."),
    "locked": DocumentError(ENCRYPTED, "It is protected by a password. A copy saved without the password can be read."),
    "old_office": DocumentError(
        "file:unreadable", "This old Office format is not supported. A copy saved as .docx or .pptx can be read."
    ),
}


def extract(fd: int, kind: Kind, seconds: float, wanted: Callable[[], bool]) -> Extract:
    """The text of the open file `fd`, which is a document of `kind`. Blocks for at most about `seconds`.

    `wanted` is asked a few times a second; when it says no, the work ends. Every failure is a
    DocumentError. The descriptor's position stays where it is.
    """
    if kind.reader in _NO_READER:
        refusal = _NO_READER[kind.reader]
        raise DocumentError(refusal.code, refusal.text)
    with _working(fd, seconds, wanted, kind.reader) as (rows, process):
        return _gathered(kind.label, rows, process)


def page_pictures(
    fd: int, pages: Sequence[int], seconds: float, wanted: Callable[[], bool]
) -> tuple[tuple[int, bytes], ...]:
    """Pages (from 1) of the open PDF `fd` as PNGs, each with its number; otherwise as `extract`."""
    with _working(fd, seconds, wanted, "pdf_pictures", *pages) as (rows, process):
        found: list[tuple[int, bytes]] = []
        for row in rows:
            match received(row):
                case Picture(text=text, number=number):
                    found.append((number, base64.b64decode(text)))
                case Failed(code=code, text=text):
                    raise DocumentError(code, harmless(text))
                case Ended():
                    return tuple(found)
        raise _broken(process)


@contextmanager
def _working(
    fd: int, seconds: float, wanted: Callable[[], bool], reader: str, *pages: int
) -> Iterator[tuple[Iterator[bytes], subprocess.Popen[bytes]]]:
    """A worker with what it writes, row by row; it ends with the block."""
    until = time.monotonic() + seconds
    with _worker(fd, reader, str(seconds), *map(str, pages)) as process:
        try:
            yield _rows(process, until, wanted), process
        finally:
            _end(process)


def _worker(fd: int, *given: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-m", "app.documents.worker", *given],
        stdin=fd,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_ENVIRONMENT,
        cwd="/",
        start_new_session=True,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the worker and what it started, unless that was done. Until it is waited for, its id is its own."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, SIGKILL)
        process.wait()


def _rows(process: subprocess.Popen[bytes], until: float, wanted: Callable[[], bool]) -> Iterator[bytes]:
    """What the worker writes, line by line, as long as there is time and it is wanted."""
    assert process.stdout is not None
    stream, total, rest = process.stdout.fileno(), 0, bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while True:
            _require_time(until, wanted)
            if not selector.select(_LOOK):
                continue
            piece = os.read(stream, 1 << 20)
            total += len(piece)
            if total > _LARGEST_OUTPUT:
                raise DocumentError("file:too_big", "Its text is longer than can be handed over.")
            if not piece:
                return
            rest += piece
            if b"\n" in piece:
                *rows, tail = rest.split(b"\n")
                rest = tail
                yield from map(bytes, rows)


def _require_time(until: float, wanted: Callable[[], bool]) -> None:
    if not wanted():
        raise DocumentError("tool:cancelled", "Reading it was stopped.")
    if time.monotonic() > until:
        raise _late()


def _late() -> DocumentError:
    return DocumentError("tool:timeout", "Taking out its text took too long, so it was stopped.")


def _gathered(label: str, rows: Iterator[bytes], process: subprocess.Popen[bytes]) -> Extract:
    lines: list[Line] = []
    facts: list[str] = []
    notes: list[str] = []
    for row in rows:
        match received(row):
            case Line() as line:
                lines.append(line)
            case Fact(text=text):
                facts.append(harmless(text))
            case Note(text=text):
                notes.append(harmless(text))
            case Failed(code=code, text=text):
                raise DocumentError(code, harmless(text))
            case Ended():
                return Extract(label, tuple(lines), tuple(facts), tuple(notes))
            case None:
                break
    raise _broken(process)


def _broken(process: subprocess.Popen[bytes]) -> DocumentError:
    """Why a worker stopped in the middle. Some of its libraries abort when there is no more memory."""
    _end(process)  # One that has ended by itself keeps its own reason.
    ended = process.returncode
    if ended == -SIGABRT:
        return DocumentError("file:too_big", "Reading it broke off; most likely it needs more memory than it may take.")
    if ended == -SIGKILL:
        return DocumentError("file:unreadable", "Reading it was ended by the system or by somebody. Try it again.")
    if ended in (-SIGXCPU, -SIGALRM):
        return _late()
    if ended >= 0:
        return DocumentError("file:unreadable", "The program that reads such files failed.")
    return DocumentError(DAMAGED, "The program that reads such files broke off at it; most likely it is damaged.")
