"""A process of its own that compiles the regular expression on its standard input, and may not survive it.

It ends with 0 when the expression takes little time and memory, or is none that can be
read. It is started by its path, so that nothing else of the app is loaded for it.
"""

import resource
import signal
import sys
from contextlib import suppress

import regex

_SECONDS = 0.2
_MEMORY = 150_000_000
_STACK = 2_000_000
_DEPTH = 500


def main() -> None:
    """Compiles it under limits that are narrower than those of the app."""
    expression = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
    sys.setrecursionlimit(_DEPTH)
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_STACK, _STACK),
        (resource.RLIMIT_AS, _MEMORY),
    ):
        # Refused where the system knows no such limit or has set a lower one.
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    with suppress(regex.error):
        regex.compile(expression)


if __name__ == "__main__":
    main()
