"""What is written, and under which name."""

import re
from pathlib import PurePosixPath

from app.embedded.conversation import same_path
from app.embedded.plan.meaning import summary_name
from app.embedded.plan.reading import Task, asked_page, is_there
from app.embedded.protocol import Call
from app.embedded.results import Outcome, Page, lines_of
from app.embedded.sentences.reading import part_of
from app.embedded.summary import summary_of, title_of, without_hashes, without_marks
from app.embedded.wishes import Wish

MOST_SENTENCES = 10
_WITH_HEADINGS = (".md", ".markdown", ".txt")
_BULLET = re.compile(r"^\s*[-*+•・]\s+")


def writes(task: Task) -> tuple[Call, ...]:
    """The writes that the wish asks for, once everything they need has been read."""
    if replaces_source(task):
        return ()
    match task.wish.kind:
        case "write" | "save":
            return _plain_write(task.wish)
        case "copy":
            return _copied(task)
        case "blank" if task.wish.save_as and is_there(task.wish.save_as, task.talk) is False:
            return (_write(task.wish.save_as, ""),)
        case "summarize" if task.wish.save:
            return _summaries(task)
    return ()


def replaces_source(task: Task) -> bool:
    """Whether saving would put the result in the place of a file that it is made from."""
    saving = task.wish.kind in ("copy", "summarize") and bool(task.wish.save_as)
    return saving and any(same_path(file.casefold(), task.wish.save_as.casefold()) for file in task.meaning.files)


def _summaries(task: Task) -> tuple[Call, ...]:
    texts = {file: _summary_text(task, page) for file in task.meaning.files if (page := task.talk.read_so_far(file))}
    told = {file: text for file, text in texts.items() if text}
    if task.wish.save_as and told:
        return (_write(task.wish.save_as, "\n".join(told.values()), task.wish.append),)
    return tuple(_write(summary_name(file), text) for file, text in told.items())


def _copied(task: Task) -> tuple[Call, ...]:
    """A file's text as it is, to the last character."""
    page = asked_page(task, task.meaning.files[0]) if len(task.meaning.files) == 1 else None
    if not (page and page.text and task.wish.save_as):
        return ()
    return (_write(task.wish.save_as, page.text, task.wish.append),)


def outcome_of_write(task: Task, path: str) -> Outcome | None:
    """What came of writing `path` in this turn; None when it was not tried."""
    for step in reversed(task.talk.now.steps):
        if step.call.name == "write_file" and same_path(step.path, path):
            return step.outcome
    return None


def sentences_of(page: Page, count: int = 0) -> tuple[str, ...]:
    """A summary's sentences, `count` of them if it is not 0; of a text without any, its first lines after the title."""
    found = summary_of(prose_of(page), count).sentences
    return found or first_lines(page)


def prose_of(page: Page) -> str:
    """The text of a page without the marks that only documents have."""
    return without_marks(page.text) if page.about else page.text


def sentence_count(wish: Wish) -> int:
    """How many sentences are chosen for a summary, 0 for the usual number."""
    return min(wish.sentences, MOST_SENTENCES)


def text_lines(page: Page) -> tuple[str, ...]:
    """The lines that are not blank; a heading without its marks, where such marks make headings."""
    lines = tuple(line.strip() for line in lines_of(prose_of(page)) if line.strip())
    has_headings = page.about or PurePosixPath(page.file).suffix.lower() in _WITH_HEADINGS
    return tuple(map(without_hashes, lines)) if has_headings else lines


def first_lines(page: Page) -> tuple[str, ...]:
    """Up to five lines of a text that has no sentences."""
    return tuple(_BULLET.sub("", line).strip() for line in text_lines(page)[:5])


def _plain_write(wish: Wish) -> tuple[Call, ...]:
    if not wish.save_as or (wish.kind == "save" and not wish.text):
        return ()
    text = wish.text if wish.text.endswith("\n") or not wish.text else f"{wish.text}\n"
    return (_write(wish.save_as, text, wish.append),)


def _write(path: str, text: str, append: bool = False) -> Call:
    more = {"append": True} if append else {}
    return Call("write_file", {"file_path": path, "text": text, **more})


def _summary_text(task: Task, page: Page) -> str:
    """A summary as a file: the title, the sentences, and what part of the file they rest on."""
    sentences = sentences_of(page, sentence_count(task.wish))
    if not sentences:
        return ""
    rest = [] if page.whole else [f"({page.file}: {part_of(page, task.language).strip()})"]
    head, body = title_of(prose_of(page)), [sentence for sentence in sentences if sentence != title_of(prose_of(page))]
    blocks = [head, "\n".join(f"- {sentence}" for sentence in body), *rest]
    return "\n\n".join(block for block in blocks if block) + "\n"
