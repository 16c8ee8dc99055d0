"""Elements of the page: those with buttons, whose components are in public/elements/, and pictures."""

import json
from collections.abc import Mapping
from typing import Any

import chainlit as cl

Told = dict[str, str]
"""What an element with buttons is told after one was pressed: its `state`, and what it has `said` about it."""

# What a browser only draws. An SVG, for one, could run a script if it were opened by its address.
_DRAWN = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"BM": "image/bmp",
}


def element(component: str, **props: Any) -> cl.CustomElement:
    """The component of this name with `props`, which the page shows as text."""
    return cl.CustomElement(name=component, props=props, display="inline")


def element_of(stored: Mapping[str, Any]) -> cl.CustomElement:
    """An element that was kept, to be changed again."""
    known = element(stored["name"], **(stored["props"] or {}))
    known.id, known.for_id = stored["id"], stored["forId"]
    return known


def change(shown: cl.CustomElement, **props: Any) -> None:
    """Sets `props` of an element; the page follows when the element is sent again."""
    shown.props = {**shown.props, **props}
    shown.content = json.dumps(shown.props)


def picture(path: str, content: bytes | None) -> cl.Image | None:
    """The picture `content`, read from `path`; None when it is of no kind that a browser only draws."""
    kind = drawn_kind(content) if content else ""
    return cl.Image(name=path, content=content, mime=kind, display="inline", size="large") if kind else None


def drawn_kind(content: bytes) -> str:
    """The type of a picture that begins with `content`, if a browser only draws such a one; else ""."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for mark, kind in _DRAWN.items() if content.startswith(mark)), "")
