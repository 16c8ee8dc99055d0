"""Regular expressions, compiled only when they take little: the compiler writes repeats out, and nothing stops it."""

import re
import subprocess
import sys
import unicodedata
from functools import lru_cache
from pathlib import Path

import regex

from app.workspace.errors import WorkspaceError, plain, shown_name
from app.workspace.search import trial

_TRIAL_SECONDS = 10
# Memory that a recursion takes while it matches is bounded by nothing but the time.
_RECURSION = re.compile(r"\\.|(\(\?(?:R|[+-]?\d+|&|P>))", re.DOTALL)
_REPEAT = re.compile(r"\{\d*,?\d+\}|\{\d+,\}")


def compiled(text: str) -> "regex.Pattern[str]":
    """The regular expression in `text`. Raises WorkspaceError `args:allowed:query` when it cannot be read or used."""
    expression = unicodedata.normalize("NFC", text)
    if any(_RECURSION.findall(expression)):
        raise _refused(f"{shown_name(text)} holds a recursion, such as (?R), which is not searched for.")
    if not _is_small(expression):
        repeats = f" Repeats multiply: {', '.join(found[:10])}." if (found := _REPEAT.findall(expression)) else ""
        raise _refused(f"{shown_name(text)} takes too much time or memory.{repeats} Use a simpler expression.")
    try:
        return regex.compile(expression, cache_pattern=False)
    except regex.error as error:
        # Its text says what is wrong and "at position" where, counted from 0.
        raise _refused(
            f"{shown_name(text)} cannot be read: {error}. With regex=false the text is searched for as it stands."
        ) from None


@lru_cache(maxsize=256)
def _is_small(expression: str) -> bool:
    """Whether a process that may take only so much, and that it may kill, can compile the expression."""
    try:
        done = subprocess.run(
            [sys.executable, "-I", trial.__file__],
            input=expression.encode("utf-8", "surrogatepass"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={},
            cwd=Path("/"),
            timeout=_TRIAL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    except OSError as error:
        raise plain(error, expression) from None
    return done.returncode == 0


def _refused(why: str) -> WorkspaceError:
    return WorkspaceError("args:allowed:query", f"The regular expression {why}")
