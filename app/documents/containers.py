"""The names inside of two kinds of container, ZIP and OLE, read in bounded time and memory."""

import os
import struct

ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
OLE_MARK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_END = b"PK\x05\x06"
_ENTRY = b"PK\x01\x02"
_MOST_DIRECTORY = 1_000_000
_MOST_SECTORS = 64
_LAST_SECTOR = 0xFFFFFFFA
_SECTOR_SIZES = (b"\x09\0", b"\x0c\0")


def zip_mimetype(head: bytes) -> bytes:
    """What a first member called `mimetype` says, as in EPUB and OpenDocument, b"" when there is none."""
    if len(head) < 30 or head[30:38] != b"mimetype":
        return b""
    size, _, name, extra = struct.unpack_from("<IIHH", head, 18)
    start = 30 + name + extra
    return head[start : start + min(size, 100)].strip()


def zip_names(fd: int) -> frozenset[str] | None:
    """The names of a ZIP's members, as many as stand in the first megabyte of its directory; None when it has none."""
    size = os.fstat(fd).st_size
    tail = os.pread(fd, 66_000, max(0, size - 66_000))
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < 22:
        return None
    length, start = struct.unpack_from("<II", tail, at + 12)
    return frozenset(_entries(os.pread(fd, min(length, _MOST_DIRECTORY), start)))


def _entries(directory: bytes) -> list[str]:
    names, at = [], 0
    while directory[at : at + 4] == _ENTRY and at + 46 <= len(directory):
        name, extra, comment = struct.unpack_from("<HHH", directory, at + 28)
        names.append(directory[at + 46 : at + 46 + name].decode("utf-8", "replace"))
        at += 46 + name + extra + comment
    return names


def ole_names(fd: int) -> list[str] | None:
    """The names of an OLE file's storages and streams, in the directory's order; None when its header is broken."""
    header = os.pread(fd, 512, 0)
    if len(header) < 512 or header[30:32] not in _SECTOR_SIZES:
        return None
    size = 1 << header[30]
    names: list[str] = []
    sector = struct.unpack_from("<I", header, 48)[0]
    for _ in range(_MOST_SECTORS):
        if sector >= _LAST_SECTOR:
            break
        names += _directory_names(os.pread(fd, size, (sector + 1) * size))
        sector = _next_sector(fd, header, size, sector)
    return names


def _directory_names(sector: bytes) -> list[str]:
    """An entry has 128 bytes: the name in UTF-16, then its length in bytes with the final NUL."""
    found = []
    for at in range(0, len(sector) - 127, 128):
        length = min(struct.unpack_from("<H", sector, at + 64)[0], 64)
        if length > 2:
            found.append(sector[at : at + length - 2].decode("utf-16-le", "replace"))
    return found


def _next_sector(fd: int, header: bytes, size: int, sector: int) -> int:
    """The sector after `sector`, by the table whose sectors the header lists; the end when it lists none."""
    per_sector = size // 4
    if sector // per_sector >= 109:
        return _LAST_SECTOR
    table = struct.unpack_from("<I", header, 76 + 4 * (sector // per_sector))[0]
    if table >= _LAST_SECTOR:
        return _LAST_SECTOR
    raw = os.pread(fd, 4, (table + 1) * size + 4 * (sector % per_sector))
    return int(struct.unpack("<I", raw)[0]) if len(raw) == 4 else _LAST_SECTOR
