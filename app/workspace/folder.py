"""The one folder that the app talks about."""

import hashlib
import os
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path, PurePosixPath

from app.documents import Kind, kind_of
from app.documents.extract import Line
from app.workspace.browsing import FolderPage, folder_page
from app.workspace.changes.change import Changes, Limits
from app.workspace.changes.seen import Seen
from app.workspace.changes.versions import version_of
from app.workspace.documents import Documents
from app.workspace.errors import WorkspaceError, shown_name
from app.workspace.listing import Listing, entries_of
from app.workspace.paths.opening import settled
from app.workspace.paths.resolving import Paths
from app.workspace.search import Found, Hits, Query, basis_of_tree, find_names, names_in, search_text
from app.workspace.tables import MOST_CHARS, SEPARATED, Table, separated_table, sheet_table
from app.workspace.text.encodings import UTF_8
from app.workspace.text.pages import LineStarts, Page, Part, Span, page_of, read_page
from app.workspace.text.whole_text import WholeText, text_of_lines, whole_text
from app.workspace.viewing import Bytes, FileFacts, bytes_of, facts_of, file_named

_PICTURE_BYTES = 5_000_000


class Workspace:
    """The only way to a path under the root. Every method blocks; names are relative, with `/`.

    Every refusal is a WorkspaceError. `data` is a folder outside the root for what the app
    keeps; `seconds` is the most that one search or one document may take.
    """

    def __init__(self, root: Path, data: Path, limits: Limits, seconds: float) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self._paths = Paths(root)
        self.root = self._paths.root
        # Several folders may share one `data`: what is kept for one is never put into another.
        self.changes = Changes(self._paths, data / "undo" / _name_of(self.root), limits)
        self._documents = Documents(seconds)
        self._line_starts = LineStarts()
        self._seconds = seconds

    def list_folder(self, asked: str, hidden: bool = False) -> Listing:
        """The entries of a folder."""
        parts = self._paths.found(asked)
        with self._paths.folder(parts, asked) as fd:
            return entries_of(fd, "/".join(parts), hidden)

    def read(self, asked: str, span: Span, raw: bool, seen: Seen) -> Page:
        """A part of a file: of its text, or of what a document says. `raw` gives a document's source, if it is text.

        `seen` takes in which version of the file was shown.
        """
        parts = self._paths.found(asked)
        path, real = "/".join(parts), self._paths.real(parts, asked)
        with self._paths.real_file(real, asked) as fd:
            kind = kind_of(fd, path)
            if kind is None or (raw and kind.is_text):
                page = read_page(fd, path, span, self._line_starts)
                shown: Part | None = page.part
            else:
                # What a document says is not what is in the file.
                page, shown = self._document_page(fd, path, kind, span), None
        seen.note_shown("/".join(real), page.version, page.content, shown)
        return page

    def text_of(self, asked: str) -> WholeText:
        """All of a file's text, or of what a document says, to be taken piece after piece and then closed."""
        parts = self._paths.found(asked)
        path = "/".join(parts)
        basis = self.basis_of_file(asked)
        with self._paths.file(parts, asked) as fd:
            text = self._whole_text(fd, path)
        text.basis, text.now = basis, lambda: self._basis_now(path)
        return text

    def _whole_text(self, fd: int, path: str) -> WholeText:
        kind = kind_of(fd, path)
        if kind is None:
            return whole_text(fd, path)
        _require_readable(kind, fd, path)
        taken = self._documents.extract(fd, path, kind)
        return text_of_lines(path, os.fstat(fd).st_size, [line.text for line in taken.lines])

    def _basis_now(self, path: str) -> str:
        try:
            return self.basis_of_file(path)
        except WorkspaceError:
            return ""

    def find_names(self, pattern: str, folder: str, hidden: bool = False) -> Found:
        """Files and folders whose names match."""
        return find_names(self._paths, pattern, folder, hidden)

    def names_in(self, text: str) -> frozenset[str] | None:
        """The names in the folder that stand in `text`; None when not all could be looked at."""
        return names_in(self._paths, text)

    def search_text(self, query: Query) -> Hits:
        """Lines that match, in text files and documents."""
        until = time.monotonic() + self._seconds
        return search_text(
            self._paths, query, lambda fd, path: self._documents.searched(fd, path, until), self._seconds
        )

    def picture(self, asked: str) -> bytes | None:
        """The bytes of a picture; None when there is none of that name that a page could show."""
        try:
            parts = self._paths.found(asked)
            with self._paths.file(parts, asked) as fd:
                kind = kind_of(fd, parts[-1])
                small = os.fstat(fd).st_size <= _PICTURE_BYTES
                return os.pread(fd, _PICTURE_BYTES, 0) if kind and kind.is_picture and small else None
        except WorkspaceError:
            return None

    def kind(self, asked: str) -> str:
        """What a person calls the kind of a file, told by its content; "" for text and what nothing is known of."""
        parts = self._paths.found(asked)
        with self._paths.file(parts, asked) as fd:
            found = kind_of(fd, parts[-1])
            return found.label if found else ""

    def folder_page(self, asked: str, offset: int, limit: int) -> FolderPage:
        """Some of the names in a folder, for somebody who scrolls through it."""
        return folder_page(self._paths, asked, offset, limit)

    def folder_on_disk(self, asked: str) -> Path:
        """Where a folder really is on this machine: to watch it, not to open anything in it."""
        parts = self._paths.found(asked)
        with self._paths.folder(parts, asked):
            return self.root.joinpath(*settled(self.root, parts, asked))

    def facts(self, asked: str) -> FileFacts:
        """What a file is."""
        return facts_of(self._paths, asked)

    def bytes_of(self, asked: str) -> Bytes:
        """All of a file's bytes, as they are."""
        return bytes_of(self._paths, asked)

    def file_named(self, asked: str) -> str:
        """The path of the file that is named exactly so, "" when there is none."""
        return file_named(self._paths, asked)

    def document_lines(self, asked: str, first: int, last: int) -> tuple[Line, ...]:
        """Lines `first` to `last` (from 1) of what a document says, each with its place and its cells."""
        parts = self._paths.found(asked)
        path = "/".join(parts)
        with self._paths.file(parts, asked) as fd:
            kind = kind_of(fd, path)
            return self._documents.extract(fd, path, kind).lines[first - 1 : last] if kind and kind.reader else ()

    def pdf_pages(self, asked: str, numbers: Sequence[int]) -> tuple[tuple[int, bytes], ...]:
        """Pages (from 1) of a PDF as pictures, each with its number; none of anything else."""
        path = "/".join(self._paths.found(asked))
        with self._paths.file(tuple(path.split("/")), asked) as fd:
            kind = kind_of(fd, path)
            return self._documents.pages(fd, path, numbers) if kind and kind.reader == "pdf" else ()

    def table(self, asked: str, sheet: str = "") -> Table:
        """The table in a file with separated values, or the `sheet` of a workbook, "" for the first that has any."""
        path = "/".join(self._paths.found(asked))
        basis = self.basis_of_file(path)
        with self._paths.file(tuple(path.split("/")), asked) as fd:
            kind = kind_of(fd, path)
            if kind and kind.reader == "sheets":
                return sheet_table(path, self._documents.extract(fd, path, kind), sheet, basis)
        if kind is not None or PurePosixPath(path).suffix.lower() not in SEPARATED:
            raise WorkspaceError("file:binary", f"{shown_name(path)} is no table: neither a workbook nor CSV.")
        with closing(self.text_of(path)) as text:
            taken = text.beginning(MOST_CHARS)
            return separated_table(path, taken, text.left > len(taken) or text.is_broken, basis)

    def basis_of_listing(self, asked: str, hidden: bool) -> str:
        """A digest of what a listing of this folder rests on: that listing's own `basis`."""
        return self.list_folder(asked, hidden).basis

    def basis_of_file(self, asked: str) -> str:
        """A digest of what a page of this file rests on: that page's own `basis`."""
        parts = self._paths.found(asked)
        with self._paths.file(parts, asked) as fd:
            return version_of(fd).basis("/".join(parts))

    def basis_of_search(self, asked: str, hidden: bool) -> str:
        """A digest of what a search below this folder rests on, "" when it cannot be told."""
        return basis_of_tree(self._paths, asked, hidden)

    def _document_page(self, fd: int, path: str, kind: Kind, span: Span) -> Page:
        _require_readable(kind, fd, path)
        version = version_of(fd)
        taken = self._documents.extract(fd, path, kind)
        page = Page(path, version.size, UTF_8, page_of([line.text for line in taken.lines], span), version)
        about = (", ".join((taken.kind, *taken.facts)), *taken.notes)
        return replace(page, about=about, is_picture=kind.is_picture)


def _require_readable(kind: Kind, fd: int, path: str) -> None:
    if not kind.reader:
        size = os.fstat(fd).st_size
        said = f"{shown_name(path)} is no text but binary data: {kind.label}, {size:,} bytes."
        raise WorkspaceError("file:binary", said)


def _name_of(root: Path) -> str:
    """A name for a folder, no two alike, by which a person can still tell it."""
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:12]
    return f"{root.name[:40] or 'root'}-{digest}"
