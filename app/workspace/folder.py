"""The one folder that the app talks about."""

import difflib
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from app.workspace import writing
from app.workspace.errors import WorkspaceError, plain, shown_name
from app.workspace.listing import Listing, entries_of
from app.workspace.names import Parts, is_foreign_absolute, new_name_problem, outside, readings
from app.workspace.opening import entry, folder_fd, open_file, require_file, settled
from app.workspace.pages import Page, Span, read_page

_NAMES_WEIGHED = 2_000


@dataclass(frozen=True, slots=True)
class Written:
    """A change that was read back: sizes are in bytes; `before` is None when the file is new."""

    path: str
    before: int | None
    after: int


class Workspace:
    """The only way to a path under the root. Every method blocks; names are relative, with `/`.

    Every refusal is a WorkspaceError. `kept` is a folder outside the root for the bytes
    that a change replaces.
    """

    def __init__(self, root: Path, kept: Path) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root = root.resolve(strict=True)
        self._kept = kept
        self._own_names = frozenset({self.root.name, "work"})
        self._changing = Lock()

    def list_folder(self, asked: str, hidden: bool = False) -> Listing:
        """The entries of a folder."""
        parts = self._found(asked)
        with folder_fd(self.root, settled(self.root, parts, asked), asked) as fd:
            return entries_of(fd, "/".join(parts), hidden)

    def read(self, asked: str, span: Span) -> Page:
        """A part of a text file."""
        parts = self._found(asked)
        with self._opened(parts, asked) as fd:
            return read_page(fd, "/".join(parts), span)

    def write(self, asked: str, text: str, append: bool = False) -> Written:
        """Makes `text` the file's content, or adds it at the end; missing folders are made.

        The change is read back before it is reported. What a file held before is kept.
        """
        parts = self._place(asked)
        content = _encoded(text)
        real = self._file_at(parts, asked)
        with self._changing, folder_fd(self.root, real[:-1], asked, create=True) as folder:
            before = self._bytes_before(folder, real[-1], asked)
            if before is not None:
                self._keep(before, real[-1])
            whole = _joined(before or b"", content, asked) if append else content
            writing.replace(folder, real[-1], whole, asked)
            writing.verify(folder, real[-1], whole, asked)
        return Written("/".join(parts), None if before is None else len(before), len(whole))

    @contextmanager
    def _opened(self, parts: Parts, asked: str) -> Iterator[int]:
        real = self._file_at(parts, asked)
        with folder_fd(self.root, real[:-1], asked) as folder:
            fd = open_file(folder, real[-1], asked)
            try:
                yield fd
            finally:
                os.close(fd)

    def _file_at(self, parts: Parts, asked: str) -> Parts:
        """Where the file `parts` really is, links followed; the root itself is none."""
        real = settled(self.root, parts, asked)
        if not real:
            raise WorkspaceError("path:not_a_file", f"{shown_name(asked)} is the work folder itself.")
        return real

    def _found(self, asked: str) -> Parts:
        """The first reading of `asked` that is there. Raises `path:not_found` with the nearest name."""
        ways = self._ways(asked)
        there = next((way for way in ways if self._is_there(way, asked)), None)
        if there is not None:
            return there
        if is_foreign_absolute(asked, str(self.root)) and len(ways[0]) > 1:
            raise outside(asked)
        raise self._missing(asked, "/".join(ways[-1]))

    def _ways(self, asked: str) -> list[Parts]:
        """The readings of `asked`. Where nothing in the folder has the folder's own name, that name means it."""
        ways = readings(asked, str(self.root))
        return [way[1:] if self._is_own_name(way, asked) else way for way in ways]

    def _is_own_name(self, parts: Parts, asked: str) -> bool:
        return bool(parts) and parts[0] in self._own_names and not self._is_there(parts[:1], asked)

    def _is_there(self, parts: Parts, asked: str) -> bool:
        try:
            with folder_fd(self.root, settled(self.root, parts[:-1], asked), asked) as folder:
                return not parts or entry(folder, parts[-1]) is not None
        except WorkspaceError as error:
            if error.code in ("path:not_found", "path:not_a_directory"):
                return False
            raise
        except (OSError, ValueError):
            return False

    def _place(self, asked: str) -> Parts:
        """Where a file named `asked` is or would be made."""
        ways = self._ways(asked)
        there = next((way for way in ways if self._is_there(way, asked)), None)
        parts = there if there is not None else ways[-1]
        if there is None:
            self._require_new_name(asked, parts)
        return parts

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

    def _bytes_before(self, folder: int, name: str, asked: str) -> bytes | None:
        there = entry(folder, name)
        if there is None:
            return None
        require_file(there.st_mode, asked)
        return writing.read_all(folder, name, asked)

    def _keep(self, content: bytes, name: str) -> None:
        digest = hashlib.sha256(content).hexdigest()[:12]
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
        try:
            self._kept.mkdir(parents=True, exist_ok=True)
            (self._kept / f"{stamp}-{digest}").with_suffix(Path(name).suffix[:20]).write_bytes(content)
        except OSError as error:
            raise plain(error, f"a copy of {name}") from None


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        bad = shown_name(text[error.start : error.end])
        raise WorkspaceError("file:encoding", f"The text holds {bad}, which is no character.") from None


def _joined(before: bytes, content: bytes, asked: str) -> bytes:
    """`content` after `before`, on a line of its own."""
    try:
        before.decode()
    except UnicodeDecodeError:
        raise WorkspaceError(
            "file:encoding", f"{shown_name(asked)} is not UTF-8, so nothing was added to it; that would mix encodings."
        ) from None
    end = b"\r\n" if b"\r\n" in before[:8192] else b"\n"
    return before + (end if before and not before.endswith(b"\n") else b"") + content
