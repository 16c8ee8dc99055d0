"""Wishes to search for a text in the files, or for files by their names."""

from app.embedded.wishes.searches.parts import extension_in
from app.embedded.wishes.searches.understanding import search_in

__all__ = ["extension_in", "search_in"]
