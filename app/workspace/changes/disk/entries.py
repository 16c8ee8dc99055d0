"""What stands at a name: a file, a link, a folder."""

import os
import stat
from dataclasses import dataclass, replace
from typing import Literal

from app.workspace.changes.versions import HASHED_BYTES, Version, version_of
from app.workspace.paths.opening import entry, open_file, require_file


@dataclass(frozen=True, slots=True)
class Entry:
    """A file with its version, a link with its target, or a folder. `mode` is the permissions alone."""

    kind: Literal["file", "link", "folder"]
    mode: int
    owner: tuple[int, int]
    version: Version | None = None
    target: str = ""

    @property
    def size(self) -> int | None:
        return self.version.size if self.version else None

    @property
    def digest(self) -> str:
        return self.version.digest if self.version else ""

    def same_content(self, other: "Entry | None") -> bool:
        """Whether both hold the same; in doubt they do not."""
        if other is None or (self.kind, self.target) != (other.kind, other.target):
            return False
        return self.version is None or (other.version is not None and self.version.same_content(other.version))

    def same_file(self, other: "Entry | None") -> bool:
        """As `same_content`, where one was renamed by us in between."""
        if other is None or (self.kind, self.target) != (other.kind, other.target):
            return False
        return self.version is None or (other.version is not None and self.version.same_file(other.version))


def look(folder: int, name: str, asked: str, most: int = HASHED_BYTES) -> Entry | None:
    """What `name` is, links not followed, files hashed up to `most` bytes; None when there is nothing.

    Raises WorkspaceError for pipes, sockets and devices, and for a file that cannot be read.
    """
    there = entry(folder, name)
    if there is None:
        return None
    found = Entry("folder", stat.S_IMODE(there.st_mode), (there.st_uid, there.st_gid))
    if stat.S_ISDIR(there.st_mode):
        return found
    if stat.S_ISLNK(there.st_mode):
        return replace(found, kind="link", target=os.readlink(name, dir_fd=folder))
    require_file(there.st_mode, asked)
    fd = open_file(folder, name, asked)
    try:
        return file_entry(fd, version_of(fd, most))
    finally:
        os.close(fd)


def file_entry(fd: int, version: Version) -> Entry:
    """The entry of the open file `fd`, which has this version."""
    status = os.fstat(fd)
    return Entry("file", stat.S_IMODE(status.st_mode), (status.st_uid, status.st_gid), version)


def same(one: Entry | None, other: Entry | None) -> bool:
    """Whether the same stands at both, or nothing at either."""
    return one is other if one is None else one.same_content(other)
