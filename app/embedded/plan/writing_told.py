"""What is said about writing: what was saved, what was not, and what is open."""

from app.embedded.conversation import Turn, same_path
from app.embedded.markup import code, literal, names
from app.embedded.plan.changes_told import done_before_told, doubted_told
from app.embedded.plan.meaning import summary_name
from app.embedded.plan.reading import Task, folder_of, is_there
from app.embedded.plan.saving import outcome_of_write
from app.embedded.results import Failure, Written
from app.embedded.sentences import folders, reasons, saving
from app.embedded.sentences.saying import Saying


def save_told(task: Task) -> str:
    if task.wish.kind == "save" and not task.wish.text:
        return saving.NOTHING_TO_SAVE.told(task.language)
    if not task.wish.save_as:
        return saving.NAME_TO_SAVE.told(task.language)
    return written_told(task, task.wish.save_as)


def written_told(task: Task, path: str) -> str:
    """Whether `path` was written, as the tool's own result says."""
    language, name = task.language, code(path)
    match outcome_of_write(task, path):
        case Written(size="", said=said):
            return saving.SAVED_UNSIZED.told(language, file=name, said=literal(said))
        case Written(size=size, said=said):
            return _kind_of_write(task, said).told(language, file=name, size=size)
        case Failure() as failure:
            return saving.NOT_SAVED.told(language, file=name, why=reasons.reason(failure, language))
        case None:
            return saving.NOT_SAVED.told(language, file=name, why="").strip()
    return f"{name}: {saving.NOT_CLEAR.told(language)}"


def _kind_of_write(task: Task, said: str) -> Saying:
    if task.wish.append:
        return saving.APPENDED
    return saving.OVERWRITTEN if said.startswith("Overwrote") else saving.SAVED


def blank_told(task: Task) -> str:
    path, language = task.wish.save_as, task.language
    if outcome_of_write(task, path):
        return written_told(task, path)
    if is_there(path, task.talk):
        return saving.BLANK_TAKEN.told(language, file=code(path))
    return saving.BLANK_UNSURE.told(language, file=code(path), why=_no_listing(task, path)).strip()


def exists_told(task: Task) -> str:
    return "\n\n".join(_presence(task, file) for file in task.meaning.files)


def _presence(task: Task, file: str) -> str:
    there = is_there(file, task.talk)
    if there is None:
        return folders.THERE_UNKNOWN.told(task.language, file=code(file), why=_no_listing(task, file)).strip()
    return (folders.THERE if there else folders.NOT_THERE).told(task.language, file=code(file))


def _no_listing(task: Task, file: str) -> str:
    failure = task.talk.listing(folder_of(file))
    return reasons.reason(failure, task.language) if isinstance(failure, Failure) else ""


def unsure_told(task: Task) -> str:
    wanted = task.wish.behind or task.wish
    if wanted.kind == "change":
        return doubted_told(task, wanted.changes)
    own = summary_name(wanted.files[0]) if wanted.files and wanted.kind == "summarize" else "notes.txt"
    return saving.UNSURE.told(task.language, file=wanted.save_as or own)


def declined_told(task: Task) -> str:
    return saving.DECLINED.told(task.language)


def several_told(task: Task) -> str:
    return saving.SEVERAL.told(task.language)


def recall_told(task: Task) -> str:
    """What was saved, as the history shows it: of a file that is named, else of what was done last."""
    if task.wish.changes:
        return done_before_told(task)
    turns = [turn for turn in task.talk.turns[:-1] if turn.steps]
    saved = tuple(dict.fromkeys(path for turn in turns for path in _saved_in(turn)))
    asked = task.wish.files
    meant = tuple(path for path in saved if any(same_path(path, file) for file in asked))
    if found := meant if asked else _saved_in(turns[-1]) if turns else ():
        return saving.SAVED_BEFORE.told(task.language, names=names(found, task.language))
    return (saving.OTHERS_SAVED if saved else saving.NEVER_SAVED).told(task.language, names=names(saved, task.language))


def _saved_in(turn: Turn) -> tuple[str, ...]:
    return tuple(step.path for step in turn.steps if isinstance(step.outcome, Written))
