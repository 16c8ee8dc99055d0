"""The app as a program: run to its end, or on a terminal of its own."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pyte
from replies import Json, Reply

from app.settings import PROJECT

CTRL_C, CTRL_D, CTRL_U = "\x03", "\x04", "\x15"
COMMAND = [sys.executable, "-m", "app"]
# Only what never comes is waited for as long as this.
_SECONDS = 60
_ROWS, _COLUMNS = 60, 100


def hear_ctrl_c() -> None:
    """For a new process: one that is begun in the background of a script, as tests may be, would ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(environment: dict[str, str], *arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    """Runs the app with `given` as its standard input."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=PROJECT, env=environment, input=given, capture_output=True, text=True, timeout=60
    )


class Terminal:
    """The other end of the app's terminal, with what a person sees on it, and `raw`, all that was sent to it."""

    def __init__(self, end: int, process: "subprocess.Popen[bytes]") -> None:
        self._end = end
        self._process = process
        self.raw = b""
        self._screen = pyte.Screen(_COLUMNS, _ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._modes = termios.tcgetattr(end)

    @property
    def shown(self) -> str:
        """The screen's lines; an empty one at its end is left out."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip("\n")

    def type(self, line: str) -> None:
        """Types a line and Enter."""
        self.press(f"{line}\r")

    def press(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def until(self, words: str) -> str:
        """What is shown when it holds `words`, within a minute."""
        deadline = time.monotonic() + _SECONDS
        while words not in self.shown:
            assert time.monotonic() < deadline, self.shown
            self._read()
        return self.shown

    def status(self) -> int:
        """The exit status, once the program has ended and left the terminal as it was."""
        deadline = time.monotonic() + _SECONDS
        while self._process.poll() is None:
            assert time.monotonic() < deadline, self.shown
            self._read()
        assert termios.tcgetattr(self._end) == self._modes
        return self._process.returncode

    def _read(self) -> None:
        """Takes in what comes within a short time. Unread, it would hold the program up."""
        # Reading fails once the program has gone.
        with suppress(OSError):
            if select.select([self._end], [], [], 0.2)[0]:
                self.raw += (read := os.read(self._end, 65536))
                self._stream.feed(read)

    def leave(self) -> int:
        """Ctrl-D at the prompt, and the exit status."""
        self.press(CTRL_D)
        return self.status()


@contextmanager
def at_a_terminal(environment: dict[str, str], *arguments: str) -> Iterator[Terminal]:
    """The app on a terminal of its own."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (_ROWS, _COLUMNS))
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=PROJECT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        try:
            yield Terminal(ours, process)
        finally:
            if process.poll() is None:
                process.kill()
            os.close(ours)


class Held:
    """A reply of a scripted server that comes when the test says so, not after a time."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._asked = threading.Event()
        self._released = threading.Event()

    def __call__(self, body: Json) -> Reply:
        self._asked.set()
        self._released.wait(_SECONDS)
        return self._reply

    def wait_until_asked(self) -> None:
        assert self._asked.wait(_SECONDS)

    def release(self) -> None:
        self._released.set()
