"""Text out of a picture, by the OCR program tesseract where it is installed. Such text may be wrong."""

import re
import shutil
import subprocess
from functools import cache

MISSING = "no OCR program for Japanese or English is installed (Debian: tesseract-ocr, tesseract-ocr-jpn)"
TOOK_TOO_LONG = "OCR failed or would have taken too long"

_LANGUAGES = ("jpn", "eng")
# Tesseract sets a blank between Japanese characters, where none is written.
_INNER_BLANK = re.compile(
    r"(?<=[\u3000-\u30ff\u3400-\u9fff\uff01-\uff60]) (?=[\u3000-\u30ff\u3400-\u9fff\uff01-\uff60])"
)


@cache
def languages() -> str:
    """The installed ones of the languages that we read, such as `jpn+eng`; "" when there is no program or none."""
    if shutil.which("tesseract") is None:
        return ""
    listed = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=False).stdout.split()
    return "+".join(language for language in _LANGUAGES if language in listed)


def text_in(image: bytes, seconds: float) -> str | None:
    """The text in `image` (PNM, PNG, JPEG or TIFF). None when it could not be read, or not in `seconds`."""
    command = ["tesseract", "-", "-", "-l", languages(), "-c", "preserve_interword_spaces=0"]
    try:
        done = subprocess.run(command, input=image, capture_output=True, timeout=seconds, check=True)
    except (subprocess.SubprocessError, OSError):
        return None
    text = _INNER_BLANK.sub("", done.stdout.decode("utf-8", "replace"))
    return "\n".join(line for line in text.splitlines() if line.strip())
