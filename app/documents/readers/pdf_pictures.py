"""Pages of a PDF as pictures, at a size that can be read on a screen."""

import base64
import io
from collections.abc import Iterator

import pypdfium2

from app.documents.pieces import Picture, Piece
from app.documents.readers.pdf import opened
from app.documents.source import Source

_WIDTH = 1000
_MOST_PIXELS = 2_500_000
_LARGEST_SCALE = 4.0


def read(source: Source) -> Iterator[Piece]:
    """The pages that are wanted, as far as they can be drawn and there is time."""
    pdf = opened(source)
    for number in source.pages:
        if not (1 <= number <= len(pdf) and source.seconds_left):
            continue
        try:
            yield Picture(base64.b64encode(_png(pdf[number - 1])).decode(), number)
        except pypdfium2.PdfiumError:
            continue


def _png(page: pypdfium2.PdfPage) -> bytes:
    width, height = page.get_size()
    fitting = min(_WIDTH / max(1.0, width), (_MOST_PIXELS / max(1.0, width * height)) ** 0.5)
    stream = io.BytesIO()
    page.render(scale=min(fitting, _LARGEST_SCALE)).to_pil().convert("RGB").save(stream, "PNG")
    return stream.getvalue()
