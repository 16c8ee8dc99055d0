"""The app as a program: run to its end, or on a terminal of its own."""

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.settings import PROJECT

COMMAND = [sys.executable, "-m", "app"]


def run(environment: dict[str, str], *arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    """Runs the app with `given` as its standard input."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=PROJECT, env=environment, input=given, capture_output=True, text=True, timeout=60
    )


@contextmanager
def at_a_terminal(environment: dict[str, str], *arguments: str) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """The app on a terminal of its own, of which the descriptor is the other end."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=PROJECT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        try:
            yield ours, process
        finally:
            if process.poll() is None:
                process.kill()
            os.close(ours)


def until(terminal: int, words: str, seconds: float = 30) -> str:
    """What the terminal shows up to `words`."""
    seen, deadline = b"", time.monotonic() + seconds
    while words.encode() not in seen:
        assert time.monotonic() < deadline, seen.decode(errors="replace")
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 4096)
    return seen.decode(errors="replace")
