"""The answer to each kind of wish, from what the conversation shows."""

from collections.abc import Callable

from app.embedded.markup import code, fenced, literal, names
from app.embedded.plan.changes_told import changes_told, unclear_told
from app.embedded.plan.charts import chart_told
from app.embedded.plan.reading import MOST_FILES, Task, asked_page
from app.embedded.plan.saving import MOST_SENTENCES, prose_of, replaces_source, writes
from app.embedded.plan.searching import find_told, search_told
from app.embedded.plan.sections import section_of
from app.embedded.plan.summaries_told import summary_told, unread_told
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
from app.embedded.results import Absent, Failure, Listing, Page
from app.embedded.sentences import (
    abilities,
    changing,
    choosing,
    folders,
    reading,
    reasons,
    saving,
    stopping,
    summing_up,
)
from app.embedded.sentences.kinds import document_told
from app.embedded.sentences.saying import Saying
from app.embedded.summary import title_of
from app.language import Language, language_of


def answer(task: Task) -> str:
    """The answer in Markdown, in the person's language; never empty."""
    return _ANSWERS.get(task.wish.kind, _help)(task)


def so_far(task: Task) -> str:
    """What can be said already though calls are still missing."""
    known = any(not isinstance(step.outcome, Failure | Absent) for step in task.talk.now.steps)
    if known and task.meaning.calls and not task.meaning.files:
        return stopping.NOTHING_YET.told(task.language)
    return answer(task) if known else stopping.NOTHING_YET.told(task.language)


def _says(saying: Saying) -> Callable[[Task], str]:
    """An answer that is always the same."""
    return lambda task: saying.told(task.language)


def _help(task: Task) -> str:
    language, files = task.language, _known_files(task)
    helper = abilities.HELPER.told(language)
    first = abilities.CANNOT.told(language, helper=helper) if task.wish.kind == "cannot" else helper
    named = task.wish.files[:1]
    about = [abilities.NO_ANSWERS.told(language, file=code(file)) for file in named if task.wish.kind == "other"]
    return "\n\n".join([first, *about, abilities.abilities(named or files, language)])


def _list(task: Task) -> str:
    match task.talk.listing(task.meaning.folder):
        case Listing() as listing:
            return folders.listing_told(listing, task.language)
        case Failure() as failure:
            return folders.NO_FOLDER.told(
                task.language, folder=code(task.meaning.folder), why=reasons.reason(failure, task.language)
            )
    return stopping.NOTHING_YET.told(task.language)


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
        why = reasons.reason(task.meaning.failure, language)
        return folders.NO_FOLDER.told(language, folder=code(task.meaning.folder), why=why)
    if task.meaning.files:
        return ""
    if task.meaning.unknown:
        return _unknown_told(task)
    if task.wish.every and task.meaning.listing and task.wish.extension:
        folder = code(task.meaning.listing.folder)
        return choosing.NO_SUCH_KIND.told(language, folder=folder, extension=task.wish.extension)
    if task.wish.every and task.meaning.listing:
        return choosing.NO_FILES.told(language, folder=code(task.meaning.listing.folder))
    return choosing.WHICH_FILE.told(language, known=_names_told(task)).strip()


def _unknown_told(task: Task) -> str:
    return choosing.NO_SUCH_NAME.told(task.language, name=code(task.meaning.unknown), known=_names_told(task)).strip()


def _names_told(task: Task) -> str:
    entries = task.meaning.listing.files if task.meaning.listing else ()
    if not entries:
        return ""
    return choosing.KNOWN_FILES.told(
        task.language, names=_in_a_row(task, tuple(entry.name for entry in entries[:MOST_FILES]))
    )


def _in_a_row(task: Task, files: tuple[str, ...]) -> str:
    return names(files, task.language)


def _not_covered(task: Task) -> list[str]:
    told = [_unknown_told(task)] if task.meaning.unknown else []
    if task.meaning.left_out:
        told.append(
            choosing.LEFT_OUT.told(task.language, most=MOST_FILES, names=_in_a_row(task, task.meaning.left_out))
        )
    if task.meaning.skipped:
        told.append(choosing.SKIPPED.told(task.language, names=_in_a_row(task, task.meaning.skipped)))
    if task.meaning.left_out and task.meaning.listing and task.meaning.listing.more:
        told.append(choosing.NOT_LISTED.told(task.language, more=f"{task.meaning.listing.more:,}"))
    return told


