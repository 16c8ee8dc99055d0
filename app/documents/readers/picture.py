"""Pictures: how large they are and how they are turned, and the text in them by OCR."""

import io
from collections.abc import Iterator

from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from app.documents import ocr
from app.documents.errors import DAMAGED, DocumentError
from app.documents.extract import Line
from app.documents.pieces import Fact, Note, Piece, counted, lines_of
from app.documents.source import Source

_MOST_PIXELS = 100_000_000
_MOST_READ_PIXELS = 12_000_000
_ORIENTATION = 0x0112
_TURNS = {
    2: "mirrored left to right",
    3: "turned by 180 degrees",
    4: "mirrored top to bottom",
    5: "mirrored and turned by 90 degrees to the left",
    6: "turned by 90 degrees to the left",
    7: "mirrored and turned by 90 degrees to the right",
    8: "turned by 90 degrees to the right",
}


def read(source: Source) -> Iterator[Piece]:
    """Facts about the picture, then the text of each of its pages."""
    image = _opened(source)
    yield Fact(f"{image.width:,} x {image.height:,} pixels")
    yield Fact(f"{source.size:,} bytes")
    orientation = image.getexif().get(_ORIENTATION, 1)
    if orientation in _TURNS:
        yield Fact(f"EXIF orientation {orientation}: the picture is stored {_TURNS[orientation]}")
    frames = getattr(image, "n_frames", 1)
    if frames > 1:
        yield Fact(counted(frames, "page" if image.format == "TIFF" else "frame"))
    if not ocr.languages():
        yield Note(f"its text was not read: {ocr.MISSING}")
        return
    yield from _pages(image, source)


def _opened(source: Source) -> Image.Image:
    Image.MAX_IMAGE_PIXELS = None  # The limit is checked here, in a sentence of our own.
    try:
        image = Image.open(source.file)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        raise DocumentError(DAMAGED, "It is damaged: it does not hold a picture that can be opened.") from None
    if image.width * image.height > _MOST_PIXELS:
        raise DocumentError("file:too_big", f"It is too large to be opened: {image.width:,} x {image.height:,} pixels.")
    return image


def _pages(image: Image.Image, source: Source) -> Iterator[Piece]:
    """The text of a TIFF's pages, or of another picture's first frame."""
    many = image.format == "TIFF" and getattr(image, "n_frames", 1) > 1
    for number, frame in enumerate(ImageSequence.Iterator(image), 1):
        place = f"page {number}" if many else ""
        text = ocr.text_in(_readable(frame), source.seconds_left) if source.seconds_left else None
        if text is None:
            yield Note(f"its text was not read{f' from page {number} on' if many else ''}: {ocr.TOOK_TOO_LONG}")
            return
        if many:
            yield Line(f"[{place}]", place)
        if text:
            yield Line("[text read by OCR, may be wrong]", place)
            yield from lines_of(text, place)
        else:
            yield Note(f"OCR found no text in it{f' on page {number}' if many else ''}")
        if not many:
            return


def _readable(image: Image.Image) -> bytes:
    """The picture upright, grey and not too large, on white where it is transparent."""
    try:
        upright = ImageOps.exif_transpose(image).convert("RGBA")
    except (OSError, SyntaxError, ValueError):
        raise DocumentError(DAMAGED, "It is damaged: the picture breaks off.") from None
    grey = Image.alpha_composite(Image.new("RGBA", upright.size, "white"), upright).convert("L")
    if grey.width * grey.height > _MOST_READ_PIXELS:
        share = (_MOST_READ_PIXELS / (grey.width * grey.height)) ** 0.5
        grey.thumbnail((grey.width * share, grey.height * share))
    stream = io.BytesIO()
    grey.save(stream, "PPM")
    return stream.getvalue()
