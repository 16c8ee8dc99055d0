"""Searching for text in files and documents."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import groupby
from operator import attrgetter

from app.documents import Extract
from app.workspace.errors import WorkspaceError
from app.workspace.paths.opening import folder_fd, settled
from app.workspace.paths.resolving import Paths
from app.workspace.search import ripgrep
from app.workspace.search.hits import Hits, Query
from app.workspace.search.looking import Looking
from app.workspace.search.matching import matcher_of
from app.workspace.search.patterns import fitting, name_test
from app.workspace.search.sieve import sieve
from app.workspace.search.walking import Item, Walk

FEW = 200
"""So many files are read at once; of more, ripgrep tells first which can hold a match."""

_SHARE = 0.6
_TEXT, _DOCUMENT, _PICTURE, _LARGE = range(4)
_DOCUMENTS = (
    "pdf doc docx docm ppt pptx pptm xls xlsx xlsm xlsb ods odt odp rtf epub eml mht mhtml ipynb html htm xhtml"
)
_PICTURES = "png jpg jpeg gif webp tif tiff bmp"
_RANKS = dict.fromkeys(_DOCUMENTS.split(), _DOCUMENT) | dict.fromkeys(_PICTURES.split(), _PICTURE)


def search_text(paths: Paths, query: Query, extract: Callable[[int, str], Extract | None], seconds: float) -> Hits:
    """The lines that match `query`, in text files in their own encodings and in documents.

    `extract` gives the text of an open file that is a document, None for any other, and
    raises WorkspaceError when it cannot be read; it is asked about every file that is
    opened. After `seconds` the search ends with what was found, and says what was not
    looked at: texts come first, then documents, pictures, and texts over 64 MB.

    Blocks, and ends with Withdrawn when the call is called off. Raises WorkspaceError
    `args:allowed:query` for a query that can never match, `path:not_found` or
    `path:not_a_directory` for a folder that is none.
    """
    matcher = matcher_of(query.text, query.regex)
    name_test(query.pattern)
    until = time.monotonic() + seconds
    walk = Walk(paths, paths.found(query.folder), query.folder, query.hidden, until)
    looking = Looking(matcher, extract, query.width, until)
    with _folder(walk) as folder, ripgrep.sifting(folder, sieve(matcher.literal), query.hidden) as sifted:
        items = list(walk)
        chosen, read_as = fitting(items, query.pattern)
        _leave_out(looking, walk, items, chosen)
        files = [item for item in chosen if item.kind == "file"]
        if len(files) > FEW:
            files = _promising(files, sifted(until - seconds * (1 - _SHARE)), looking)
    _look_into(files, walk, looking)
    return Hits(
        folder="/".join(walk.parts),
        hits=tuple(sorted(looking.hits, key=attrgetter("path", "line", "column"))),
        looked=looking.looked,
        skipped=looking.skipped(),
        hidden=walk.hidden,
        cut=walk.cut,
        read_as=read_as,
    )


def _leave_out(looking: Looking, walk: Walk, items: list[Item], chosen: list[Item]) -> None:
    for item in items:
        if item.kind == "link":
            looking.leave_out("link", item.path)
    for item in chosen:
        if item.kind == "special":
            looking.leave_out("special", item.path)
        if item.kind == "unknown":
            looking.leave_out("unreadable", item.path, "the system does not tell what it is")
    for path in walk.closed:
        looking.leave_out("folder", path)


def _folder(walk: Walk, *below: str) -> AbstractContextManager[int]:
    """A descriptor of the folder where `walk` begins, or of one below it."""
    root = walk.paths.root
    return folder_fd(root, (*settled(root, walk.parts, walk.asked), *below), walk.asked)


def _look_into(files: list[Item], walk: Walk, looking: Looking) -> None:
    """Each file in turn, those of one folder through one descriptor of it."""
    for (_, below), some in groupby(sorted(files, key=_turn), key=lambda item: _turn(item)[:2]):
        together = list(some)
        try:
            with _folder(walk, *filter(None, below.split("/"))) as folder:
                for item in together:
                    _look(folder, item, looking)
        except WorkspaceError as error:
            for item in together:
                looking.leave_out("unreadable", item.path, error.text)


def _look(folder: int, item: Item, looking: Looking) -> None:
    if looking.is_full:
        looking.leave_out("enough", item.path)
    elif looking.is_late:
        looking.leave_out("documents" if _rank(item) in (_DOCUMENT, _PICTURE) else "time", item.path)
    else:
        looking.look(folder, item.below.rpartition("/")[2], item.path)


def _promising(files: list[Item], sifted: ripgrep.Sifted | None, looking: Looking) -> list[Item]:
    """The files that can hold a match; all of them where that cannot be told without reading them."""
    if sifted is None:
        return files
    wanted, others = list[Item](), list[Item]()
    for item in files:
        (wanted if item.below in sifted.paths or _rank(item) != _TEXT else others).append(item)
    if sifted.finished:
        looking.looked += len(others)
        return wanted
    for item in others:
        looking.leave_out("time", item.path)
    return wanted


def _turn(item: Item) -> tuple[int, str, str]:
    folder, _, name = item.below.rpartition("/")
    return _rank(item), folder, name


def _rank(item: Item) -> int:
    if item.size > ripgrep.LARGEST:
        return _LARGE
    return _RANKS.get(item.below.rpartition(".")[2].lower(), _TEXT)
