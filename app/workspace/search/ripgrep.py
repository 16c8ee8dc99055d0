"""The ripgrep program, asked only which files may hold something; what it says is looked at again."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from app.workspace.changes.permit import require_wanted

LARGEST = 64_000_000
"""Files larger than this, in bytes, are not looked at: a line of such a file may need as much memory."""

_BETWEEN_LOOKS = 0.05
_TROUBLE = re.compile(rb"^rg: (?:\./)?(.*): .*? \(os error \d+\)$", re.MULTILINE)
# One processor is left to everybody else. Nothing is decoded: the pattern stands for the bytes of every encoding.
_FLAGS = ("--no-config", "--no-ignore", "--no-follow", "--text", "--encoding=none", "--files-with-matches", "--null")
_LIMITS = ("--threads=1", f"--max-filesize={LARGEST}", "--dfa-size-limit=50M", "--file=-", "--", "./")


@dataclass(frozen=True, slots=True)
class Sifted:
    """Files below the folder that fit, or could not be read; `finished` is false when the time was up."""

    paths: frozenset[str]
    finished: bool


def program() -> str | None:
    """Where ripgrep is: beside the interpreter, else on the PATH; None when it is not there or cannot be used."""
    # It is started in a folder that is known by its descriptor alone, which takes Linux's names for these.
    if not Path("/proc/self/fd").is_dir():
        return None
    beside = Path(sys.executable).with_name("rg")
    return str(beside) if os.access(beside, os.X_OK) else shutil.which("rg")


@contextmanager
def sifting(folder: int, pattern: bytes | None, hidden: bool) -> Iterator[Callable[[float], Sifted | None]]:
    """Ripgrep at work on the open `folder` while the block runs; its end ends it.

    What is given waits until a time of the monotonic clock for the files below the folder
    that `pattern` fits or that could not be read, and raises Withdrawn when the call is
    called off. It gives None when there is no ripgrep, no pattern, or one that it does not take.
    """
    rg = program()
    process = _started(rg, folder, hidden) if rg and pattern else None
    if process is None or pattern is None:
        yield lambda _: None
        return
    try:
        _give(process, pattern)
        yield lambda until: _heard(process, until)
    finally:
        process.end()


@dataclass(frozen=True, slots=True)
class _Process:
    running: subprocess.Popen[bytes]
    out: BinaryIO
    trouble: BinaryIO

    def end(self) -> None:
        self.running.kill()
        self.running.wait()
        self.out.close()
        self.trouble.close()


def _started(rg: str, folder: int, hidden: bool) -> _Process | None:
    # In memory, so that it goes on while nobody listens, and no disk can be full.
    out, trouble = (os.fdopen(os.memfd_create(name), "w+b") for name in ("out", "trouble"))
    try:
        running = subprocess.Popen(
            [rg, *_FLAGS, *(["--hidden"] if hidden else []), *_LIMITS],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=trouble,
            cwd=f"/proc/self/fd/{folder}",
            env={},
        )
    except OSError:
        out.close()
        trouble.close()
        return None
    return _Process(running, out, trouble)


def _give(process: _Process, pattern: bytes) -> None:
    # It may have ended already, for a reason that is found out later.
    with suppress(BrokenPipeError), cast(BinaryIO, process.running.stdin) as stdin:
        stdin.write(pattern)


def _heard(process: _Process, until: float) -> Sifted | None:
    finished = _is_finished(process.running, until)
    if not finished:
        process.running.kill()
        process.running.wait()
    paths = {name.removeprefix(b"./") for name in _content(process.out).split(b"\0")[:-1]}
    paths.update(_TROUBLE.findall(_content(process.trouble)))
    if finished and not paths and process.running.returncode not in (0, 1):
        return None
    return Sifted(frozenset(os.fsdecode(path) for path in paths), finished)


def _is_finished(running: subprocess.Popen[bytes], until: float) -> bool:
    while time.monotonic() < until:
        require_wanted()
        with suppress(subprocess.TimeoutExpired):
            running.wait(_BETWEEN_LOOKS)
            return True
    return False


def _content(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read()
