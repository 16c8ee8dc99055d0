"""The text of a Word paragraph: what is inserted, deleted, hidden or only referred to is marked as that."""

from collections.abc import Callable
from xml.etree.ElementTree import Element

from app.documents.markup import attribute, child, found, local, texts

TRACKED = {"ins": "inserted", "moveTo": "inserted", "del": "deleted", "moveFrom": "deleted"}
"""The elements around changes that nobody has accepted yet, and what is said of their text."""

_SKIPPED = frozenset({"pPr", "rPr", "sdtPr", "tblPr", "rubyPr", "instrText", "posOffset"})
# A sym is a character of a symbol font, of which nobody knows what it looks like.
_SIGNS = {"tab": "\t", "cr": "\n", "noBreakHyphen": "-", "sym": "[symbol]"}
_REFERENCES = {"footnoteReference": "footnote", "endnoteReference": "endnote", "commentReference": "comment"}


def text_of(element: Element, boxes: list[Element]) -> str:
    """The text below `element`. Text boxes that hang on it are put into `boxes` instead."""
    return "".join(_piece(part, boxes) for part in element)


def _piece(element: Element, boxes: list[Element]) -> str:
    name = local(element)
    if name in ("t", "delText"):
        return element.text or ""
    if name in _SKIPPED:
        return ""
    if name in _REFERENCES:
        return f"[{_REFERENCES[name]} {attribute(element, 'id')}]"
    if name in TRACKED:
        return _marked(TRACKED[name], text_of(element, boxes))
    special = _SPECIAL.get(name, text_of)
    return _SIGNS.get(name) or special(element, boxes)


def _marked(mark: str, text: str) -> str:
    return f"[{mark}: {text}]" if text else ""


def _break(element: Element, _: list[Element]) -> str:
    return "\n[page break]\n" if attribute(element, "type") == "page" else "\n"


def _run(element: Element, boxes: list[Element]) -> str:
    text = text_of(element, boxes)
    hidden = child(element, "rPr", "vanish")
    return text if hidden is None or attribute(hidden, "val") in ("0", "false") else _marked("hidden", text)


def _ruby(element: Element, boxes: list[Element]) -> str:
    """The characters and, in parentheses, how they are read."""
    reading, base = child(element, "rt"), child(element, "rubyBase")
    read = "" if reading is None else text_of(reading, boxes)
    return ("" if base is None else text_of(base, boxes)) + (f"({read})" if read else "")


def _box(element: Element, boxes: list[Element]) -> str:
    boxes.append(element)
    return ""


def _choice(element: Element, boxes: list[Element]) -> str:
    """The same thing in two ways, for newer and older programs: one is enough."""
    return "" if not len(element) else text_of(element[0], boxes)


def _drawing(element: Element, boxes: list[Element]) -> str:
    text = text_of(element, boxes)
    shown = next(found(element, "docPr"), None)
    if shown is None or next(found(element, "blip"), None) is None:
        return text
    about = attribute(shown, "descr")
    return text + (f"[picture: {about}]" if about else "[picture]")


def _formula(element: Element, _: list[Element]) -> str:
    return texts(element)


_SPECIAL: dict[str, Callable[[Element, list[Element]], str]] = {
    "br": _break,
    "r": _run,
    "ruby": _ruby,
    "txbxContent": _box,
    "AlternateContent": _choice,
    "drawing": _drawing,
    "oMath": _formula,
}
