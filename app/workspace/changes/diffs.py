"""What changed between two contents, as a unified diff of a bounded length."""

import re
from collections.abc import Iterator, Sequence

from app.workspace.errors import WorkspaceError, escaped
from app.workspace.text.alignment import Alignment, TooMuch
from app.workspace.text.content import decoded

MOST_LINES = 400
MOST_CHARS = 20_000
_MOST_OF_A_LINE = 500
_CONTEXT = 3
_TURN = 10
_END = re.compile(r"\r\n|\r|\n")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_Line = tuple[str, str]
"""A mark and a line with its end."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NO_END = "\\ No newline at end of file"


def unified(before: bytes | None, after: bytes | None, path: str) -> str:
    """The unified diff from `before` to `after`, None being no file; "" when both are the same.

    Of what is not text it says the sizes only.
    """
    if before == after:
        return ""
    try:
        old, new = _text(before, path), _text(after, path)
    except WorkspaceError:
        return f"(Not shown as text: {_size(before)} before, {_size(after)} after.)"
    if old == new:
        return f"(The same text: {_size(before)} before, {_size(after)} after.)"
    heads = [("--- ", _label(before, path)), ("+++ ", _label(after, path))]
    return _shown([*heads, *_body(_LINE.findall(old), _LINE.findall(new))], _other_ends(old, new))


def _label(content: bytes | None, path: str) -> str:
    return "/dev/null\n" if content is None else f"{escaped(path)}\n"


def _size(content: bytes | None) -> str:
    return "no file" if content is None else f"{len(content):,} bytes"


def _text(content: bytes | None, path: str) -> str:
    return decoded(content, path).text if content else ""


def _other_ends(old: str, new: str) -> bool:
    ends = set(_END.findall(old)), set(_END.findall(new))
    return all(ends) and ends[0] != ends[1]


def _body(old: list[str], new: list[str]) -> list[_Line]:
    """The hunks."""
    try:
        groups = list(Alignment(old, new).get_grouped_opcodes(_CONTEXT))
    except TooMuch:
        return [("", f"(Too much to compare: {len(old):,} lines became {len(new):,}.)\n")]
    return [line for group in groups for line in _hunk(group, old, new)]


def _hunk(group: Sequence[tuple[str, int, int, int, int]], old: list[str], new: list[str]) -> Iterator[_Line]:
    first, last = group[0], group[-1]
    yield "", f"@@ -{_span(first[1], last[2])} +{_span(first[3], last[4])} @@\n"
    for kind, i, j, k, m in group:
        if kind == "equal":
            yield from ((" ", line) for line in old[i:j])
        else:
            yield from _in_turns(old[i:j], new[k:m])


def _in_turns(gone: list[str], come: list[str]) -> Iterator[_Line]:
    """Old and new lines a few at a time, so that a diff that is cut shows both."""
    for start in range(0, max(len(gone), len(come)), _TURN):
        yield from (("-", line) for line in gone[start : start + _TURN])
        yield from (("+", line) for line in come[start : start + _TURN])


def _span(start: int, end: int) -> str:
    length = end - start
    return f"{start + (1 if length else 0)},{length}"


def _shown(lines: list[_Line], ends: bool) -> str:
    shown, room = list[str](), MOST_CHARS
    for mark, line in lines[:MOST_LINES]:
        text = _shown_line(mark, line, ends)
        room -= len(text) + 1
        if room < 0:
            break
        shown.append(text)
    left = len(lines) - len(shown)
    return "\n".join([*shown, f"… ({left:,} more lines of this diff)"] if left else shown)


def _shown_line(mark: str, line: str, ends: bool) -> str:
    text = line.rstrip("\r\n")
    end = line[len(text) :]
    more = f"… ({len(text) - _MOST_OF_A_LINE:,} more characters)" if len(text) > _MOST_OF_A_LINE else ""
    safe = _CONTROL.sub(lambda found: escaped(found[0]), text[:_MOST_OF_A_LINE])
    shown_end = escaped(end) if ends and mark in ("-", "+") else ""
    return f"{mark}{safe}{more}{shown_end}" + ("" if end else f"\n{_NO_END}")
