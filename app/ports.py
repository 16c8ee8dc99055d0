"""The port that the page is on."""

import socket
import sys

_FIRST_PORT = 8000
_TRIED = 100
_LAST_PORT = 65_535


def chosen_port(wanted: str | None) -> int:
    """The port that PORT says, or 8000; the next that is free where that one is taken. Ends the app for nonsense."""
    wanted = wanted or str(_FIRST_PORT)
    if not (wanted.isdecimal() and 0 < int(wanted) <= _LAST_PORT):
        sys.exit(f"folio: PORT is {wanted!r}; it should be a number from 1 to {_LAST_PORT}.")
    return free_port(int(wanted))


def free_port(first: int) -> int:
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
