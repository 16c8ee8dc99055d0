"""`make run`'s program: a free port, and where the page is."""

import re
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from page import app_environment, free_port

from app.ports import free_port as first_free_port


@pytest.fixture
def taken() -> "socket.socket":
    """A socket that listens on a port of this machine."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", free_port()))
    listening.listen()
    return listening


def test_a_port_that_is_taken_is_passed_over(taken: socket.socket) -> None:
    with taken:
        port = taken.getsockname()[1]
        assert first_free_port(port) > port


def test_a_port_that_is_free_is_taken() -> None:
    port = free_port()
    assert first_free_port(port) == port


@pytest.mark.slow
def test_the_page_is_where_the_program_says_though_its_first_port_is_taken(
    taken: socket.socket, tmp_path: Path
) -> None:
    with taken:
        port = taken.getsockname()[1]
        with subprocess.Popen(
            [sys.executable, "-m", "app.serve"],
            cwd=tmp_path,
            env=app_environment(tmp_path / "work", PORT=str(port)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdout is not None
            address = re.compile(r"Folio: open http://localhost:(\d+)")
            said = next(found for line in process.stdout if (found := address.search(line)))
            assert int(said[1]) != port
            assert _answers(f"http://127.0.0.1:{said[1]}/health")
            process.terminate()


@pytest.mark.slow
def test_where_the_page_is_is_not_said_where_there_will_be_none(tmp_path: Path) -> None:
    environment = app_environment(tmp_path / "work", PORT=str(free_port()), CHAINLIT_HOST="0.0.0.0")
    ended = subprocess.run(
        [sys.executable, "-m", "app.serve"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "listens on 127.0.0.1 only" in ended.stderr
    assert "Folio: open" not in ended.stdout + ended.stderr


def _answers(url: str, seconds: float = 40) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with suppress(OSError), urllib.request.urlopen(url, timeout=1):
            return True
        time.sleep(0.1)
    return False
