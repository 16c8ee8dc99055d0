"""What the newest message means in its conversation: it, that file, the second one, yes."""

import re
from collections.abc import Sequence
from dataclasses import replace

from app.embedded.conversation import Conversation, Step, Turn, same_path
from app.embedded.markup import unescaped
from app.embedded.plan.subjects import (
    files_of,
    is_read,
    known_names,
    listed,
    listed_last,
    paths_of,
    read_in,
    subject,
    touched,
    uploaded,
)
from app.embedded.results import Absent, Failure, Page, Written
from app.embedded.sentences.reading import last_line_shown
from app.embedded.wishes import Lines, Wish, wish_in

# Each turn may rest on the ones before it, so the work can double with every turn.
_LOOKED_BACK = 8
_UPLOAD = re.compile(r"\bupload|アップロード", re.I)
# How an answer begins to be cut where the history did not fit.
_SHORTENED = "[Left out: "


def meant(talk: Conversation) -> Wish:
    """The wish of the newest turn, with what it leaves open filled in from the turns before."""
    return _meant(talk.turns[-_LOOKED_BACK:])


def summary_name(file: str) -> str:
    """The name a summary of `file` is saved under when none is given."""
    folder, slash, name = file.rpartition("/")
    stem = name.rpartition(".")[0] or name
    return f"{folder}{slash}{stem}_summary.txt"


def _meant(turns: Sequence[Turn]) -> Wish:
    wish, earlier = wish_in(turns[-1].asked, known_names(turns)), turns[:-1]
    return _completed(wish, turns[-1].asked, earlier) if earlier else wish


def _completed(wish: Wish, asked: str, earlier: Sequence[Turn]) -> Wish:
    if _is_bare_answer(wish, asked) and (answered := _answered(wish, earlier)):
        return answered
    return _filled(_likewise(wish, earlier) if wish.likewise else wish, asked, earlier)


def _filled(wish: Wish, asked: str, earlier: Sequence[Turn]) -> Wish:
    if wish.behind:
        return replace(wish, behind=_completed(wish.behind, asked, earlier))
    match wish.kind:
        case "yes":
            wish = _agreed(earlier)
        case "save":
            wish = _saved(wish, earlier)
        case "change":
            wish = _about(wish, earlier)
        case "write" if not wish.save_as:
            wish = _written_to(wish, earlier)
        case "read" if wish.onward:
            wish = _onward(wish, earlier)
        case "read" | "title" | "summarize" | "copy" | "section" | "chart" if not wish.files:
            wish = _referred(wish, asked, earlier)
    return wish


def _referred(wish: Wish, asked: str, earlier: Sequence[Turn]) -> Wish:
    if _UPLOAD.search(asked) and (files := next(filter(None, map(uploaded, reversed(earlier))), ())):
        return replace(wish, files=files, bare=(), every=False, ordinal=0)
    if wish.ordinal:
        return _counted(wish, earlier)
    if wish.every:
        return _in_listed_folder(wish, earlier)
    if not wish.names_nothing or wish.folder:
        return wish
    folder = "" if files_of(earlier[-1]) else listed_last(earlier[-1])
    if folder and wish.whole and not wish.refers:
        return replace(wish, every=True, whole=False, folder=folder)
    return replace(wish, files=subject(earlier, written_first=wish.kind == "read"))


