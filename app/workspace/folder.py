"""The one folder that the app talks about."""

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from app.workspace.changes import writing
from app.workspace.errors import WorkspaceError, plain, shown_name
from app.workspace.listing import Listing, entries_of
from app.workspace.paths.opening import entry, folder_fd, require_file
from app.workspace.paths.resolving import Paths
from app.workspace.text.pages import Page, Span, read_page


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
        self.paths = Paths(root)
        self.root = self.paths.root
        self._kept = kept
        self._changing = Lock()

    def list_folder(self, asked: str, hidden: bool = False) -> Listing:
        """The entries of a folder."""
        parts = self.paths.found(asked)
        with self.paths.folder(parts, asked) as fd:
            return entries_of(fd, "/".join(parts), hidden)

    def read(self, asked: str, span: Span) -> Page:
        """A part of a text file."""
        parts = self.paths.found(asked)
        with self.paths.file(parts, asked) as fd:
            return read_page(fd, "/".join(parts), span)

    def write(self, asked: str, text: str, append: bool = False) -> Written:
        """Makes `text` the file's content, or adds it at the end; missing folders are made.

        The change is read back before it is reported. What a file held before is kept.
        """
        parts = self.paths.place(asked)
        content = _encoded(text)
        real = self.paths.real(parts, asked)
        with self._changing, folder_fd(self.root, real[:-1], asked, create=True) as folder:
            before = self._bytes_before(folder, real[-1], asked)
            if before is not None:
                self._keep(before, real[-1])
            whole = _joined(before or b"", content, asked) if append else content
            writing.replace(folder, real[-1], whole, asked)
            writing.verify(folder, real[-1], whole, asked)
        return Written("/".join(parts), None if before is None else len(before), len(whole))

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
