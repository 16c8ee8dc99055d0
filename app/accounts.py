"""Who may sign in with a password: names with salted hashes, in one file."""

import json
import os
import re
import tempfile
from hashlib import sha256
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from filelock import FileLock

LEAST_CHARS = 8
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
_LONGEST_PASSWORD = 1_000
_MARK_CHARS = 16


class AccountsError(Exception):
    """An account cannot be made or found, or the file of accounts cannot be used. The message says why."""


class Accounts:
    """The accounts in `file`, which is read whenever one is asked for: a change needs no restart."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._hasher = PasswordHasher()
        # Checked for a name that is not known, so that an answer takes as long as for one that is.
        self._nobody = self._hasher.hash("nobody")

    def names(self) -> list[str]:
        """All names, sorted. Raises AccountsError when the file cannot be read."""
        return sorted(self._known())

    def set(self, name: str, password: str) -> bool:
        """Gives `name` this password; whether the account is new. Raises AccountsError when either will not do."""
        if not NAME.fullmatch(name):
            raise AccountsError(f"the name {name!r} will not do: small letters, digits and . _ - (63 at most), please")
        if not LEAST_CHARS <= len(password) <= _LONGEST_PASSWORD:
            raise AccountsError(f"a password has {LEAST_CHARS} to {_LONGEST_PASSWORD} characters")
        with self._lock():
            known = self._known()
            self._write({**known, name: self._hasher.hash(password)})
        return name not in known

    def remove(self, name: str) -> None:
        """Takes the account away; its folder and its conversations stay. Raises AccountsError when there is none."""
        with self._lock():
            known = self._known()
            if name not in known:
                raise AccountsError(f"there is no account {name!r}")
            self._write({other: hashed for other, hashed in known.items() if other != name})

    def mark(self, name: str, password: str) -> str:
        """The mark of the account, if this is its password, else "". Takes a tenth of a second of work."""
        hashed = self._known().get(name)
        try:
            self._hasher.verify(hashed or self._nobody, password[:_LONGEST_PASSWORD])
        except (VerificationError, InvalidHashError):
            return ""
        return _mark(hashed) if hashed else ""

    def marks(self) -> dict[str, str]:
        """A mark of each account by its name. It is another one once the password has been set anew."""
        return {name: _mark(hashed) for name, hashed in self._known().items()}

    def _known(self) -> dict[str, str]:
        try:
            known = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise AccountsError(f"the accounts in {str(self._file)!r} cannot be read: {error}") from None
        if not isinstance(known, dict):
            raise AccountsError(f"the accounts in {str(self._file)!r} cannot be read: they are not a JSON object")
        return {str(name): str(hashed) for name, hashed in known.items()}

    def _lock(self) -> FileLock:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(f"{self._file}.lock")

    def _write(self, known: dict[str, str]) -> None:
        # Made for its owner's eyes alone from the beginning.
        descriptor, beside = tempfile.mkstemp(dir=self._file.parent, prefix=".accounts-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            json.dump(known, out, indent=1, sort_keys=True)
            out.flush()
            os.fsync(out.fileno())
        Path(beside).replace(self._file)


def _mark(hashed: str) -> str:
    return sha256(hashed.encode()).hexdigest()[:_MARK_CHARS]
