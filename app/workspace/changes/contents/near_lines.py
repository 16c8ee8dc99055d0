"""Where a text that was not found nearly is, and how the two differ."""

import difflib
import unicodedata

from app.workspace.errors import escaped

_WEIGHED_LINES = 5_000
_WEIGHED_CHARS = 300
_SHOWN_CHARS = 200


def nearest_place(text: str, old: str) -> str:
    """One or two sentences on the lines of `text` that are nearest to `old`."""
    lines, wanted = text.split("\n"), old.split("\n")
    anchor = next((n for n, line in enumerate(wanted) if line.strip()), None)
    if anchor is None:
        return "It is nothing but blanks. Give the text around it."
    place = _nearest(lines, wanted[anchor])
    if place is None:
        return "No line is near to it. Read the file again with read_file and copy the text exactly."
    for number, line in enumerate(wanted[anchor:]):
        there = lines[place + number] if place + number < len(lines) else None
        if there is None:
            return f"The file ends at line {len(lines):,}, before line {anchor + number + 1} of old_text."
        if there != line:
            return _told(there, line, place + number + 1)
    return f"Its lines begin at line {place + 1:,}, but what stands before or around them differs."


def _nearest(lines: list[str], wanted: str) -> int | None:
    """The index of the line that is nearest to `wanted`."""
    exact = next((n for n, line in enumerate(lines) if wanted in line), None)
    if exact is not None:
        return exact
    folded = _folded(wanted)
    alike = next((n for n, line in enumerate(lines) if folded and folded in _folded(line)), None)
    if alike is not None:
        return alike
    weighed = [line[:_WEIGHED_CHARS] for line in lines[:_WEIGHED_LINES]]
    near = difflib.get_close_matches(wanted[:_WEIGHED_CHARS], [line for line in weighed if line], n=1, cutoff=0.5)
    return weighed.index(near[0]) if near else None


def _told(there: str, wanted: str, number: int) -> str:
    return f"Nearest is line {number:,}, which differs{_how(there, wanted)}. The file has: {_shown(there)}"


def _how(there: str, wanted: str) -> str:
    if wanted in there or there in wanted:
        return " in where it begins or ends"
    if "".join(there.split()) == "".join(wanted.split()):
        return " in its blanks (spaces, tabs)"
    if unicodedata.normalize("NFC", there) == unicodedata.normalize("NFC", wanted):
        return " in how accents are stored (composed or decomposed)"
    if there.casefold() == wanted.casefold():
        return " in capitals"
    if _folded(there) == _folded(wanted):
        return " in forms of characters (full-width, quotes, dashes)"
    return ""


_LIKE = str.maketrans("“”„«»‘’‚`´–—‐‑−", "\"\"\"\"\"'''''-----")


def _folded(line: str) -> str:
    return "".join(unicodedata.normalize("NFKC", line).translate(_LIKE).casefold().split())


def _shown(line: str) -> str:
    text = "".join(c if c.isprintable() or c == "\u3000" else escaped(c) for c in line.replace("\t", "→"))
    return f"{text[:_SHOWN_CHARS]}…" if len(text) > _SHOWN_CHARS else text
