"""What is said about changes: what was done, what was not, and what is open."""

from app.embedded.conversation import Step, Turn, same_path
from app.embedded.markup import code, literal
from app.embedded.plan.changing import Settled, settled
from app.embedded.plan.reading import Task
from app.embedded.results import Changed, Failure, Listing, Written
from app.embedded.sentences import changing, choosing, saving
from app.embedded.sentences.reasons import reason
from app.embedded.sentences.saying import Saying
from app.embedded.wishes import Change
from app.language import Language


def changes_told(task: Task) -> str:
    """Of each change whether it was made, as the tool's own result says."""
    told = [_told(task, one) for one in settled(task)]
    bullet = "- " if len(told) > 1 else ""
    return "\n".join(f"{bullet}{one}" for one in dict.fromkeys(told))


def done_told(done: Changed, language: Language) -> str:
    """A change that was made."""
    if not done.path:
        return changing.SAID.told(language, said=literal(done.said))
    said = changing.DONE[done.deed].told(
        language, source=code(done.source), path=code(done.path), before=done.before, size=done.size
    )
    replaced = [changing.REPLACED.told(language, replaced=done.replaced)] if done.replaced else []
    final = [changing.FINAL.told(language)] if done.final else []
    return ("" if language == "ja" else " ").join([said, *replaced, *final])


def unclear_told(task: Task) -> str:
    language = task.language
    examples = "\n".join(f"- {literal(changing.asked(one, language))}" for one in changing.UNCLEAR_EXAMPLES)
    return f"{changing.UNCLEAR.told(language)}\n\n{examples}"


def doubted_told(task: Task, doubted: tuple[Change, ...]) -> str:
    """Changes that were spoken of, as they would have to be asked for."""
    language = task.language
    it = choosing.IT.told(language)
    rows = [f"- {literal(changing.asked(one, language, source=one.source or it))}" for one in doubted]
    return "\n\n".join([changing.UNSURE.told(language), "\n".join(rows)])


def done_before_told(task: Task) -> str:
    """The changes of this conversation, as the history shows them: of files that are named, else all."""
    turns = task.talk.turns[:-1]
    done = [said for turn in turns for said in _done_in(turn, task.wish.files, task.language)]
    if not done:
        return changing.NEVER_DONE.told(task.language)
    rows = "\n".join(f"- {said}" for said in done)
    undone = [changing.UNDONE_SINCE.told(task.language)] if any(turn.takes_back for turn in turns) else []
    return "\n\n".join([changing.DONE_BEFORE.told(task.language), rows, *undone])


def _done_in(turn: Turn, files: tuple[str, ...], language: Language) -> list[str]:
    told = []
    for step in turn.steps:
        if files and not any(same_path(path, file) for path in step.paths for file in files):
            continue
        match step.outcome:
            case Changed(deed=deed):
                told.append(_named(changing.NAMES[deed], step, language))
            case Written():
                told.append(_named(changing.WRITE, step, language))
    return told


def _named(name: Saying, step: Step, language: Language) -> str:
    """A change in two words and its names: the answer claims nothing of this turn."""
    return f"{name.told(language)}{' → '.join(map(code, step.paths))}"


def _told(task: Task, one: Settled) -> str:
    language, change = task.language, one.change
    if one.open:
        return _open_told(task, one)
    match task.talk.came_of(one.call):
        case Changed() as done:
            return done_told(done, language)
        case Failure() as failure:
            return _not_done(change, language, reason(failure, language))
        case None:
            why = changing.AFTER_FAILURE if len(task.wish.changes) > 1 else changing.NOT_ASKED
            return _not_done(change, language, why.told(language))
    return f"{literal(changing.asked(change, language))}: {saving.NOT_CLEAR.told(language)}"


def _not_done(change: Change, language: Language, why: str) -> str:
    return changing.not_done(change, language, code(change.source), code(change.target), why)


def _open_told(task: Task, one: Settled) -> str:
    language, change = task.language, one.change
    match one.open:
        case "which":
            return choosing.WHICH_FILE.told(language, known="").strip()
        case "unknown":
            return choosing.NO_SUCH_NAME.told(language, name=code(change.source), known=_known(task)).strip()
    verb = changing.INTO_VERBS[change.verb].told(language)
    into = changing.INTO.told(language, verb=verb, source=change.source, target=change.target)
    return changing.NO_FOLDER.told(language, target=code(change.target), into=literal(into))


def _known(task: Task) -> str:
    listing = task.talk.listing(".")
    names = [code(entry.name) for entry in listing.files[:8]] if isinstance(listing, Listing) else []
    joined = ("、" if task.language == "ja" else ", ").join(names)
    return choosing.KNOWN_FILES.told(task.language, names=joined) if names else ""
