"""A comparison as files: a picture, or a page with everything."""

import os
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from app.drawing import Form, drawn
from app.language import Language
from app.measuring.charts import all_in_one
from app.measuring.figures import Measured
from app.measuring.web_page import html_of
from app.phrases import phrase

_FORMS: Mapping[str, Form] = {".svg": "svg", ".png": "png"}


def write_picture(measured: Measured, path: Path, language: Language, replaces: bool = False) -> None:
    """Writes all pictures in one, as the ending of `path` says.

    Raises ValueError, with a sentence for a person, at another ending, FileExistsError where there is something,
    unless the picture `replaces` it, and OSError where it cannot be drawn or written.
    """
    form = _FORMS.get(path.suffix.lower())
    if form is None:
        raise ValueError(phrase("picture_ending", language, name=path.name))
    (picture,) = drawn([(all_in_one(measured, language), form)])
    _write(path, picture, replaces)


def write_html(measured: Measured, path: Path, language: Language, replaces: bool = False) -> None:
    """Writes the page. Raises as `write_picture` does."""
    _write(path, html_of(measured, language).encode(), replaces)


def all_files(measured: Measured, language: Language) -> dict[str, bytes]:
    """The page and the pictures, each by the ending of its name. Raises OSError where they cannot be drawn."""
    picture = all_in_one(measured, language)
    pictures = drawn([(picture, form) for form in _FORMS.values()])
    return {".html": html_of(measured, language).encode(), **dict(zip(_FORMS, pictures, strict=True))}


def _write(path: Path, content: bytes, replaces: bool) -> None:
    """Whole or not at all: the name is taken first, and gets its content at one stroke."""
    is_new = not (replaces and path.is_file())
    if is_new:
        path.open("xb").close()
    unfinished = path.with_name(f".{uuid4().hex}.new")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        if is_new:
            path.unlink(missing_ok=True)
        raise
