"""What the newest message means in its conversation: it, that file, the second one, yes."""

from collections.abc import Sequence
from dataclasses import replace

from app.embedded.conversation import Conversation, Step, Turn, same_path
from app.embedded.results import Failure, Listing, Page, Written
from app.embedded.wishes import Lines, Wish, wish_in

# Each turn may rest on the ones before it, so the work can double with every turn.
_LOOKED_BACK = 8


def meant(talk: Conversation) -> Wish:
    """The wish of the newest turn, with what it leaves open filled in from the turns before."""
    return _meant(talk.turns[-_LOOKED_BACK:])


def summary_name(file: str) -> str:
    """The name a summary of `file` is saved under when none is given."""
    folder, slash, name = file.rpartition("/")
    stem = name.rpartition(".")[0] or name
    return f"{folder}{slash}{stem}_summary.txt"


def _meant(turns: Sequence[Turn]) -> Wish:
    wish, earlier = wish_in(turns[-1].asked), turns[:-1]
    return _completed(wish, turns[-1].asked, earlier) if earlier else wish


def _completed(wish: Wish, asked: str, earlier: Sequence[Turn]) -> Wish:
    if _is_bare_answer(wish, asked) and (answered := _answered(wish, earlier)):
        return answered
    if wish.likewise:
        wish = _likewise(wish, earlier)
    match wish.kind:
        case "yes":
            wish = _agreed(earlier)
        case "save":
            wish = _saved(wish, earlier)
        case "write" if not wish.save_as:
            wish = _written_to(wish, earlier)
        case "read" if wish.onward:
            wish = _onward(wish, earlier)
        case "read" | "title" | "summarize" if not wish.files:
            wish = _referred(wish, earlier)
    return wish


