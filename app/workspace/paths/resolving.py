"""From a path as it was asked for to the file or folder that it means."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from app.workspace.errors import WorkspaceError, offered, shown_name
from app.workspace.paths.names import Parts, Readings, is_foreign_absolute, outside, readings
from app.workspace.paths.near import alike, composed
from app.workspace.paths.offers import nearest
from app.workspace.paths.opening import folder_fd, is_named, names_in, open_file, settled
from app.workspace.paths.places import LEVELS, Places

_WAYS_FOLLOWED = 50


class Paths:
    """The only way from an asked path to a descriptor. Refusals are WorkspaceErrors."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve(strict=True)
        self._own_names = frozenset({composed(self.root.name), "work"})

    def found(self, asked: str) -> Parts:
        """What is there under the name `asked`, else the one thing there that is nearly named so.

        Nearly is, name by name: equal after NFC; also without regard to case and width;
        also without odd spaces, quotes and kinds of dash. The result then differs from
        what was asked. Raises `path:not_found` with the names to choose from where several
        are near, and with the ones that look most alike where none is.
        """
        ways = self._ways(asked)
        there = self._first_there((*ways.exact, *ways.loose), asked)
        if there is not None:
            return there
        if ways.spoken is None:
            raise outside(asked)
        near = next(filter(None, (self._nearly(way, asked) for way in ways.loose)), [])
        if len(near) > 1:
            raise _not_found(asked, "; several names are near", ["/".join(parts) for parts in near])
        if near:
            return near[0]
        if is_foreign_absolute(asked, str(self.root)) and len(ways.spoken) > 1:
            raise outside(asked)
        raise _not_found(asked, "", nearest(self.folder, ways.slashed or ways.spoken))

    def exact(self, asked: str) -> Parts | None:
        """What is there under just this name, None when there is nothing."""
        return self._first_there(self._ways(asked).exact, asked)

    def place(self, asked: str, *, folder: bool = False, leaving: Parts = ()) -> Parts:
        """Where a file or folder named `asked` is or would be made; a new name is given in NFC.

        What is there in another composition is the same name. A new name that differs from
        one that is there in case, width or form only is refused with `path:exists`, whether
        it is the file's or a folder's in the path: the two may be meant as one, or be one
        on another disk. `path:name` is for names that make trouble elsewhere, and for paths
        in the manner of Windows. Both refusals offer a name that would work. With `folder`
        the name may end with a slash; `leaving` is what a move takes away, and counts as
        gone.
        """
        ways = self._ways(asked)
        there = self._first_there(ways.exact, asked)
        if there is not None:
            return there
        if ways.spoken is None:
            raise outside(asked)
        if ways.shown and self._is_there(ways.shown[:1], asked):
            # A new name in a folder that is shown escaped.
            ways = Readings(ways.exact, ways.shown)
        return Places(self.folder, str(self.root), self._own_names, leaving).made(ways, asked, folder)

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
        with self.real_file(self.real(parts, asked), asked) as fd:
            yield fd

    @contextmanager
    def real_file(self, real: Parts, asked: str) -> Iterator[int]:
        """The same for the file that is really `real`."""
        with folder_fd(self.root, real[:-1], asked) as folder:
            fd = open_file(folder, real[-1], asked)
            try:
                yield fd
            finally:
                os.close(fd)

    def _ways(self, asked: str) -> Readings:
        """The readings of `asked`. Where nothing in the folder has the folder's own name, that name means it."""
        ways = readings(asked, str(self.root))
        return replace(
            ways,
            exact=tuple(self._without_own_name(way, asked) for way in ways.exact),
            spoken=ways.spoken and self._without_own_name(ways.spoken, asked),
            shown=ways.shown and self._without_own_name(ways.shown, asked),
            slashed=ways.slashed and self._without_own_name(ways.slashed, asked),
        )

    def _without_own_name(self, parts: Parts, asked: str) -> Parts:
        is_own = bool(parts) and composed(parts[0]) in self._own_names and not self._is_there(parts[:1], asked)
        return parts[1:] if is_own else parts

    def _first_there(self, ways: Iterable[Parts], asked: str) -> Parts | None:
        return next((way for way in ways if self._is_there(way, asked)), None)

    def _is_there(self, parts: Parts, asked: str) -> bool:
        try:
            with self.folder(parts[:-1], asked) as folder:
                return not parts or is_named(folder, parts[-1])
        except WorkspaceError as error:
            if error.code in ("path:not_found", "path:not_a_directory", "path:name"):
                return False
            raise

    def _nearly(self, parts: Parts, asked: str) -> list[Parts]:
        """What is there under names near to `parts`, name by name; a name that is there exactly is the only one."""
        ways: list[Parts] = [()] if len(parts) <= LEVELS else []
        for part in parts:
            ways = [(*way, name) for way in ways for name in self._named_like(way, part, asked)][:_WAYS_FOLLOWED]
        return ways

    def _named_like(self, folder: Parts, part: str, asked: str) -> list[str]:
        try:
            with self.folder(folder, asked) as fd:
                return [part] if is_named(fd, part) else alike(names_in(fd), part)
        except (WorkspaceError, OSError):
            return []


def _not_found(asked: str, why: str, near: list[str]) -> WorkspaceError:
    nearest_names = f" Nearest: {offered(near)}." if near else ""
    return WorkspaceError(
        "path:not_found",
        f"Nothing is named {shown_name(asked)}{why}.{nearest_names} list_directory shows what is there.",
    )
