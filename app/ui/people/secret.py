"""The secret that signs the cookies of people who are signed in."""

import os
import secrets
from hashlib import sha256
from pathlib import Path

_BYTES = 32


def secret_for(mode: str, folder: Path, given: str | None) -> str:
    """The secret for one way to sign in: made of the one `given`, else kept in `folder`, and made there once.

    Each way has its own: a cookie from the time without a login opens nothing once there is one.
    """
    if given:
        return sha256(f"{mode}:{given}".encode()).hexdigest()
    file = folder / f"secret-{mode}"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text(encoding="ascii").strip() or _renewed(file)
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        out.write(made := secrets.token_hex(_BYTES))
    return made


def _renewed(file: Path) -> str:
    """A secret in place of one that was never written to the end."""
    file.unlink()
    return secret_for(file.name.removeprefix("secret-"), file.parent, None)
