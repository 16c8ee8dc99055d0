"""The answer to each kind of wish, from what the conversation shows."""

from collections.abc import Callable

from app.embedded import sentences as say
from app.embedded.markup import code, fenced, literal, names
from app.embedded.plan.reading import MOST_FILES, Task, asked_page
from app.embedded.plan.saving import MOST_SENTENCES, first_lines, replaces_source, sentence_count, writes
from app.embedded.plan.sections import section_of
from app.embedded.plan.writing_told import (
    blank_told,
    declined_told,
    exists_told,
    recall_told,
    save_told,
    several_told,
    unsure_told,
    written_told,
)
from app.embedded.results import Failure, Listing, Page, Written, lines_of
from app.embedded.summary import summary_of, title_of
from app.language import language_of


def answer(task: Task) -> str:
    """The answer in Markdown, in the person's language; never empty."""
    return _ANSWERS.get(task.wish.kind, _help)(task)


def so_far(task: Task) -> str:
    """What can be said already though calls are still missing."""
    known = any(isinstance(step.outcome, Page | Listing | Written) for step in task.talk.now.steps)
    if known and task.meaning.calls and not task.meaning.files:
        return say.NOTHING_YET.told(task.language)
    return answer(task) if known else say.NOTHING_YET.told(task.language)


def _says(saying: say.Saying) -> Callable[[Task], str]:
    """An answer that is always the same."""
    return lambda task: saying.told(task.language)


def _help(task: Task) -> str:
    language, files = task.language, _known_files(task)
    helper = say.HELPER.told(language)
    first = say.CANNOT.told(language, helper=helper) if task.wish.kind == "cannot" else helper
    named = task.wish.files[:1]
    about = [say.NO_ANSWERS.told(language, file=code(file)) for file in named if task.wish.kind == "other"]
    return "\n\n".join([first, *about, say.abilities(named or files, language)])


def _list(task: Task) -> str:
    match task.talk.listing(task.meaning.folder):
        case Listing() as listing:
            return say.listing_told(listing, task.language)
        case Failure() as failure:
            return say.NO_FOLDER.told(
                task.language, folder=code(task.meaning.folder), why=say.reason(failure, task.language)
            )
    return say.NOTHING_YET.told(task.language)


def _for_files(
    one: Callable[[Task, str], str],
) -> Callable[[Task], str]:
    """An answer with one part a file, and what is to be said about the choice of files."""

    def told(task: Task) -> str:
        if task.meaning.shows_folder:
            return _list(task)
        if problem := _choice_problem(task):
            return problem
        parts = [one(task, file) for file in task.meaning.files]
        return "\n\n".join([*_form_told(task), *parts, *_not_covered(task)])

    return told


def _choice_problem(task: Task) -> str:
    """What to ask or say when it is open which files are meant, else ""."""
    language = task.language
    if task.meaning.failure:
        why = say.reason(task.meaning.failure, language)
        return say.NO_FOLDER.told(language, folder=code(task.meaning.folder), why=why)
    if task.meaning.files:
        return ""
    if task.meaning.unknown:
        return _unknown_told(task)
    if task.wish.every and task.meaning.listing:
        return say.NO_FILES.told(language, folder=code(task.meaning.listing.folder))
    return say.WHICH_FILE.told(language, known=_names_told(task)).strip()


def _unknown_told(task: Task) -> str:
    return say.NO_SUCH_NAME.told(task.language, name=code(task.meaning.unknown), known=_names_told(task)).strip()


def _names_told(task: Task) -> str:
    entries = task.meaning.listing.files if task.meaning.listing else ()
    if not entries:
        return ""
    return say.KNOWN_FILES.told(
        task.language, names=_in_a_row(task, tuple(entry.name for entry in entries[:MOST_FILES]))
    )


def _in_a_row(task: Task, files: tuple[str, ...]) -> str:
    return names(files, task.language)


def _not_covered(task: Task) -> list[str]:
    told = [_unknown_told(task)] if task.meaning.unknown else []
    if task.meaning.left_out:
        told.append(say.LEFT_OUT.told(task.language, most=MOST_FILES, names=_in_a_row(task, task.meaning.left_out)))
    if task.meaning.skipped:
        told.append(say.SKIPPED.told(task.language, names=_in_a_row(task, task.meaning.skipped)))
    if task.meaning.left_out and task.meaning.listing and task.meaning.listing.more:
        told.append(say.NOT_LISTED.told(task.language, more=f"{task.meaning.listing.more:,}"))
    return told


def _unread(task: Task, file: str) -> str:
    failure = task.talk.failure(file)
    why = say.reason(failure, task.language) if failure else say.NO_RESULT.told(task.language)
    return say.NOT_READ.told(task.language, file=code(file), why=why)


def _title(task: Task, file: str) -> str:
    page = task.talk.read_so_far(file)
    if page is None:
        return _unread(task, file)
    title, language = title_of(page.text), task.language
    if title:
        return say.TITLE.told(language, file=code(page.file), title=literal(title))
    return (say.EMPTY if page.whole else say.NO_TITLE).told(language, file=code(page.file))


def _read(task: Task, file: str) -> str:
    page, language = asked_page(task, file), task.language
    if page is None:
        return _unread(task, file)
    name = code(page.file)
    if not page.text and page.total == 0:
        return say.EMPTY.told(language, file=name)
    if task.wish.lines and not page.text:
        return say.AT_END.told(language, file=name)
    head = say.SHOWN_WHOLE.told(language, file=name)
    if not page.whole:
        head = say.SHOWN_PART.told(language, file=name, part=say.part_of(page, language))
    cut = page.onward and not (task.wish.lines and task.wish.lines.last)
    return "\n\n".join([head, fenced(page.text), *([say.SAY_ON.told(language)] if cut else [])])


