"""What is offered in place of a name that is not there."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import islice, takewhile

from app.workspace.errors import WorkspaceError
from app.workspace.paths.names import Parts
from app.workspace.paths.near import folded
from app.workspace.paths.opening import marked_names_in

Opened = Callable[[Parts, str], AbstractContextManager[int]]

_SECONDS = 0.4
_NAMES_WEIGHED = 20_000
_NAMES_COMPARED = 50
_NAMES_OFFERED = 3
_SAME_NAME = 2.0
_LONGEST_WEIGHED = 300
_LIKE_ENOUGH = 0.6


def nearest(opened: Opened, asked: Parts) -> list[str]:
    """Up to three paths that look most like `asked`, folders with a slash; hidden names are left out."""
    word = folded("/".join(asked))
    if not word or len(word) > _LONGEST_WEIGHED:
        return []
    matcher = SequenceMatcher(b=word)
    until = time.monotonic() + _SECONDS
    paths = takewhile(lambda _: time.monotonic() < until, islice(_paths_below(opened, asked[:-1]), _NAMES_WEIGHED))
    promising = nlargest(_NAMES_COMPARED, ((_quick_likeness(matcher, word, path), path) for path in paths))
    weighed = sorted((-_likeness(matcher, path) if quick < _SAME_NAME else -quick, path) for quick, path in promising)
    return [path for likeness, path in weighed[:_NAMES_OFFERED] if -likeness >= _LIKE_ENOUGH]


def _quick_likeness(matcher: "SequenceMatcher[str]", word: str, path: str) -> float:
    """At least the likeness, from 0 to 1, and more than that for a file of the same name elsewhere."""
    text = folded(path.rstrip("/"))
    if text.rpartition("/")[2] == word.rpartition("/")[2]:
        return _SAME_NAME
    matcher.set_seq1(text)
    return matcher.quick_ratio() if matcher.real_quick_ratio() >= _LIKE_ENOUGH else 0.0


def _likeness(matcher: "SequenceMatcher[str]", path: str) -> float:
    matcher.set_seq1(folded(path.rstrip("/")))
    return matcher.ratio()


def _paths_below(opened: Opened, first: Parts) -> Iterator[str]:
    """Every path below the root: the folder that was asked about first, then from the root down, level by level."""
    waiting, seen = deque([first, ()]), set[Parts]()
    while waiting:
        folder = waiting.popleft()
        if folder in seen:
            continue
        seen.add(folder)
        for name, is_folder in _entries(opened, folder):
            yield "/".join((*folder, name)) + ("/" if is_folder else "")
            if is_folder:
                waiting.append((*folder, name))


def _entries(opened: Opened, folder: Parts) -> list[tuple[str, bool]]:
    # By descriptors: a folder that is swapped for a link meanwhile is not entered.
    with suppress(WorkspaceError, OSError), opened(folder, "") as fd:
        return [entry for entry in marked_names_in(fd) if not entry[0].startswith(".")]
    return []