def _about(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """Changes of "it": the one file that the last turn was about, or the one at a place in a list."""
    if wish.ordinal:
        files = _counted(wish, earlier).files
    else:
        files = tuple(next(filter(None, map(touched, reversed(earlier))), {}))
    return _sourced(wish, files[0]) if len(files) == 1 else wish


def _sourced(wish: Wish, file: str) -> Wish:
    changes = (replace(one, source=one.source or ("" if one.verb == "make" else file)) for one in wish.changes)
    return replace(wish, changes=tuple(changes), ordinal=0, refers=False)


def _offers_several(turn: Turn) -> bool:
    return any(isinstance(step.outcome, Failure) and len(step.outcome.nearest) > 1 for step in turn.steps)


def _likewise(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """What was wanted before, now of the file that is named."""
    before = _meant(earlier)
    if before.kind not in ("read", "title", "summarize", "exists") or not (wish.files or wish.bare or wish.ordinal):
        return wish
    other = replace(wish, kind=before.kind, lines=before.lines, whole=before.whole, sentences=before.sentences)
    return replace(other, save=False, save_as="", refers=False)


def _in_listed_folder(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """All files are those of the folder that was looked at a moment ago."""
    return wish if wish.folder else replace(wish, folder=listed_last(earlier[-1]))


def _counted(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """The file at a place: among those just talked about, else in the last listing."""
    for turn in reversed(earlier):
        files = files_of(turn)
        row = files if len(files) > 1 else listed(turn)
        place = wish.ordinal if wish.ordinal < 0 else wish.ordinal - 1
        if -len(row) <= place < len(row):
            return replace(wish, files=(row[place],), ordinal=0)
    return wish


def _onward(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """Reading goes on after the last line that was shown of the file in question."""
    files = wish.files or subject(earlier, written_first=False)
    for turn in reversed(earlier):
        steps = [step for step in turn.steps if is_read(step) and (not files or same_path(step.path, files[-1]))]
        if steps and (line := _next_line(steps, turn.answer)):
            return replace(wish, kind="read", files=(steps[-1].path,), lines=Lines(line))
    return replace(wish, files=files)


def _next_line(steps: Sequence[Step], answer: str) -> int:
    """Where reading goes on after `steps`; 0 when they do not tell."""
    match steps[-1].outcome:
        case Page(onward=(line, _)):
            return line
        case Page(last=last):
            return last + 1
    if shown := last_line_shown(answer):
        return shown + 1
    # A result that is gone was shown by no answer: its own first line is still to come.
    start = steps[0].call.arguments.get("offset", 1)
    return start if isinstance(start, int) and isinstance(steps[0].outcome, Absent) else 0


def _saved(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """Saving means the newest result."""
    for number in range(len(earlier), 0, -1):
        before = _meant(earlier[:number])
        if found := _kept(wish, before, earlier[number - 1]):
            return found
        if before.kind == "write":
            return wish
    return wish


def _kept(wish: Wish, before: Wish, turn: Turn) -> Wish | None:
    """The result of a turn as what is to be saved: made again, or as it was said. None when it has none."""
    if before.behind:
        kept = replace(before.behind, save_as=wish.save_as or before.behind.save_as)
        return kept if kept.kind != "change" and kept.writes and (kept.kind != "save" or kept.text) else None
    match before.kind:
        case "summarize":
            return replace(before, save=True, save_as=wish.save_as, shown=True)
        case "read" if files := read_in(turn, before):
            return replace(before, kind="copy", files=files, bare=(), save=True, save_as=wish.save_as)
        case "list" | "title" | "read" | "section" | "search" | "find" if turn.answer and _SHORTENED not in turn.answer:
            said = unescaped(turn.answer) if before.kind == "title" else turn.answer
            return replace(wish, text=f"{said.strip()}\n")
        case "copy" | "save" if before.kind == "copy" or before.text:
            return replace(before, save_as=wish.save_as)
    return None


def _written_to(wish: Wish, earlier: Sequence[Turn]) -> Wish:
    """A text for the file just talked about, when the message points to one."""
    files = subject(earlier, written_first=True) if wish.refers or wish.append else ()
    return replace(wish, save_as=files[-1] if files else "")


def _agreed(earlier: Sequence[Turn]) -> Wish:
    """Yes to a question of ours: the wish before, with the name that was offered, or as it was understood."""
    before, offered = _meant(earlier), _offered(earlier[-1])
    if before.behind:
        return before.behind
    if before.kind == "change" and _offers_several(earlier[-1]):
        return Wish("change", changes=tuple(replace(one, source="") for one in before.changes), refers=True)
    return _renamed(before, *offered) if offered else Wish("other")


def _answered(wish: Wish, earlier: Sequence[Turn]) -> Wish | None:
    """A name alone, said to a question of ours: which file, or under which name."""
    before, last = _meant(earlier), earlier[-1]
    name = (*wish.files, *wish.bare)[0]
    if before.kind == "change":
        return _sourced(before, name) if before.refers and not last.steps else None
    if _lacks_name(before, last):
        return replace(before, save_as=name if "." in name else f"{name}.txt")
    if offered := _offered(last):
        return _renamed(before, offered[0], name)
    unanswered = before.kind in ("title", "summarize") and not any(isinstance(s.outcome, Page) for s in last.steps)
    if unanswered and not before.files:
        return replace(before, files=wish.files, bare=wish.bare)
    return None


def _lacks_name(wish: Wish, turn: Turn) -> bool:
    """Whether a name to save under was asked for: there was none, or it is taken."""
    if wish.kind == "blank":
        return not paths_of(turn, Written)
    taken = any(same_path(file, wish.save_as) for file in wish.files)
    return wish.kind in ("save", "write", "copy", "summarize") and wish.writes and (taken or _unnamed(wish))


def _unnamed(wish: Wish) -> bool:
    return wish.kind != "summarize" and not wish.save_as


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
    if wish.kind == "change":
        changes = (replace(one, source=name) if same_path(one.source, asked) else one for one in wish.changes)
        return replace(wish, changes=tuple(changes))
    if same_path(wish.folder, asked):
        return replace(wish, folder=name.rstrip("/"))
    files = tuple(name if same_path(file, asked) else file for file in wish.files)
    return replace(wish, files=files or (name,), bare=())
