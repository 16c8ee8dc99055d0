"""Starts the page on a free port: `python -m app.serve`, which `make run` calls."""

import os
import socket
import sys

from app.settings import PROJECT

_FIRST_PORT = 8000
_TRIED = 100
_LAST_PORT = 65_535


def free_port(first: int = _FIRST_PORT) -> int:
    """The first port from `first` on that nothing on this machine listens on."""
    for port in range(first, min(first + _TRIED, _LAST_PORT + 1)):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    sys.exit(f"folio: no free port from {first} on.")


def main() -> None:
    """Becomes `chainlit run`."""
    wanted = os.environ.get("PORT") or str(_FIRST_PORT)
    if not (wanted.isdecimal() and 0 < int(wanted) <= _LAST_PORT):
        sys.exit(f"folio: PORT is {wanted!r}; it should be a number from 1 to {_LAST_PORT}.")
    port = free_port(int(wanted))
    print(f"Folio: open http://localhost:{port} in your browser (Ctrl-C ends it).", flush=True)
    os.chdir(PROJECT)
    command = [sys.executable, "-m", "chainlit", "run", "app/chatbot.py", "--headless", "--port", str(port)]
    os.execv(sys.executable, command)


if __name__ == "__main__":
    main()
