"""What kind of document an open file is, told by its content."""

import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from app.documents.containers import OLE_MARK, ZIP_MARKS, ole_names, zip_mimetype, zip_names
from app.documents.marks import MARKS, MEDIA_BRANDS, RIFF_FORMS

logger = logging.getLogger(__name__)

_HEAD = 8192
_CONTROLS = bytes(set(range(0x20)) - set(b"\t\n\v\f\r\x1b"))
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Kind:
    """What a person calls it, and which of the readers takes its text, "" when none can.

    `is_text` says that the bytes are text as well and can be read as they are.
    """

    label: str
    reader: str = ""
    is_text: bool = False

    @property
    def is_picture(self) -> bool:
        """Whether it can be shown as a picture."""
        return self.reader == "picture"


PDF = Kind("PDF document", "pdf")
RTF = Kind("RTF document", "rtf", is_text=True)
HTML = Kind("HTML page", "html", is_text=True)
ZIP = Kind("ZIP archive")
BROKEN = Kind("damaged ZIP archive or Office document", "broken")
OLE = Kind("file in an old Office format")
BROKEN_OLE = Kind("damaged file in an old Office format", "broken")

# The picture formats that are read; all others are named only.
_PICTURES = frozenset({"PNG image", "JPEG image", "GIF image", "WebP image", "TIFF image", "BMP image"})

_OOXML = (
    ("word/", Kind("Word document", "word")),
    ("ppt/", Kind("PowerPoint presentation", "slides")),
    ("xl/", Kind("Excel workbook", "sheets")),
    ("visio/", Kind("Visio drawing")),
)
_MIMETYPES = {
    b"application/epub+zip": Kind("EPUB book", "epub"),
    b"application/vnd.oasis.opendocument.text": Kind("OpenDocument text", "opendocument"),
    b"application/vnd.oasis.opendocument.presentation": Kind("OpenDocument presentation", "opendocument"),
    b"application/vnd.oasis.opendocument.spreadsheet": Kind("OpenDocument spreadsheet", "sheets"),
}
_ZIP_MEMBERS = (
    ("AndroidManifest.xml", Kind("Android package")),
    ("META-INF/MANIFEST.MF", Kind("Java archive")),
    ("Index/Document.iwa", Kind("Apple iWork document")),
    ("META-INF/container.xml", Kind("EPUB book", "epub")),
)
_OLE_STREAMS = {
    "\x06DataSpaces": Kind("password-protected Office document", "locked"),
    "EncryptedPackage": Kind("password-protected Office document", "locked"),
    "WordDocument": Kind("old Word document (.doc)", "old_office"),
    "PowerPoint Document": Kind("old PowerPoint presentation (.ppt)", "old_office"),
    "Workbook": Kind("old Excel workbook (.xls)", "sheets"),
    "Book": Kind("old Excel workbook (.xls)", "sheets"),
    "__properties_version1.0": Kind("Outlook message (.msg)"),
}
_TEXT_SUFFIXES = {
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".eml": Kind("mail", "mail", is_text=True),
    ".mht": Kind("saved web page", "mail", is_text=True),
    ".mhtml": Kind("saved web page", "mail", is_text=True),
    ".ipynb": Kind("Jupyter notebook", "notebook", is_text=True),
}


def kind_of(fd: int, name: str) -> Kind | None:
    """The kind of the open file `fd`, or None when nothing is known of it, so that it may be plain text.

    `name` decides only between kinds of text, which look alike inside. The descriptor's
    position stays where it is.
    """
    head = os.pread(fd, _HEAD, 0)
    if head.startswith(ZIP_MARKS):
        return _of_container(BROKEN, lambda: _zip_kind(head, zip_names(fd)))
    if head.startswith(OLE_MARK):
        return _of_container(BROKEN_OLE, lambda: _ole_kind(ole_names(fd)))
    suffix = PurePosixPath(name).suffix.lower()
    return _pdf(head, suffix) or (_marked(head) if _is_binary(head) else _text_kind(head, suffix))


def _of_container(broken: Kind, told: Callable[[], Kind]) -> Kind:
    """What is `told`, or `broken` where the bytes inside are such as nobody foresaw."""
    try:
        return told()
    except OSError:
        raise
    except Exception:
        logger.exception("the kind of a file could not be told")
        return broken


def _zip_kind(head: bytes, names: frozenset[str] | None) -> Kind:
    if names is None:
        return BROKEN
    by_type = _MIMETYPES.get(zip_mimetype(head).removesuffix(b"-template"))
    if by_type:
        return by_type
    if "[Content_Types].xml" in names:
        return next((kind for folder, kind in _OOXML if _any_in(folder, names)), ZIP)
    return next((kind for member, kind in _ZIP_MEMBERS if member in names), ZIP)


def _any_in(folder: str, names: Iterable[str]) -> bool:
    return any(name.startswith(folder) for name in names)


def _ole_kind(names: list[str] | None) -> Kind:
    if names is None:
        return BROKEN_OLE
    return next((_OLE_STREAMS[name] for name in names if name in _OLE_STREAMS), OLE)


def _pdf(head: bytes, suffix: str) -> Kind | None:
    """PDF begins with its mark; readers accept some bytes before it, which only a PDF's name makes likely."""
    at = head.find(b"%PDF-", 0, 1024)
    return PDF if at >= 0 and (suffix == ".pdf" or not head[:at].strip(b"\xef\xbb\xbf \t\r\n")) else None


def _is_binary(head: bytes) -> bool:
    if head.startswith(_UTF16_MARKS) and not head.startswith(b"\xff\xfe\0\0"):
        return False
    return len(head.translate(None, _CONTROLS)) < len(head)


def _marked(head: bytes) -> Kind | None:
    if head[4:8] == b"ftyp":
        return Kind(MEDIA_BRANDS.get(head[8:12], "MP4 video"))
    if head[:4] == b"RIFF":
        return _named(RIFF_FORMS.get(head[8:12], "RIFF media file"))
    return next((_named(label) for at, mark, label in MARKS if head[at : at + len(mark)] == mark), None)


def _named(label: str) -> Kind:
    return Kind(label, "picture" if label in _PICTURES else "")


def _text_kind(head: bytes, suffix: str) -> Kind | None:
    if head.startswith(b"{\\rtf"):
        return RTF
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return HTML
    return _TEXT_SUFFIXES.get(suffix) if head.strip() else None
