"""What can be done with a path, by nothing but what app/workspace/paths offers."""

import os

from app.workspace.errors import plain
from app.workspace.paths.opening import entry, folder_fd, names_in, require_file
from app.workspace.paths.resolving import Paths


def read(paths: Paths, asked: str) -> str:
    with paths.file(paths.found(asked), asked) as fd:
        return os.read(fd, 100_000).decode(errors="replace")


def listed(paths: Paths, asked: str) -> list[str]:
    with paths.folder(paths.found(asked), asked) as fd:
        return sorted(names_in(fd))


def made(paths: Paths, asked: str, text: str = "written") -> str:
    """Puts `text` there, as a new file that takes the old one's place, and says where that is."""
    parts = paths.place(asked)
    real = paths.real(parts, asked)
    with folder_fd(paths.root, real[:-1], asked, create=True) as folder:
        there = entry(folder, real[-1])
        if there is not None:
            require_file(there.st_mode, asked)
        try:
            new = os.open(".made", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666, dir_fd=folder)
            os.write(new, text.encode())
            os.close(new)
            os.replace(".made", real[-1], src_dir_fd=folder, dst_dir_fd=folder)
        except OSError as error:
            raise plain(error, asked) from None
    return "/".join(parts)
