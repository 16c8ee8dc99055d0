"""From a path as it was asked for to the file or folder that it means."""

import difflib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.paths.names import Parts, is_foreign_absolute, new_name_problem, outside, readings
from app.workspace.paths.opening import entry, folder_fd, open_file, settled

_NAMES_WEIGHED = 2_000


class Paths:
    """The only way from an asked path to a descriptor. Refusals are WorkspaceErrors."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve(strict=True)
        self._own_names = frozenset({self.root.name, "work"})

    def found(self, asked: str) -> Parts:
        """The first reading of `asked` that is there. Raises `path:not_found` with the nearest name."""
        ways = self._ways(asked)
        there = next((way for way in ways if self._is_there(way, asked)), None)
        if there is not None:
            return there
        if is_foreign_absolute(asked, str(self.root)) and len(ways[0]) > 1:
            raise outside(asked)
        raise self._missing(asked, "/".join(ways[-1]))

    def place(self, asked: str) -> Parts:
        """Where a file or folder named `asked` is or would be made."""
        ways = self._ways(asked)
        there = next((way for way in ways if self._is_there(way, asked)), None)
        parts = there if there is not None else ways[-1]
        if there is None:
            self._require_new_name(asked, parts)
        return parts

    def real(self, parts: Parts, asked: str) -> Parts:
        """Where the file `parts` really is, links followed; the root itself is none."""
        real = settled(self.root, parts, asked)
        if not real:
            raise WorkspaceError("path:not_a_file", f"{shown_name(asked)} is the work folder itself.")
        return real

    @contextmanager
    def folder(self, parts: Parts, asked: str, create: bool = False) -> Iterator[int]:
        """A descriptor of the folder `parts`, links followed inside the root; see `folder_fd`."""
        with folder_fd(self.root, settled(self.root, parts, asked), asked, create) as fd:
            yield fd

    @contextmanager
    def file(self, parts: Parts, asked: str) -> Iterator[int]:
        """A descriptor for reading the regular file `parts`."""
        real = self.real(parts, asked)
        with folder_fd(self.root, real[:-1], asked) as folder:
            fd = open_file(folder, real[-1], asked)
            try:
                yield fd
            finally:
                os.close(fd)

    def _ways(self, asked: str) -> list[Parts]:
        """The readings of `asked`. Where nothing in the folder has the folder's own name, that name means it."""
        ways = readings(asked, str(self.root))
        return [way[1:] if self._is_own_name(way, asked) else way for way in ways]

    def _is_own_name(self, parts: Parts, asked: str) -> bool:
        return bool(parts) and parts[0] in self._own_names and not self._is_there(parts[:1], asked)

    def _is_there(self, parts: Parts, asked: str) -> bool:
        try:
            with self.folder(parts[:-1], asked) as folder:
                return not parts or entry(folder, parts[-1]) is not None
        except WorkspaceError as error:
            if error.code in ("path:not_found", "path:not_a_directory"):
                return False
            raise
        except (OSError, ValueError):
            return False

    def _require_new_name(self, asked: str, parts: Parts) -> None:
        if is_foreign_absolute(asked, str(self.root)) and not self._is_there(parts[:-1], asked):
            raise outside(asked)
        problem = "a file's name does not end with '/'" if asked.rstrip().endswith("/") else new_name_problem(parts)
        if problem:
            raise WorkspaceError("path:name", f"{shown_name(asked)} was not written: {problem}.")

    def _missing(self, asked: str, name: str) -> WorkspaceError:
        near = difflib.get_close_matches(name, self._names(), n=3, cutoff=0.6)
        nearest = f" Nearest: {', '.join(shown_name(n) for n in near)}." if near else ""
        return WorkspaceError(
            "path:not_found",
            f"Nothing is named {shown_name(asked)}.{nearest} list_directory shows what is there.",
        )

    def _names(self) -> list[str]:
        names: list[str] = []
        # By descriptors: a folder that is swapped for a link meanwhile is not entered.
        for folder, folders, files, _ in os.fwalk(self.root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            where = Path(folder).relative_to(self.root)
            names += [(where / name).as_posix() for name in sorted(files) if not name.startswith(".")]
            if len(names) >= _NAMES_WEIGHED:
                break
        return names[:_NAMES_WEIGHED]
