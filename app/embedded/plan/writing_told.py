"""What is said about writing: what was saved, what was not, and what is open."""

from app.embedded import sentences as say
from app.embedded.conversation import Turn, same_path
from app.embedded.markup import code, literal, names
from app.embedded.plan.meaning import summary_name
from app.embedded.plan.reading import Task, folder_of, is_there
from app.embedded.plan.saving import outcome_of_write
from app.embedded.results import Failure, Written


def save_told(task: Task) -> str:
    if task.wish.kind == "save" and not task.wish.text:
        return say.NOTHING_TO_SAVE.told(task.language)
    if not task.wish.save_as:
        return say.NAME_TO_SAVE.told(task.language)
    return written_told(task, task.wish.save_as)


def written_told(task: Task, path: str) -> str:
    """Whether `path` was written, as the tool's own result says."""
    language, name = task.language, code(path)
    match outcome_of_write(task, path):
        case Written(size="", said=said):
            return say.SAVED_UNSIZED.told(language, file=name, said=literal(said))
        case Written(size=size, said=said):
            return _kind_of_write(task, said).told(language, file=name, size=size)
        case Failure() as failure:
            return say.NOT_SAVED.told(language, file=name, why=say.reason(failure, language))
        case None:
            return say.NOT_SAVED.told(language, file=name, why="").strip()
    return f"{name}: {say.NOT_CLEAR.told(language)}"


def _kind_of_write(task: Task, said: str) -> say.Saying:
    if task.wish.append:
        return say.APPENDED
    return say.OVERWRITTEN if said.startswith("Overwrote") else say.SAVED


def blank_told(task: Task) -> str:
    path, language = task.wish.save_as, task.language
    if outcome_of_write(task, path):
        return written_told(task, path)
    if is_there(path, task.talk):
        return say.BLANK_TAKEN.told(language, file=code(path))
    return say.BLANK_UNSURE.told(language, file=code(path), why=_no_listing(task, path)).strip()


def exists_told(task: Task) -> str:
    return "\n\n".join(_presence(task, file) for file in task.meaning.files)


def _presence(task: Task, file: str) -> str:
    there = is_there(file, task.talk)
    if there is None:
        return say.THERE_UNKNOWN.told(task.language, file=code(file), why=_no_listing(task, file)).strip()
    return (say.THERE if there else say.NOT_THERE).told(task.language, file=code(file))


def _no_listing(task: Task, file: str) -> str:
    failure = task.talk.listing(folder_of(file))
    return say.reason(failure, task.language) if isinstance(failure, Failure) else ""


def unsure_told(task: Task) -> str:
    wanted = task.wish.behind or task.wish
    own = summary_name(wanted.files[0]) if wanted.files and wanted.kind == "summarize" else "notes.txt"
    return say.UNSURE.told(task.language, file=wanted.save_as or own)


def declined_told(task: Task) -> str:
    return say.DECLINED.told(task.language)


def several_told(task: Task) -> str:
    return say.SEVERAL.told(task.language)


def recall_told(task: Task) -> str:
    """What was saved, as the history shows it: of a file that is named, else of what was done last."""
    turns = [turn for turn in task.talk.turns[:-1] if turn.steps]
    saved = tuple(dict.fromkeys(path for turn in turns for path in _saved_in(turn)))
    asked = task.wish.files
    meant = tuple(path for path in saved if any(same_path(path, file) for file in asked))
    if found := meant if asked else _saved_in(turns[-1]) if turns else ():
        return say.SAVED_BEFORE.told(task.language, names=names(found, task.language))
    return (say.OTHERS_SAVED if saved else say.NEVER_SAVED).told(task.language, names=names(saved, task.language))


def _saved_in(turn: Turn) -> tuple[str, ...]:
    return tuple(step.path for step in turn.steps if isinstance(step.outcome, Written))
