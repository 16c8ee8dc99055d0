"""Text out of documents: what a PDF, an Office file, a mail or a picture says, as lines with places."""

from app.documents.errors import DocumentError
from app.documents.extract import Extract, Line
from app.documents.extraction import extract, page_pictures
from app.documents.kinds import Kind, kind_of

__all__ = ["DocumentError", "Extract", "Kind", "Line", "extract", "kind_of", "page_pictures"]
