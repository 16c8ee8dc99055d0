"""Which names may be given to something new, and which name would do instead.

Names that Windows, a shell or a reader's eye would take for something else are refused.
What is there already under such a name can be used all the same.
"""

import posixpath
import re
import unicodedata
from collections.abc import Iterator

from app.workspace.errors import shown_name

LONGEST = 255
"""Bytes of a name in UTF-8, on the common file systems."""

_OURS = ".folio-"
_UNSEEN = {"Cc": "control", "Cf": "invisible", "Cs": "undecodable", "Zl": "control", "Zp": "control"}
_RESERVED = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[1-9¹²³])", re.IGNORECASE)
_REFUSED = re.compile(r'[<>:"|?*\\]')
_SUFFIX_BYTES = 32
_TRIES = 9


def name_problem(name: str) -> str:
    """Why `name` cannot be given to something new, or "" when it can."""
    return next(_problems(name), "")


def _problems(name: str) -> Iterator[str]:
    # What cannot be encoded comes first: the last one encodes.
    yield from (f"it holds {kind} characters" for c in name if (kind := _UNSEEN.get(unicodedata.category(c))))
    yield from (f"it holds {found[0]}, which Windows does not allow in a name" for found in _REFUSED.finditer(name))
    if name != name.strip() or name.endswith("."):
        yield f"{shown_name(name)} begins or ends with a space, or ends with a dot"
    if _RESERVED.fullmatch(name.partition(".")[0].rstrip()):
        yield f"Windows keeps the name {shown_name(name.partition('.')[0])} for a device"
    if name == "~":
        yield "to a shell, '~' means another folder"
    if name.casefold().startswith(_OURS):
        yield f"names that begin with '{_OURS}' are the app's own, for unfinished files"
    if (size := len(name.encode())) > LONGEST:
        yield f"{shown_name(name)} is {size:,} bytes long; names have at most {LONGEST}"


def working_name(name: str) -> str:
    """A name like `name` that has no problem; it is shown as it is written."""
    text = _trimmed(unicodedata.normalize("NFC", "".join(map(_working_character, name))))
    if text.casefold().startswith(_OURS):
        text = text[1:]
    head, dot, rest = text.partition(".")
    if _RESERVED.fullmatch(head.rstrip()):
        text = f"{head.rstrip()}_{dot}{rest}"
    return _fitting(text) if text not in ("", "~") else "_"


def working_names(name: str) -> Iterator[str]:
    """`working_name`, then the same with numbers, for when it is taken."""
    first = working_name(name)
    yield first
    stem, suffix = parted(first)
    for number in range(2, _TRIES + 1):
        yield _fitting(f"{stem} {number}{suffix}", f" {number}{suffix}")


def _working_character(character: str) -> str:
    if _REFUSED.match(character):
        return "_"
    if character.isprintable() or character == "\u3000":
        return character
    return " " if character.isspace() else ""


def _fitting(name: str, ending: str = "") -> str:
    """`name`, cut before its ending to the length that names may have."""
    ending = ending or parted(name)[1]
    room = LONGEST - len(ending.encode())
    stem = name.removesuffix(ending).encode()[:room].decode(errors="ignore")
    return (stem if len(name.encode()) <= LONGEST else _trimmed(stem)) + ending


def _trimmed(text: str) -> str:
    return re.sub(r"^\s+|[\s.]+$", "", text)


def parted(name: str) -> tuple[str, str]:
    """The name and its ending, which is "" where what stands after the last dot is too long to be one."""
    stem, suffix = posixpath.splitext(name)
    return (stem, suffix) if len(suffix.encode()) <= _SUFFIX_BYTES else (name, "")
