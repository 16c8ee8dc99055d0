"""PDF: the text of each page under a page mark; pages that are pictures are read by OCR."""

from collections.abc import Iterator

import pypdfium2

from app.documents import ocr
from app.documents.errors import DAMAGED, ENCRYPTED, DocumentError
from app.documents.extract import Line
from app.documents.pieces import Fact, Note, Piece, counted, lines_of, named
from app.documents.readers.pdf_annotations import remarks
from app.documents.readers.pdf_columns import column_text
from app.documents.source import Source

_MOST_PIXELS = 12_000_000
_DOTS_PER_POINT = 200 / 72
# What PDFium gives for a hyphen at a line's end.
_HYPHENS = str.maketrans({"\ufffe": "-", "\x02": "-"})


def read(source: Source) -> Iterator[Piece]:
    """The text of all pages, then what is attached."""
    pdf = opened(source)
    yield Fact(counted(len(pdf), "page"))
    scans: dict[int, bool] = {}
    for index in range(len(pdf)):
        yield Line(f"[page {index + 1}]", f"page {index + 1}")
        try:
            page = pdf[index]
        except pypdfium2.PdfiumError:
            yield Line("[this page is damaged]", f"page {index + 1}")
            yield Note(f"page {index + 1} is damaged and was not read")
            continue
        yield from _page(page, index + 1, source, scans)
        page.close()
    yield from _about_scans(scans)
    yield from _attached(pdf)


def opened(source: Source) -> pypdfium2.PdfDocument:
    """The document. Raises DocumentError where it cannot be one."""
    try:
        return pypdfium2.PdfDocument(source.file)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error):
            raise DocumentError(
                ENCRYPTED,
                "It is protected by a password. A copy saved without the password can be read.",
            ) from None
        if "security" in str(error):
            raise DocumentError(ENCRYPTED, "It is encrypted in a way that cannot be read here.") from None
        raise DocumentError(DAMAGED, "It is damaged or incomplete: its pages cannot be found in it.") from None


def _page(page: pypdfium2.PdfPage, number: int, source: Source, scans: dict[int, bool]) -> Iterator[Line]:
    """A page's text. A page that is a picture is entered in `scans`, with whether it could be read."""
    place = f"page {number}"
    text = _text(page)
    if _says_something(text):
        yield from lines_of(text, place)
    elif next(page.get_objects(max_depth=1), None) is not None:
        found = _seen_text(page, source)
        scans[number] = found is not None
        yield Line("[a picture without text]" if found is None else "[text read by OCR, may be wrong]", place)
        yield from lines_of(found or "", place)
    for remark in remarks(page.raw):
        yield from lines_of(remark, place)


def _text(page: pypdfium2.PdfPage) -> str:
    text = page.get_textpage()
    return (column_text(text, page.get_width()) or text.get_text_range()).translate(_HYPHENS)


def _says_something(text: str) -> bool:
    """False for no text, and for characters that a font without a table leaves without a meaning."""
    seen = text.split()
    total = sum(map(len, seen))
    lost = sum(1 for word in seen for char in word if char == "\ufffd" or char < " " or "\ue000" <= char <= "\uf8ff")
    return lost * 2 < total


def _seen_text(page: pypdfium2.PdfPage, source: Source) -> str | None:
    return ocr.text_in(_image(page), source.seconds_left) if ocr.languages() and source.seconds_left else None


def _image(page: pypdfium2.PdfPage) -> bytes:
    """The page as a grey picture in the PGM format."""
    width, height = page.get_size()
    scale = min(_DOTS_PER_POINT, (_MOST_PIXELS / max(1.0, width * height)) ** 0.5)
    bitmap = page.render(scale=scale, grayscale=True)
    raw = bytes(bitmap.buffer)
    rows = (raw[at : at + bitmap.width] for at in range(0, bitmap.stride * bitmap.height, bitmap.stride))
    return b"P5 %d %d 255\n" % (bitmap.width, bitmap.height) + b"".join(rows)


def _about_scans(scans: dict[int, bool]) -> Iterator[Note]:
    if read := [number for number, was_read in scans.items() if was_read]:
        yield Note(f"{_are_scans(read)}, read by OCR; that text may be wrong")
    if unread := [number for number, was_read in scans.items() if not was_read]:
        why = ocr.TOOK_TOO_LONG if ocr.languages() else ocr.MISSING
        yield Note(f"{_are_scans(unread)} without text: {why}")


def _are_scans(numbers: list[int]) -> str:
    """`page 3 is a scan`, `pages 3, 5 to 9 are scans`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    named = ", ".join(" to ".join(map(str, run)) for run in runs)
    return f"page {named} is a scan" if len(numbers) == 1 else f"pages {named} are scans"


def _attached(pdf: pypdfium2.PdfDocument) -> Iterator[Piece]:
    number = pdf.count_attachments()
    if number:
        names = [pdf.get_attachment(index).get_name() for index in range(min(number, 20))]
        yield Note(f"{counted(number, 'file')} attached and not read: {named(names)}")
