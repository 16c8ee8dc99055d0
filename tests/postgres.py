"""A real PostgreSQL of the tests' own: on a free port, in a folder that goes with it."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from page import free_port

# The server refuses to run as root.
_UNPRIVILEGED = ("postgres", "nobody")
_PASSWORD = "s3cret"
_FORM = ("--auth=scram-sha-256", "--no-sync", "--encoding=UTF8", "--locale=C")
_OPTIONS = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off")


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of an empty database, for as long as the block runs. Skips where PostgreSQL is not installed."""
    programs, port = _programs(), free_port()
    with TemporaryDirectory(prefix="folio-postgres-") as name:
        folder = Path(name)
        (folder / "password").write_text(_PASSWORD)
        options: dict[str, Any] = {"cwd": folder, **_as_another(folder)}
        _run(programs / "initdb", "-D", "data", "-U", "folio", "--pwfile=password", *_FORM, **options)
        told = " ".join(f"-c {option}" for option in (*_OPTIONS, f"port={port}"))
        # Returns when the server takes connections.
        _run(programs / "pg_ctl", "-D", "data", "-l", "log", "-o", told, "-w", "start", **options)
        try:
            yield f"postgresql://folio:{_PASSWORD}@127.0.0.1:{port}/postgres"
        finally:
            _run(programs / "pg_ctl", "-D", "data", "-m", "immediate", "-w", "stop", **options)


def _programs() -> Path:
    """Where initdb and pg_ctl are: Debian keeps them off the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = debian[-1] if debian else shutil.which("initdb")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("PostgreSQL is not installed")
    return Path(found).resolve().parent


def _as_another(folder: Path) -> dict[str, Any]:
    """How a program is started as somebody who is not root; `folder` and what is in it are given to them."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = next(known[name] for name in _UNPRIVILEGED if name in known)
    for path in (folder, *folder.iterdir()):
        os.chown(path, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _run(*command: object, **options: Any) -> None:
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    assert done.returncode == 0, done.stdout.decode(errors="replace")
