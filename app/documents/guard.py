"""Looks at a packed document before any parser does: what is too large inside is refused."""

import zipfile

from app.documents.errors import DAMAGED, ENCRYPTED, DocumentError
from app.documents.source import Source

_MOST_MEMBERS = 10_000
_LARGEST_MEMBER = 100_000_000
_LARGEST_SUM = 200_000_000
_HIGHEST_RATIO = 200
# A small member may well be a run of blanks.
_RATIO_COUNTS_FROM = 10_000_000
_ENCRYPTED = 0x1


def opened_zip(source: Source) -> zipfile.ZipFile:
    """The document as a ZIP whose members are of a size that can be read.

    Raises DocumentError `file:too_big`, `file:unreadable:encrypted` or `file:unreadable:damaged`. What a member
    claims of its size holds: `zipfile` hands out no more than that.
    """
    try:
        archive = zipfile.ZipFile(source.file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise DocumentError(DAMAGED, "It is damaged: its parts cannot be found in it.") from None
    members = archive.infolist()
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise DocumentError(ENCRYPTED, "It is protected by a password.")
    _require_small(members)
    return archive


def _require_small(members: list[zipfile.ZipInfo]) -> None:
    sizes = [member.file_size for member in members]
    if len(members) > _MOST_MEMBERS or sum(sizes) > _LARGEST_SUM or max(sizes, default=0) > _LARGEST_MEMBER:
        raise _bomb(sum(sizes))
    if any(m.file_size > _RATIO_COUNTS_FROM and m.file_size > _HIGHEST_RATIO * m.compress_size for m in members):
        raise _bomb(sum(sizes))


def _bomb(size: int) -> DocumentError:
    return DocumentError("file:too_big", f"It is too large inside: unpacked it would take {size / 1e6:,.0f} MB.")
