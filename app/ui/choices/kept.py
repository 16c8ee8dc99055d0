"""Each person's choices, in a file of their own."""

import logging
from pathlib import Path
from tempfile import NamedTemporaryFile

from pydantic import ValidationError

from app.ui.choices.choices import Choices

logger = logging.getLogger(__name__)


def kept(path: Path) -> Choices:
    """The choices in the file `path`; the app's own settings where there is none, or none that can be read."""
    try:
        return Choices.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Choices()
    except (OSError, ValidationError) as error:
        logger.warning("the choices in %s cannot be read: %s", path.name, error)
        return Choices()


def keep(path: Path, choices: Choices) -> bool:
    """Puts `choices` in place of what is in the file `path`, as a whole; whether that could be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("wb", dir=path.parent, prefix=".", delete=False) as file:
            file.write(choices.model_dump_json().encode())
        Path(file.name).replace(path)
    except OSError as error:
        logger.warning("the choices could not be kept: %s", error)
        return False
    return True
