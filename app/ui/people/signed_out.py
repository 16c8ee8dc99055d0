"""Sign-ins that were ended by their people: the browser forgets its cookie, and here a copy of it counts no more."""

import logging
import time
from hashlib import sha256
from pathlib import Path

logger = logging.getLogger(__name__)


class SignedOut:
    """Tokens of ended sign-ins, for the `seconds` that a token may be valid. Kept in `file`, past a restart."""

    def __init__(self, file: Path, seconds: float) -> None:
        self._file = file
        self._seconds = seconds
        self._until = _unexpired(file)

    def add(self, token: str) -> None:
        """Takes in that this one counts no more."""
        digest, until = _digest(token), time.time() + self._seconds
        self._until[digest] = until
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="ascii") as kept:
                kept.write(f"{until:.0f} {digest}\n")
        except OSError as error:
            logger.warning("a sign-out is forgotten with the next start: %s", error)

    def has(self, token: str) -> bool:
        """Whether this one is over."""
        return _digest(token) in self._until


def _unexpired(file: Path) -> dict[str, float]:
    """What the file has that is still of use; nothing else stays in it."""
    try:
        lines = [line.split() for line in file.read_text(encoding="ascii").splitlines()]
        until = {line[1]: float(line[0]) for line in lines if len(line) == 2 and float(line[0]) > time.time()}
        file.write_text("".join(f"{end:.0f} {digest}\n" for digest, end in until.items()), encoding="ascii")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        logger.warning("who signed out earlier cannot be read: %s", error)
        return {}
    return until


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
