"""How a program of the terminal ends."""

import errno
import os
import sys
import warnings
from collections.abc import Callable
from typing import NoReturn


def end_with(main: Callable[[], int]) -> NoReturn:
    """Runs `main` and ends with its status: with 1, and quietly, where nobody reads any more what it prints."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    try:
        status = main()
        if sys.stdout:
            sys.stdout.flush()
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC):
            raise
        # Whoever read it has gone, or its disk is full; nothing is left to be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 1
    sys.exit(status)