def _section(task: Task, file: str) -> str:
    page, language = task.talk.read_so_far(file), task.language
    if page is None:
        return _unread(task, file)
    name, part, found = code(page.file), say.part_of(page, language), section_of(page, task.wish.section)
    if found is None:
        wanted = literal(task.wish.section)
        return say.NO_SECTION.told(language, file=name, section=wanted, part=part)
    shown = say.SHOWN_PART.told(language, file=name, part=say.part_of(found.page, language))
    rest = [] if found.ended else [say.SECTION_CUT.told(language, part=part)]
    return "\n\n".join([shown, fenced(found.page.text), *rest])


def _summary(task: Task, file: str) -> str:
    page, language = task.talk.read_so_far(file), task.language
    if page is None:
        return _unread(task, file)
    name = code(page.file)
    if not page.text.strip():
        return (say.EMPTY if page.whole else say.NOTHING_TO_SUM_UP).told(language, file=name)
    title = title_of(page.text)
    head, rows = _digest(task, page, name)
    caption = [f"**{literal(title)}**"] if title not in rows else []
    quoted = "\n".join(f"- {literal(row)}" for row in rows)
    return "\n\n".join([head, *caption, quoted, *_extent(task, page)])


def _digest(task: Task, page: Page, name: str) -> tuple[str, tuple[str, ...]]:
    """How the sentences are introduced, and the sentences."""
    count = sentence_count(task.wish)
    found, lines = summary_of(page.text, count), [line for line in lines_of(page.text) if line.strip()]
    if not count and page.whole and len(lines) <= 3 and len(page.text) <= 400:
        return say.WHOLE_TEXT.told(task.language, file=name), tuple(line.strip() for line in lines)
    if not found.sentences:
        return say.NO_SENTENCES.told(task.language, file=name), first_lines(page.text)
    return say.SUMMARY.told(task.language, file=name), found.sentences


def _extent(task: Task, page: Page) -> list[str]:
    """What the summary rests on, where that is not the whole file."""
    told, found = [], summary_of(page.text)
    if not page.whole:
        told.append(say.PART_READ.told(task.language, part=say.part_of(page, task.language)))
    if found.weighed < found.found:
        told.append(say.CAPPED.told(task.language, weighed=f"{found.weighed:,}", found=f"{found.found:,}"))
    return told


def _summarize(task: Task) -> str:
    told = _for_files(_summary)(task)
    if replaces_source(task):
        return f"{told}\n\n{say.OWN_SOURCE.told(task.language, file=code(task.wish.save_as))}"
    targets = [str(call.arguments["file_path"]) for call in writes(task)]
    bullet = "- " if len(targets) > 1 else ""
    saved = "\n".join(f"{bullet}{written_told(task, target)}" for target in targets)
    if task.wish.shown and saved:
        return saved
    return "\n\n".join(part for part in (saved, told) if part)


def _form_told(task: Task) -> list[str]:
    """What cannot be done of the form that was asked for."""
    told = [say.NOT_TRANSLATED.told(task.language)] if _left_foreign(task) else []
    if task.wish.kind == "summarize" and task.wish.section:
        told.append(say.WHOLE_ONLY.told(task.language))
    if task.wish.kind == "summarize" and task.wish.sentences > MOST_SENTENCES:
        told.append(say.AT_MOST_SENTENCES.told(task.language, most=MOST_SENTENCES))
    return told


def _left_foreign(task: Task) -> bool:
    """Whether another language was asked for than the files are in."""
    pages = [page for file in task.meaning.files for page in task.talk.pages(file)]
    return bool(task.wish.tongue) and any(language_of(page.text) != task.wish.tongue for page in pages)


def _copied(task: Task, file: str) -> str:
    """Whether the text of `file` was saved, and which part of it this was."""
    page, language = asked_page(task, file), task.language
    if page is None or not page.text:
        return _read(task, file)
    if replaces_source(task):
        return say.OWN_SOURCE.told(language, file=code(task.wish.save_as))
    if not task.wish.save_as:
        return say.NAME_TO_SAVE.told(language)
    name, held = code(page.file), say.COPIED_WHOLE if page.whole else say.COPIED_PART
    told = held.told(language, file=name, part=say.part_of(page, language))
    return f"{written_told(task, task.wish.save_as)}\n\n{told}"


def _copy(task: Task) -> str:
    return several_told(task) if len(task.meaning.files) > 1 else _for_files(_copied)(task)


def _known_files(task: Task) -> tuple[str, ...]:
    """Files seen in this conversation, the one talked about last first."""
    steps = [step for turn in reversed(task.talk.turns) for step in reversed(turn.steps)]
    read = [step.outcome.file for step in steps if isinstance(step.outcome, Page)]
    newest = task.talk.newest_listing()
    listed = [entry.name for entry in newest[1].files] if newest and newest[0] in ("", ".") else []
    return tuple(dict.fromkeys([*read, *listed]))


_ANSWERS: dict[str, Callable[[Task], str]] = {
    "list": _list,
    "exists": exists_told,
    "copy": _copy,
    "blank": blank_told,
    "unsure": unsure_told,
    "declined": declined_told,
    "several": several_told,
    "recall": recall_told,
    "compose": _says(say.NO_TEXTS),
    "calculate": _says(say.NO_SUMS),
    "thanks": _says(say.THANKED),
    "title": _for_files(_title),
    "read": _for_files(_read),
    "section": _for_files(_section),
    "summarize": _summarize,
    "save": save_told,
    "write": save_told,
}
