"""What comes over a page's line is in the form that both ends speak, or the line is closed."""

from engineio.packet import MESSAGE, packet_names
from engineio.packet import Packet as Frame
from socketio.packet import ACK, CONNECT, DISCONNECT, EVENT, Packet
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_OTHERS = (CONNECT, DISCONNECT, ACK)
_NO_FORM = 1007


class Formed:
    """ASGI middleware: what is no frame ends its line, where the libraries would trip over it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def formed() -> Message:
            message = await receive()
            # The page has nothing to send in bytes.
            broken = message["type"] == "websocket.receive" and not is_frame(message.get("text") or "")
            return {"type": "websocket.disconnect", "code": _NO_FORM} if broken else message

        await self._app(scope, formed if scope["type"] == "websocket" else receive, send)


def is_frame(text: str) -> bool:
    """Whether `text` can be read as a frame, and what is in it as a signal."""
    try:
        frame = Frame(encoded_packet=text)
        if frame.packet_type != MESSAGE:
            return bool(frame.packet_type < len(packet_names))
        packet = Packet(encoded_packet=frame.data)
    except (ValueError, TypeError, LookupError, RecursionError):
        return False
    if packet.packet_type == EVENT:
        return isinstance(packet.data, list) and bool(packet.data) and isinstance(packet.data[0], str)
    return packet.packet_type in _OTHERS
