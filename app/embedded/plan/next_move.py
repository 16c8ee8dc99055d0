"""The next calls or the answer, for each kind of wish."""

from collections.abc import Callable

from app.embedded.conversation import Conversation
from app.embedded.plan.answers import answer, so_far
from app.embedded.plan.changing import changes
from app.embedded.plan.charts import chart_calls
from app.embedded.plan.meaning import meant
from app.embedded.plan.parts import left_out_told, notes_told, part_told
from app.embedded.plan.pasted import pasted_told
from app.embedded.plan.reading import TITLE_LINES, Task, first_reads, folder_of, further_reads, task_of
from app.embedded.plan.saving import writes
from app.embedded.plan.searching import find_calls, search_calls
from app.embedded.plan.sections import section_of
from app.embedded.protocol import Call, Json, Reply
from app.embedded.sentences.stopping import HAD_TO_STOP, NOT_BOUND, STOPPED_HERE

_FACTS = "Facts:"

Calls = tuple[Call, ...]


def reply_to(talk: Conversation) -> Reply:
    """What is needed first, as calls, or the answer. Nothing is kept between requests."""
    if not talk.tools and (facts := _facts(talk.now.asked)):
        return Reply(facts)
    asked = talk.now.asked
    if not talk.tools and (told := part_told(asked) or notes_told(asked) or pasted_told(asked)):
        return Reply(told)
    task = task_of(meant(talk), talk)
    if left_out := left_out_told(talk, task.meaning.files):
        return Reply(left_out)
    needed = _not_tried(_needed(task), talk)
    if not talk.tools:
        return Reply(_last_word(task, needed))
    if missing := next((call.name for call in needed if call.name not in talk.tools), None):
        return Reply(_lacking(missing, task))
    return Reply(calls=needed) if needed else Reply(answer(task))


def _facts(asked: str) -> str:
    """What an explainer is to repeat: all after the line that announces facts."""
    lines = asked.split("\n")
    for number, line in enumerate(lines):
        if line.strip() == _FACTS:
            return "\n".join(lines[number + 1 :]).strip()
    return ""


def _last_word(task: Task, needed: Calls) -> str:
    """The answer when no tool can be called any more."""
    if needed:
        return f"{HAD_TO_STOP.told(task.language)}\n\n{so_far(task)}"
    if task.talk.now.steps:
        return f"{STOPPED_HERE.told(task.language)}\n\n{answer(task)}"
    return answer(task)


def _lacking(tool: str, task: Task) -> str:
    known = so_far(task) if task.talk.now.steps else ""
    return "\n\n".join(part for part in (known, NOT_BOUND.told(task.language, tool=tool)) if part)


def _needed(task: Task) -> Calls:
    waiting = _not_tried(task.meaning.calls, task.talk)
    kind = _NEEDS.get(task.wish.kind)
    return waiting or (_not_tried(kind(task), task.talk) if kind else ())


def _not_tried(calls: Calls, talk: Conversation) -> Calls:
    """A call is made once a turn: what it gave, or did not give, stands."""
    return tuple(call for call in calls if not talk.tried(call))


def _listing(task: Task) -> Calls:
    return (Call("list_directory", {"dir_path": task.meaning.folder}),)


def _listings(task: Task) -> Calls:
    """A look into the folder of every file of which it matters whether it is there."""
    folders = dict.fromkeys(map(folder_of, task.meaning.files))
    return tuple(Call("list_directory", {"dir_path": folder}) for folder in folders)


def _blank(task: Task) -> Calls:
    return _not_tried(_listings(task), task.talk) or writes(task)


def _copy(task: Task) -> Calls:
    return _not_tried(_reads(task), task.talk) or writes(task)


def _titles(task: Task) -> Calls:
    talk = task.talk
    unread = [file for file in task.meaning.files if not talk.read_so_far(file) and not talk.failure(file)]
    return tuple(_read_call(file, limit=TITLE_LINES) for file in unread)


def _summaries(task: Task) -> Calls:
    files, talk = task.meaning.files, task.talk
    reads = _not_tried(first_reads(files, talk), talk) or _not_tried(further_reads(files, talk), talk)
    return reads or writes(task)


def _section_reads(task: Task) -> Calls:
    """Page after page, until the section is there to its end or there is no more room."""
    files, talk = task.meaning.files, task.talk
    pages = {file: talk.read_so_far(file) for file in files}
    found = {file: section_of(page, task.wish.section) for file, page in pages.items() if page}
    open_still = tuple(file for file, section in found.items() if section is None or not section.ended)
    return first_reads(files, talk) or further_reads(open_still, talk)


def _reads(task: Task) -> Calls:
    files, wish = task.meaning.files, task.wish
    if len(files) > 1 and not wish.lines and not wish.whole:
        return first_reads(files, task.talk)
    return tuple(call for file in files if (call := _read(task, file)))


def _read(task: Task, file: str) -> Call | None:
    """The next read of one file: some lines, the whole page after page, or its first page."""
    wish, talk = task.wish, task.talk
    if talk.failure(file):
        return None
    if wish.lines:
        return _lines_read(task, file)
    page = None if wish.again and not talk.now.steps else talk.read_so_far(file)
    if page is None:
        return _read_call(file)
    return _read_call(file, *page.onward) if wish.whole and page.onward else None


def _lines_read(task: Task, file: str) -> Call | None:
    lines, known = task.wish.lines, task.talk.read_so_far(file)
    if lines is None or (known and known.whole):
        return None
    if lines.from_end and known and not known.total:
        return None
    if lines.from_end and known:
        return _read_call(file, max(2, known.total - lines.from_end + 1), limit=lines.from_end)
    if lines.from_end:
        return _read_call(file, limit=1)
    count = lines.last - lines.first + 1 if lines.last else None
    return _read_call(file, lines.first, limit=count)


def _read_call(file: str, line: int = 1, column: int = 1, limit: int | None = None) -> Call:
    place: Json = {"offset": line} if line > 1 or column > 1 else {}
    if column > 1:
        place["column"] = column
    if limit:
        place["limit"] = limit
    return Call("read_file", {"file_path": file, **place})


_NEEDS: dict[str, Callable[[Task], Calls]] = {
    "list": _listing,
    "exists": _listings,
    "blank": _blank,
    "copy": _copy,
    "title": _titles,
    "summarize": _summaries,
    "read": _reads,
    "section": lambda task: _not_tried(_section_reads(task), task.talk),
    "chart": chart_calls,
    "save": writes,
    "write": writes,
    "change": changes,
    "search": search_calls,
    "find": find_calls,
}
