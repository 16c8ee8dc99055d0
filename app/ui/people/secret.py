"""The secret that signs the cookies of people who are signed in."""

import os
import secrets
from hashlib import sha256
from pathlib import Path

from app.settings import SettingsError

_BYTES = 32


def secret_for(mode: str, folder: Path, given: str | None) -> str:
    """The secret for one way to sign in: made of the one `given`, else kept in `folder`, and made there once.

    Each way has its own: a cookie from the time without a login opens nothing once there is one. Raises SettingsError
    when nothing can be kept there.
    """
    if given:
        return sha256(f"{mode}:{given}".encode()).hexdigest()
    try:
        return _kept(folder / f"secret-{mode}")
    except OSError as error:
        raise SettingsError(f"DATA_DIR {str(folder.parent)!r} cannot be used: {error.strerror}") from None


def _kept(file: Path) -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if made := file.read_text(encoding="ascii").strip():
            return made
        # It was never written to the end.
        file.unlink()
        return _kept(file)
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        out.write(made := secrets.token_hex(_BYTES))
    return made
