"""What is said of a file in a summary, and of one that could not be read."""

from app.embedded.markup import code, literal
from app.embedded.plan.reading import Task
from app.embedded.plan.saving import first_lines, prose_of, sentence_count, text_lines
from app.embedded.results import Page
from app.embedded.sentences import reading, reasons, summing_up
from app.embedded.summary import summary_of, title_of, without_hashes


def summary_told(task: Task, file: str) -> str:
    """A summary of `file`, and what of it the summary rests on."""
    page, language = task.talk.read_so_far(file), task.language
    if page is None:
        return unread_told(task, file)
    name = code(page.file)
    if not prose_of(page).strip():
        empty = page.whole and not page.about
        return (reading.EMPTY if empty else summing_up.NOTHING_TO_SUM_UP).told(language, file=name)
    title = title_of(prose_of(page))
    head, rows = _digest(task, page, name)
    caption = [f"**{literal(title)}**"] if title not in map(without_hashes, rows) else []
    quoted = "\n".join(f"- {literal(row)}" for row in rows)
    return "\n\n".join([head, *caption, quoted, *_extent(task, page)])


def _digest(task: Task, page: Page, name: str) -> tuple[str, tuple[str, ...]]:
    """How the sentences are introduced, and the sentences."""
    count = sentence_count(task.wish)
    found, lines = summary_of(prose_of(page), count), text_lines(page)
    if not count and page.whole and len(lines) <= 3 and len(page.text) <= 400:
        return summing_up.WHOLE_TEXT.told(task.language, file=name), lines
    if not found.sentences:
        return summing_up.NO_SENTENCES.told(task.language, file=name), first_lines(page)
    return summing_up.SUMMARY.told(task.language, file=name), found.sentences


def _extent(task: Task, page: Page) -> list[str]:
    """What the summary rests on, where that is not the whole file."""
    told, found = [], summary_of(prose_of(page))
    if not page.whole:
        told.append(summing_up.PART_READ.told(task.language, part=reading.part_of(page, task.language)))
    if found.weighed < found.found:
        told.append(summing_up.CAPPED.told(task.language, weighed=f"{found.weighed:,}", found=f"{found.found:,}"))
    return told


def unread_told(task: Task, file: str) -> str:
    """That `file` could not be read, and why."""
    failure = task.talk.failure(file)
    why = reasons.reason(failure, task.language) if failure else reading.NO_RESULT.told(task.language)
    return reading.NOT_READ.told(task.language, file=code(file), why=why)
