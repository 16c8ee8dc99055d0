"""XML out of a document. The parser of the standard library opens no files and no addresses that XML may name."""

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element


def parsed(data: bytes) -> Element:
    """The root of an XML part. Raises ElementTree.ParseError."""
    return ElementTree.fromstring(data)


def local(element: Element) -> str:
    """An element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def found(element: Element, *names: str) -> Iterator[Element]:
    """All elements of these names below `element`, in their order."""
    return (below for below in element.iter() if below is not element and local(below) in names)


def outermost(element: Element, name: str) -> Iterator[Element]:
    """The elements called `name` below `element` that are in no other of that name."""
    for below in element:
        if local(below) == name:
            yield below
        else:
            yield from outermost(below, name)


def attribute(element: Element, name: str) -> str:
    """An attribute by its name without namespace, "" when there is none."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def child(element: Element, *names: str) -> Element | None:
    """What is reached from `element` by going to the first child of each name in turn."""
    here: Element | None = element
    for name in names:
        here = None if here is None else here.find(f"{{*}}{name}")
    return here


def texts(element: Element, name: str = "t") -> str:
    """The text of all elements called `name` below `element`, joined."""
    return "".join(below.text or "" for below in found(element, name))


@dataclass(frozen=True, slots=True)
class Relation:
    """A part of an Office file that another one points to; `kind` is the last word of its type."""

    id: str
    kind: str
    target: str


def relations(archive: zipfile.ZipFile, part: str) -> Iterator[Relation]:
    """The parts inside the file that `part` points to."""
    folder, name = posixpath.split(part)
    try:
        root = parsed(archive.read(f"{folder}/_rels/{name}.rels".lstrip("/")))
    except KeyError:
        return
    for link in found(root, "Relationship"):
        if attribute(link, "TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, attribute(link, "Target")))
            kind = attribute(link, "Type").rpartition("/")[2]
            yield Relation(attribute(link, "Id"), kind, target.lstrip("/"))
