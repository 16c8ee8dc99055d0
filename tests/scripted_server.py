"""A scripted OpenAI-compatible server, the one stand-in for a model in all tests.

    with ScriptedServer(calls(("read_file", {"file_path": "a.txt"})), say("It is short.")) as server:
        ...                 # a client talks to server.url
        server.requests     # what it sent

The script holds one reply a request; the last one is repeated. A reply is a Stream, an
Answer, or a function from the request's body to either (see replies.py). A request
without `stream: true` gets the same reply as one JSON object. The same script is played
over chat completions and the Responses API, whichever is asked (see scripted_responses.py).
"""

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from replies import Answer, Gate, Json, Mark, Reply, say, sent, whole
from scripted_responses import events, item_problems, messages_of, whole_response
from strict_history import problems

Scripted = Reply | Callable[[Json], Reply]

_RESPONSES = "/v1/responses"
_PATHS = ("/v1/chat/completions", _RESPONSES)


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it arrived; header names are in small letters, `at` is the server's clock in seconds."""

    path: str
    body: Json
    headers: Mapping[str, str]
    at: float

    @property
    def of_responses(self) -> bool:
        return self.path == _RESPONSES

    @property
    def messages(self) -> list[Json]:
        return messages_of(self.body) if self.of_responses else list(self.body["messages"])

    @property
    def problems(self) -> list[str]:
        """What a strict server would refuse in it."""
        return [*problems(self.messages), *(item_problems(self.body) if self.of_responses else ())]

    @property
    def text(self) -> str:
        """All that was sent, as one string to look into."""
        return json.dumps(self.body, ensure_ascii=False)


class _ClientGone(Exception):
    """The client closed the connection before its reply had ended."""


class ScriptedServer:
    """The server, on a free port of 127.0.0.1, in threads of its own. A context manager.

    `requests` are those for completions, in order; `closed_early` counts the replies whose
    client went away before their end.
    """

    def __init__(self, *script: Scripted) -> None:
        self._lock = threading.Lock()
        self.stopping = threading.Event()
        self.play(*script)
        self._http = _Quiet(("127.0.0.1", 0), _Handler)
        self._http.scripted = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.005,), daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def bodies(self) -> list[Json]:
        return [request.body for request in self.requests]

    def play(self, *script: Scripted) -> None:
        """A new script, and nothing recorded yet."""
        with self._lock:
            self._script: tuple[Scripted, ...] = script or (say("ok"),)
            self.requests: list[Request] = []
            self.closed_early = 0

    def next_reply(self, request: Request) -> Reply:
        """Records `request` and gives the reply that the script has for it."""
        with self._lock:
            scripted = self._script[min(len(self.requests), len(self._script) - 1)]
            self.requests.append(request)
        return scripted(request.body) if callable(scripted) else scripted

    def count_closed(self) -> None:
        with self._lock:
            self.closed_early += 1

    def stop(self) -> None:
        """Ends every reply under way and closes the port."""
        self.stopping.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)

    def __enter__(self) -> "ScriptedServer":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    scripted: ScriptedServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is expected here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Quiet

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""

    def do_GET(self) -> None:
        self._answer(Answer(200, {"object": "list", "data": [{"id": "scripted", "object": "model"}]}))

    def do_POST(self) -> None:
        scripted = self.server.scripted
        length = int(self.headers.get("Content-Length", 0))
        sent_body = self.rfile.read(length)
        if not length or len(sent_body) < length:
            # A client that was stopped while it sent its request.
            self.close_connection = True
            return
        body = json.loads(sent_body)
        headers = {name.lower(): value for name, value in self.headers.items()}
        if self.path not in _PATHS:
            self._answer(Answer(404, {"detail": "Not Found"}))
            return
        reply = scripted.next_reply(Request(self.path, body, headers, time.monotonic()))
        try:
            self._reply(reply, body)
        except (_ClientGone, OSError):
            if not scripted.stopping.is_set():
                scripted.count_closed()
        finally:
            self.close_connection = True

    def _reply(self, reply: Reply, body: Json) -> None:
        if isinstance(reply, Answer):
            self._answer(reply)
            return
        self._pause(reply.before)
        of_responses = self.path == _RESPONSES
        if not body.get("stream"):
            self._answer(Answer(200, whole_response(reply) if of_responses else whole(reply)))
            return
        self._begin(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})
        wants_usage = bool((body.get("stream_options") or {}).get("include_usage"))
        for piece in events(reply, body) if of_responses else sent(reply, wants_usage):
            if piece is Mark.DROP:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            if isinstance(piece, Gate):
                piece.pass_through()
            self._send_piece(piece)
            self._pause(reply.between)
        self.wfile.write(b"0\r\n\r\n")

    def _send_piece(self, piece: Json | str | Mark) -> None:
        text = piece if isinstance(piece, str) else f"data: {json.dumps(piece, ensure_ascii=False)}\n\n"
        data = text.encode()
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
        self.wfile.flush()

    def _answer(self, answer: Answer) -> None:
        text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
        # So that a script can hold bytes that are no UTF-8.
        data = text.encode(errors="surrogateescape")
        kind = "text/html" if isinstance(answer.body, str) else "application/json"
        self._begin(answer.status, {"Content-Type": kind, "Content-Length": str(len(data)), **answer.headers})
        self.wfile.write(data)

    def _begin(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()

    def _pause(self, seconds: float) -> None:
        """Waits; ends early, as an error, when the client goes away or the server stops."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            readable, _, _ = select.select([self.connection], [], [], min(left, 0.05))
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                raise _ClientGone
            if self.server.scripted.stopping.is_set():
                raise _ClientGone
