"""Names and texts of files as Markdown that shows them as they are."""

import re
from collections.abc import Iterable

from app.language import Language

_LIVE = re.compile(r"(?:https?://|www\.)[^\s`<>\"')\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.I)
_ACTS = re.compile(r"([\\`*_\[\]<~$]|&(?=#?\w+;))")
_ACTS_FIRST = re.compile(r"^([-+=#>]|\d+(?=[.)]))")


def code(name: str) -> str:
    """A file name in backticks, more of them than the name holds in a row."""
    longest = max((len(run) for run in re.findall(r"`+", name)), default=0)
    return f"`{name}`" if not longest else f"{'`' * (longest + 1)} {name} {'`' * (longest + 1)}"


def names(files: Iterable[str], language: Language) -> str:
    """File names in a row, joined as `language` does it."""
    return ("、" if language == "ja" else ", ").join(code(name) for name in files)


def fenced(text: str) -> str:
    """`text` in a fenced block that nothing in it can close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    end = "" if text.endswith("\n") else "\n"
    return f"{fence}text\n{text}{end}{fence}"


def literal(text: str) -> str:
    """Text of a file as Markdown that shows it in one line, character by character.

    Addresses go into code: the page makes links even of those with a backslash in them.
    """
    line, out, start = re.sub(r"[\r\n\f\v\x85\u2028\u2029]+", " ", text), "", 0
    for live in _LIVE.finditer(line):
        out += _ACTS.sub(r"\\\1", line[start : live.start()]) + code(live[0])
        start = live.end()
    out += _ACTS.sub(r"\\\1", line[start:])
    return _ACTS_FIRST.sub(lambda mark: f"{mark[1]}\\" if mark[1].isdigit() else f"\\{mark[1]}", out)


def unescaped(told: str) -> str:
    """What `literal` was given, from the answer that shows it."""
    bare = re.sub(rf"`({_LIVE.pattern})`", r"\1", told, flags=re.I)
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", bare)
