"""EPUB: the chapters in the order in which the book is read."""

import posixpath
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from app.documents.decoding import declared_in, decoded
from app.documents.errors import ENCRYPTED, DocumentError
from app.documents.extract import Line
from app.documents.guard import opened_zip
from app.documents.markup import attribute, child, found, parsed
from app.documents.pieces import Fact, Piece, counted, lines_of
from app.documents.readers.html import markdown_of
from app.documents.source import Source


def read(source: Source) -> Iterator[Piece]:
    """The title, then each chapter under a mark."""
    archive = opened_zip(source)
    package = next(found(parsed(archive.read("META-INF/container.xml")), "rootfile"))
    path = attribute(package, "full-path")
    book = parsed(archive.read(path))
    chapters = [name for name in _spine(book, posixpath.dirname(path)) if name in archive.namelist()]
    _require_open(archive, chapters)
    title = child(book, "metadata", "title")
    if title is not None and title.text:
        yield Line(f"[title] {title.text}")
    yield Fact(counted(len(chapters), "chapter"))
    for number, name in enumerate(chapters, 1):
        place = f"chapter {number}"
        data = archive.read(name)
        yield Line(f"[{place}]", place)
        yield from lines_of(markdown_of(decoded(data, declared_in(data))), place)


def _spine(book: Element, folder: str) -> list[str]:
    """The names of the chapters' parts, in reading order."""
    hrefs = {attribute(item, "id"): attribute(item, "href") for item in found(book, "item")}
    asked = [hrefs.get(attribute(item, "idref"), "") for item in found(book, "itemref")]
    return [posixpath.normpath(posixpath.join(folder, unquote(href))) for href in asked if href]


def _require_open(archive: zipfile.ZipFile, chapters: list[str]) -> None:
    """Raises DocumentError `file:unreadable:encrypted` when chapters, and not only fonts, are encrypted."""
    if "META-INF/encryption.xml" in archive.namelist():
        locked = found(parsed(archive.read("META-INF/encryption.xml")), "CipherReference")
        if {unquote(attribute(one, "URI")) for one in locked} & set(chapters):
            raise DocumentError(ENCRYPTED, "It is encrypted by copy protection (DRM).")
