"""A real OTLP/HTTP receiver: what it is sent, decoded and as bytes; and one that never answers."""

import gzip
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True, slots=True)
class Told:
    """One span as it arrived; times are nanoseconds."""

    name: str
    id: bytes
    parent: bytes
    trace: bytes
    start: int
    end: int
    failed: bool
    attributes: dict[str, Any]
    events: tuple[str, ...]
    service: str

    @property
    def error(self) -> str:
        return str(self.attributes.get("error.type", ""))


class Collector:
    """`requests` are the paths and bodies, in order; `headers` those of the newest."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, bytes]] = []
        self.headers: dict[str, str] = {}
        self.url = ""

    @property
    def bytes(self) -> bytes:
        return b"".join(body for _, body in self.requests)

    @property
    def spans(self) -> list[Told]:
        """All spans, in the order in which they began."""
        told = [span for _, body in self.requests for span in _decoded(body)]
        return sorted(told, key=lambda span: span.start)

    def named(self, beginning: str) -> list[Told]:
        return [span for span in self.spans if span.name.startswith(beginning)]


def _decoded(body: bytes) -> Iterator[Told]:
    for of_resource in ExportTraceServiceRequest.FromString(body).resource_spans:
        service = _values(of_resource.resource.attributes)["service.name"]
        for span in (span for scope in of_resource.scope_spans for span in scope.spans):
            yield Told(
                name=span.name,
                id=span.span_id,
                parent=span.parent_span_id,
                trace=span.trace_id,
                start=span.start_time_unix_nano,
                end=span.end_time_unix_nano,
                failed=span.status.code == 2,
                attributes=_values(span.attributes),
                events=tuple(event.name for event in span.events),
                service=service,
            )


def _values(attributes: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector on a free port."""
    collector = Collector()

    class Receiver(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is logged."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpacked = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
            collector.headers = {name.lower(): value for name, value in self.headers.items()}
            collector.requests.append((self.path, unpacked))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        collector.url = f"http://127.0.0.1:{server.server_address[1]}"
        yield collector
        server.shutdown()


@contextmanager
def silence() -> Iterator[str]:
    """The address of one that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
