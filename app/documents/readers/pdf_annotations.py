"""What stands on a PDF page beside its text: comments and form fields."""

import ctypes
from collections.abc import Iterator

import pypdfium2.raw as pdfium

_MOST = 1_000
_COMMENTS = {
    pdfium.FPDF_ANNOT_TEXT,
    pdfium.FPDF_ANNOT_FREETEXT,
    pdfium.FPDF_ANNOT_HIGHLIGHT,
    pdfium.FPDF_ANNOT_UNDERLINE,
    pdfium.FPDF_ANNOT_SQUIGGLY,
    pdfium.FPDF_ANNOT_STRIKEOUT,
    pdfium.FPDF_ANNOT_STAMP,
    pdfium.FPDF_ANNOT_CARET,
    pdfium.FPDF_ANNOT_SQUARE,
    pdfium.FPDF_ANNOT_CIRCLE,
    pdfium.FPDF_ANNOT_INK,
}


def remarks(page: pdfium.FPDF_PAGE) -> Iterator[str]:
    """Each comment and each filled form field of the page, marked as what it is."""
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if annotation:
            yield from _remark(annotation)
            pdfium.FPDFPage_CloseAnnot(annotation)


def _remark(annotation: pdfium.FPDF_ANNOTATION) -> Iterator[str]:
    kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    if kind in _COMMENTS and (text := _value(annotation, b"Contents")):
        author = _value(annotation, b"T")
        yield f"[comment{' by ' + author if author else ''}] {text}"
    if kind == pdfium.FPDF_ANNOT_WIDGET and (text := _value(annotation, b"V")):
        yield f"[form field {_value(annotation, b'T')}] {text}"


def _value(annotation: pdfium.FPDF_ANNOTATION, key: bytes) -> str:
    size = pdfium.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    buffer = (ctypes.c_uint16 * (size // 2 + 1))()
    pdfium.FPDFAnnot_GetStringValue(annotation, key, buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").split("\0")[0].strip()
