"""Looking for names and for text in the folder: sorted, bounded, and saying what was left out."""

from app.workspace.search.content import search_text
from app.workspace.search.digests import basis_of_names, basis_of_tree
from app.workspace.search.hits import Hit, Hits, LeftOut, Query, Skipped
from app.workspace.search.names import Found, FoundName, find_names
from app.workspace.search.spoken import names_in, spellings

__all__ = [
    "Found",
    "FoundName",
    "Hit",
    "Hits",
    "LeftOut",
    "Query",
    "Skipped",
    "basis_of_names",
    "basis_of_tree",
    "find_names",
    "names_in",
    "search_text",
    "spellings",
]
