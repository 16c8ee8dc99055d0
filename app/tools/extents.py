"""What a result says of itself, in numbers."""

from app.events import Extent
from app.workspace import Found, Hits, Listing, Page

_MOST_FOUND = 200


def of_page(page: Page) -> Extent:
    """The lines of a file that were read."""
    part = page.part
    return Extent(page.path, part.first if part.last else 0, part.last, part.total)


def of_listing(listing: Listing) -> Extent:
    """What is in a folder."""
    folders = sum(entry.kind == "folder" for entry in listing.entries)
    files = len(listing.entries) - folders
    return Extent(listing.path, files=files, folders=folders, is_whole=not listing.cut)


def of_found(found: Found) -> Extent:
    """The names that were found."""
    folders = sum(name.kind == "folder" for name in found.names)
    files, is_whole = len(found.names) - folders, not (found.cut or found.closed)
    first = tuple(name.path for name in found.names if name.kind != "folder")[:_MOST_FOUND]
    return Extent(found.folder, files=files, folders=folders, looked=found.files, is_whole=is_whole, found=first)


def of_hits(hits: Hits) -> Extent:
    """The matches of a text, and how many files were looked through."""
    files, first = hits.files, tuple(dict.fromkeys(hit.path for hit in hits.hits))[:_MOST_FOUND]
    return Extent(
        hits.folder, files=files, looked=hits.looked, matches=hits.matches, is_whole=hits.is_whole, found=first
    )
