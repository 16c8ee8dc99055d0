"""Mail, and web pages saved in the form of a mail: headers, text, and a list of what is attached."""

from collections.abc import Iterator
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import Header, decode_header
from email.message import Message

from app.documents.decoding import declared_in, decoded
from app.documents.extract import Line
from app.documents.pieces import Fact, Note, Piece, counted, lines_of
from app.documents.readers.html import markdown_of
from app.documents.source import Source

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_DEEPEST = 30
_MOST_LISTED = 200


def read(source: Source) -> Iterator[Piece]:
    """Headers, text, attachments."""
    message = message_from_bytes(source.whole())
    for name in _HEADERS:
        if text := _header(message, name):
            yield Line(f"{name}: {text}", "headers")
    attached: list[str] = []
    texts = [text for part in _parts(message, _DEEPEST) if (text := _text(part, attached))]
    for text in texts:
        yield Line("")
        yield from lines_of(text)
    if attached:
        yield Line("")
        yield from (Line(line, "attachments") for line in attached[:_MOST_LISTED])
        yield Fact(counted(len(attached), "attachment"))
        yield Note("attachments are listed, not read")


def _header(message: Message, name: str) -> str:
    """A header as it is meant; its pieces may be in several encodings, or raw in none that it names."""
    value = message.get(name)
    if value is None:
        return ""
    return " ".join(_meant(value).split())


def _meant(value: str | Header) -> str:
    try:
        pieces = decode_header(value)
    except HeaderParseError:
        return str(value)
    return "".join(
        piece if isinstance(piece, str) else decoded(piece, "" if charset == "unknown-8bit" else charset or "")
        for piece, charset in pieces
    )


def _parts(message: Message, levels: int) -> Iterator[Message]:
    """The parts without parts; of alternatives, the plain one if it says something."""
    if message.get_content_type() == "message/rfc822" or not message.is_multipart() or not levels:
        yield message
        return
    parts = _inner(message)
    if message.get_content_type() == "multipart/alternative":
        plain = [part for part in parts if part.get_content_type() == "text/plain" and _bytes(part).strip()]
        parts = plain[:1] or parts[-1:]
    for part in parts:
        yield from _parts(part, levels - 1)


def _inner(message: Message) -> list[Message]:
    payload = message.get_payload() if message.is_multipart() else []
    return [part for part in payload if isinstance(part, Message)] if isinstance(payload, list) else []


def _text(part: Message, attached: list[str]) -> str:
    """The part's text, or "" and an entry in `attached`."""
    kind = part.get_content_type()
    if kind not in ("text/plain", "text/html") or part.get_filename() or part.get_content_disposition() == "attachment":
        attached.append(_attachment(part))
        return ""
    data = _bytes(part)
    charset = part.get_content_charset("")
    if kind == "text/html":
        return markdown_of(decoded(data, charset or declared_in(data)))
    return decoded(data, charset).strip()


def _bytes(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _attachment(part: Message) -> str:
    kind = part.get_content_type()
    if kind == "message/rfc822":
        subject = next((_header(inner, "Subject") for inner in _inner(part)), "")
        return f"[attached mail: {subject or 'without a subject'}]"
    name = part.get_filename()
    shown = _meant(name) if name else "without a name"
    return f"[attachment: {shown}, {kind}, {len(_bytes(part)):,} bytes]"
