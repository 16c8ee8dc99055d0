"""What the turns before were about: "it", "the second one", the file just changed."""

import re
from collections.abc import Sequence

from app.embedded.conversation import Step, Turn, inside
from app.embedded.results import Changed, Found, Hits, Listing, Page, Written
from app.embedded.wishes import Wish, wish_in

_TELLS_OF_UPLOADS = re.compile(r"\[The person uploaded files: [\d,]+\]")
_UPLOADED = re.compile(r"^- '(.+)', [\d,]+ bytes, ", re.MULTILINE)


def known_names(turns: Sequence[Turn]) -> frozenset[str]:
    """Names of files that the conversation has seen."""
    steps = [step for turn in turns for step in turn.steps]
    listed = [
        name
        for step in steps
        if isinstance(step.outcome, Listing)
        for entry in step.outcome.files
        for name in (entry.name, inside(step.path or ".", entry.name))
    ]
    return frozenset([*listed, *(_shown(step) for step in steps if isinstance(step.outcome, Page | Written))])


def touched(turn: Turn) -> dict[str, None]:
    """The files that a turn read, wrote or found, or that a change in it has left."""
    files: dict[str, None] = {}
    for step in turn.steps:
        match step.outcome:
            case Page() | Written():
                files[_shown(step)] = None
            case Changed() as done:
                files.pop(step.path, None)
                files |= dict.fromkeys(filter(None, (done.path, done.source)))
                gone = {"moved": done.source, "deleted": done.path}.get(done.deed, "")
                files.pop(gone, None)
    return files or dict.fromkeys(file for step in turn.steps for file in step.found)


def listed_last(turn: Turn) -> str:
    """The folder that `turn` has listed last, "" when it has not."""
    listed = [step.path or "." for step in turn.steps if isinstance(step.outcome, Listing)]
    return listed[-1] if listed else ""


def is_read(step: Step) -> bool:
    return step.call.name == "read_file" and bool(step.path)


def read_in(turn: Turn, wish: Wish) -> tuple[str, ...]:
    return tuple(dict.fromkeys(step.path for step in turn.steps if is_read(step))) or wish.files


def subject(turns: Sequence[Turn], written_first: bool) -> tuple[str, ...]:
    """The files just talked about."""
    for turn in reversed(turns):
        written = paths_of(turn, Written)
        if written_first and written:
            return written
        if files := files_of(turn):
            return files
    return ()


def uploaded(turn: Turn) -> tuple[str, ...]:
    """The files that the person put into the folder, where the app tells of that in place of a turn."""
    return tuple(_UPLOADED.findall(turn.answer)) if _TELLS_OF_UPLOADS.fullmatch(turn.asked) else ()


def files_of(turn: Turn) -> tuple[str, ...]:
    """The files a turn was about: read, else named, else written."""
    if files := uploaded(turn):
        return files
    wish = wish_in(turn.asked, known_names([turn]))
    written = paths_of(turn, Written) if wish.kind in ("write", "blank") else ()
    found = tuple(file for step in turn.steps if isinstance(step.outcome, Hits | Found) for file in step.found)
    if any(isinstance(step.outcome, Changed) for step in turn.steps):
        return tuple(touched(turn))
    return paths_of(turn, Page) or wish.files or written or found or read_in(turn, wish)


def paths_of(turn: Turn, kind: type[Page] | type[Written]) -> tuple[str, ...]:
    paths = [
        _shown(step) for step in turn.steps if isinstance(step.outcome, kind) and step.call.name != "list_directory"
    ]
    return tuple(dict.fromkeys(paths))


def _shown(step: Step) -> str:
    return step.outcome.file if isinstance(step.outcome, Page) else step.path


def listed(turn: Turn) -> tuple[str, ...]:
    for step in reversed(turn.steps):
        if step.found:
            return step.found
    return ()
