"""A line between a browser and the app that can be cut: what a lost connection looks like to both."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType


class Line:
    """Forwards a port of its own to `port`. A context manager."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._ends: list[socket.socket] = []
        self._whole, self._loses, self._loses_replies = True, False, False
        self._listening = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def lose(self) -> None:
        """Loses whatever is sent from now on, without a word to either end."""
        self._loses = self._loses_replies = True

    def lose_replies(self) -> None:
        """Loses what the app sends, without a word to either end."""
        self._loses_replies = True

    def cut(self) -> None:
        """Breaks every connection; new ones are refused until the line is mended."""
        self._whole = False
        for end in self._ends:
            _close(end)
        self._ends.clear()

    def mend(self) -> None:
        self._whole, self._loses, self._loses_replies = True, False, False

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if not self._whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._target))
                self._ends += [near, far]
                threading.Thread(target=self._pump, args=(near, far, lambda: self._loses), daemon=True).start()
                threading.Thread(target=self._pump, args=(far, near, lambda: self._loses_replies), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, loses: Callable[[], bool]) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if not loses():
                    sink.sendall(data)
        _close(source)
        _close(sink)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