def _referred(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    if wish.ordinal:
        return _counted(wish, earlier)
    if wish.every:
        return _in_listed_folder(wish, earlier)
    if not wish.names_nothing or wish.folder:
        return wish
    folder = "" if _files_of(earlier[-1]) else _listed_last(earlier[-1])
    if folder and wish.whole and not wish.refers:
        return replace(wish, every=True, whole=False, folder=folder)
    return replace(wish, files=_subject(earlier, written_first=wish.kind == "read"))


def _likewise(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """What was wanted before, now of the file that is named."""
    before = _meant(earlier)
    if before.kind not in ("read", "title", "summarize") or not (wish.files or wish.bare or wish.ordinal):
        return wish
    other = replace(wish, kind=before.kind, lines=before.lines, whole=before.whole)
    return replace(other, save=False, save_as="", refers=False)


def _in_listed_folder(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """All files are those of the folder that was looked at a moment ago."""
    return wish if wish.folder else replace(wish, folder=_listed_last(earlier[-1]))


def _listed_last(turn: Turn) -> str:
    """The folder that `turn` has listed last, "" when it has not."""
    listed = [step.path or "." for step in turn.steps if isinstance(step.outcome, Listing)]
    return listed[-1] if listed else ""


def _counted(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """The file at a place: among those just talked about, else in the last listing."""
    for turn in reversed(earlier):
        files = _files_of(turn)
        listed = files if len(files) > 1 else _listed(turn)
        place = wish.ordinal if wish.ordinal < 0 else wish.ordinal - 1
        if -len(listed) <= place < len(listed):
            return replace(wish, files=(listed[place],), ordinal=0)
    return wish


def _onward(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """Reading goes on where the last page of the file in question ended."""
    files = wish.files or _subject(earlier, written_first=False)
    for step in reversed([step for turn in earlier for step in turn.steps]):
        match step.outcome:
            case Page(onward=(line, _)) if not files or same_path(step.path, files[-1]):
                return replace(wish, kind="read", files=(step.path,), lines=Lines(line))
            case Page(last=last) if files and same_path(step.path, files[-1]):
                return replace(wish, kind="read", files=(step.path,), lines=Lines(last + 1))
    return replace(wish, files=files)


def _saved(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """Saving means the newest result: a summary is made again, anything else is taken as it was said."""
    for number in range(len(earlier), 0, -1):
        before = _meant(earlier[:number])
        if before.kind == "summarize":
            return replace(before, save=True, save_as=wish.save_as, shown=True)
        if before.kind in ("list", "title", "read") and earlier[number - 1].answer:
            return replace(wish, text=_worth_saving(before, earlier[number - 1].answer))
        if before.kind == "save" and before.text:
            return replace(before, save_as=wish.save_as)
        if before.kind == "write":
            return wish
    return wish


def _written_to(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """A text for the file just talked about, when the message points to one."""
    files = _subject(earlier, written_first=True) if wish.refers or wish.append else ()
    return replace(wish, save_as=files[-1] if files else "")


def _worth_saving(wish: Wish, answer: str) -> str:
    """The text shown for a read, else the answer itself."""
    lines = answer.splitlines(keepends=True)
    fences = [number for number, line in enumerate(lines) if line.startswith("```")]
    if wish.kind != "read" or len(fences) < 2:
        return f"{answer.strip()}\n"
    return "".join(lines[fences[0] + 1 : fences[-1]])


def _agreed(earlier: Sequence[Turn]) -> Wish:
    """Yes to a name that was offered: the wish before, with that name."""
    offered = _offered(earlier[-1])
    if not offered:
        return Wish("other")
    asked, nearest = offered
    return _renamed(_meant(earlier), asked, nearest)


def _answered(wish: Wish, earlier: Sequence[Turn]) -> Wish | None:
    """A name alone, said to a question of ours: which file, or under which name."""
    before, last = _meant(earlier), earlier[-1]
    name = (*wish.files, *wish.bare)[0]
    if before.kind in ("save", "write") and not before.save_as:
        return replace(before, save_as=name if "." in name else f"{name}.txt")
    if offered := _offered(last):
        return _renamed(before, offered[0], name)
    unanswered = before.kind in ("title", "summarize") and not any(isinstance(s.outcome, Page) for s in last.steps)
    if unanswered and not before.files:
        return replace(before, files=wish.files, bare=wish.bare)
    return None


def _is_bare_answer(wish: Wish, asked: str) -> bool:
    return (
        len((*wish.files, *wish.bare)) == 1
        and wish.kind in ("read", "other")
        and len(asked.split()) <= 2
        and not wish.lines
    )


def _offered(turn: Turn) -> tuple[str, str] | None:
    """The name that failed in `turn` and the first one offered instead."""
    for step in turn.steps:
        if isinstance(step.outcome, Failure) and step.outcome.nearest:
            return step.path, step.outcome.nearest[0]
    return None


def _renamed(wish: Wish, asked: str, name: str) -> Wish:
    if same_path(wish.folder, asked):
        return replace(wish, folder=name.rstrip("/"))
    files = tuple(name if same_path(file, asked) else file for file in wish.files)
    return replace(wish, files=files or (name,), bare=())


def _subject(turns: Sequence[Turn], written_first: bool) -> tuple[str, ...]:
    """The files just talked about."""
    for turn in reversed(turns):
        written = _paths(turn, Written)
        if written_first and written:
            return written
        if files := _files_of(turn):
            return files
    return ()


def _files_of(turn: Turn) -> tuple[str, ...]:
    """The files a turn was about: read, else named, else written."""
    wish = wish_in(turn.asked)
    written = _paths(turn, Written)
    return _paths(turn, Page) or wish.files or (written if wish.kind == "write" else ())


def _paths(turn: Turn, kind: type[Page] | type[Written]) -> tuple[str, ...]:
    paths = [_shown(step) for step in turn.steps if isinstance(step.outcome, kind)]
    return tuple(dict.fromkeys(paths))


def _shown(step: Step) -> str:
    return step.outcome.file if isinstance(step.outcome, Page) else step.path


def _listed(turn: Turn) -> tuple[str, ...]:
    for step in reversed(turn.steps):
        if isinstance(step.outcome, Listing):
            folder = "" if step.path in ("", ".") else f"{step.path}/"
            return tuple(f"{folder}{entry.name}" for entry in step.outcome.files)
    return ()
