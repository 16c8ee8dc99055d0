"""Text out of documents: what a PDF, an Office file, a mail or a picture says, as lines with places."""

from app.documents.extract import Extract, Line

__all__ = ["Extract", "Line"]