def _title(task: Task, file: str) -> str:
    page = task.talk.read_so_far(file)
    if page is None:
        return unread_told(task, file)
    title, language = title_of(prose_of(page)), task.language
    if title:
        return reading.TITLE.told(language, file=code(page.file), title=literal(title))
    return _no_text(page, language) if page.whole else reading.NO_TITLE.told(language, file=code(page.file))


def _read(task: Task, file: str) -> str:
    page, language = asked_page(task, file), task.language
    if page is None:
        return unread_told(task, file)
    name = code(page.file)
    if not page.text and not page.last:
        return _no_text(page, language)
    if task.wish.lines and task.wish.lines.from_end and not page.total:
        return reading.END_UNKNOWN.told(language, file=name)
    if task.wish.lines and not page.text:
        return reading.AT_END.told(language, file=name)
    head = reading.SHOWN_WHOLE.told(language, file=name)
    if not page.whole:
        head = reading.SHOWN_PART.told(language, file=name, part=reading.part_of(page, language))
    cut = page.onward and not (task.wish.lines and task.wish.lines.last)
    return "\n\n".join([head, fenced(page.text), *([reading.SAY_ON.told(language)] if cut else [])])


def _no_text(page: Page, language: Language) -> str:
    if page.about:
        about = literal(document_told(page.about, language))
        return reading.NO_TEXT.told(language, file=code(page.file), about=about)
    return reading.EMPTY.told(language, file=code(page.file))


def _section(task: Task, file: str) -> str:
    page, language = task.talk.read_so_far(file), task.language
    if page is None:
        return unread_told(task, file)
    name, part, found = code(page.file), reading.part_of(page, language), section_of(page, task.wish.section)
    if found is None:
        wanted = literal(task.wish.section)
        return reading.NO_SECTION.told(language, file=name, section=wanted, part=part)
    shown = reading.SHOWN_PART.told(language, file=name, part=reading.part_of(found.page, language))
    rest = [] if found.ended else [reading.SECTION_CUT.told(language, part=part)]
    return "\n\n".join([shown, fenced(found.page.text), *rest])


def _summarize(task: Task) -> str:
    told = _for_files(summary_told)(task)
    if replaces_source(task):
        return f"{told}\n\n{saving.OWN_SOURCE.told(task.language, file=code(task.wish.save_as))}"
    targets = [str(call.arguments["file_path"]) for call in writes(task)]
    bullet = "- " if len(targets) > 1 else ""
    saved = "\n".join(f"{bullet}{written_told(task, target)}" for target in targets)
    if task.wish.shown and saved:
        return saved
    return "\n\n".join(part for part in (saved, told) if part)


def _form_told(task: Task) -> list[str]:
    """What cannot be done of the form that was asked for."""
    told = [summing_up.NOT_TRANSLATED.told(task.language)] if _left_foreign(task) else []
    if task.wish.kind == "summarize" and task.wish.section:
        told.append(summing_up.WHOLE_ONLY.told(task.language))
    if task.wish.kind == "summarize" and task.wish.sentences > MOST_SENTENCES:
        told.append(summing_up.AT_MOST_SENTENCES.told(task.language, most=MOST_SENTENCES))
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
        return saving.OWN_SOURCE.told(language, file=code(task.wish.save_as))
    if not task.wish.save_as:
        return saving.NAME_TO_SAVE.told(language)
    name, held = code(page.file), saving.COPIED_WHOLE if page.whole else saving.COPIED_PART
    told = held.told(language, file=name, part=reading.part_of(page, language))
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
    "search": search_told,
    "find": find_told,
    "change": changes_told,
    "unclear": unclear_told,
    "undo": _says(changing.UNDO),
    "copy": _copy,
    "blank": blank_told,
    "unsure": unsure_told,
    "declined": declined_told,
    "several": several_told,
    "recall": recall_told,
    "compose": _says(abilities.NO_TEXTS),
    "calculate": _says(abilities.NO_SUMS),
    "thanks": _says(abilities.THANKED),
    "title": _for_files(_title),
    "read": _for_files(_read),
    "section": _for_files(_section),
    "chart": _for_files(chart_told),
    "summarize": _summarize,
    "save": save_told,
    "write": save_told,
}
