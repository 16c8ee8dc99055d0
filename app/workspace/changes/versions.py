"""Which content a file has, so that a change by somebody else is noticed."""

import hashlib
import os
from dataclasses import dataclass

from app.workspace.changes.permit import require_wanted

HASHED_BYTES = 8_000_000
"""Files up to this size are told apart by their content; larger ones by what the file system says of them."""

PIECE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Version:
    """The content that a file had. `digest` is its SHA-256, "" for a file too large to be read whole.

    `stamp` is (inode, mtime, ctime) in the system's units; a ctime cannot be set back.
    """

    size: int
    digest: str
    stamp: tuple[int, int, int]

    def same_content(self, other: "Version") -> bool:
        """Whether both are the same bytes; in doubt they are not."""
        if self.digest and other.digest:
            return self.digest == other.digest
        return (self.size, self.stamp) == (other.size, other.stamp)

    def same_file(self, other: "Version") -> bool:
        """Whether both are the same bytes, where one was renamed by us in between, which sets its ctime."""
        if self.digest and other.digest:
            return self.digest == other.digest
        return (self.size, self.stamp[:2]) == (other.size, other.stamp[:2])

    def basis(self, path: str) -> str:
        """What a result rests on that shows this version of the file `path`."""
        return f"{path} {self.digest or self}"


def version_of(fd: int, most: int = HASHED_BYTES) -> Version:
    """The version of the open file `fd`, hashed up to `most` bytes. Its position is not used and not moved.

    Raises Withdrawn in a call that was called off.
    """
    status = os.fstat(fd)
    stamp = (status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
    if status.st_size > most:
        return Version(status.st_size, "", stamp)
    digest, position = hashlib.sha256(), 0
    while piece := os.pread(fd, PIECE_BYTES, position):
        require_wanted()
        digest.update(piece)
        position += len(piece)
    return Version(position, digest.hexdigest(), stamp)


def version_as(content: bytes, stamp: tuple[int, int, int] = (0, 0, 0)) -> Version:
    """The version of a file that holds `content`."""
    return Version(len(content), hashlib.sha256(content).hexdigest(), stamp)
