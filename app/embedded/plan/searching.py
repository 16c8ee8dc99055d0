"""Searches: the calls, and what is said of what they found."""

from collections.abc import Sequence
from dataclasses import replace

from app.embedded.markup import code, literal
from app.embedded.plan.reading import Task, folder_of
from app.embedded.protocol import Call, Json
from app.embedded.results import Failure, Found, Hit, Hits, Outcome
from app.embedded.sentences import searching
from app.embedded.sentences.kinds import facts_told
from app.embedded.sentences.reasons import reason
from app.embedded.sentences.unseen import counted, unseen_told
from app.language import Language

_LINES_SHOWN = 40


def search_calls(task: Task) -> tuple[Call, ...]:
    """A search for the text; where it finds nothing, one for its singular and one for such a name."""
    call = _search(task, task.wish.text)
    match task.talk.came_of(call):
        case None:
            return (call,)
        case Hits(lines=0, whole=True):
            return _other_calls(task)
    return ()


def _other_calls(task: Task) -> tuple[Call, ...]:
    singular = _singular(task.wish.text)
    names = (_find(task),) if not task.wish.files and " " not in task.wish.text else ()
    return (*((_search(task, singular),) if singular else ()), *names)


def find_calls(task: Task) -> tuple[Call, ...]:
    return (_find(task),)


def search_told(task: Task) -> str:
    """Lines with their files and numbers, how much was looked at, and what was not."""
    text = task.wish.text
    found, singular = task.talk.came_of(_search(task, text)), _singular(text)
    other = task.talk.came_of(_search(task, singular)) if singular else None
    if isinstance(found, Hits) and not found.lines and isinstance(other, Hits) and other.lines:
        instead = searching.INSTEAD.told(task.language, text=literal(text), other=literal(singular))
        return "\n\n".join([instead, _hits_told(other, singular, task.language)])
    if not isinstance(found, Hits):
        return _failed(task, found)
    names = task.talk.came_of(_find(task))
    named = [find_told(task)] if isinstance(names, Found) and (names.files or names.others) else []
    return "\n\n".join([_hits_told(found, text, task.language, notes=not named), *named])


def find_told(task: Task) -> str:
    """Names of files and folders, how much was looked at, and what was not."""
    came, language = task.talk.came_of(_find(task)), task.language
    if not isinstance(came, Found):
        return _failed(task, came)
    looked = _files_and_folders(came.looked, language) or counted(0, searching.FILES, language)
    facts = {"name": code(task.wish.text), "where": code(came.where), "looked": looked}
    notes = [searching.READ_AS.told(language, glob=code(came.read_as))] if came.read_as else []
    notes += unseen_told(came.unseen, language)
    rows = [f"- {code(name)}" for name in came.others]
    rows += [f"- {code(file.name)} ({_bytes(file.size, language)})" for file in came.files]
    if not rows:
        return "\n\n".join([searching.NO_NAMES.told(language, **facts), *notes])
    more = [searching.MORE_NAMES.told(language, more=f"{came.more:,}")] if came.more else []
    head = searching.FOUND_NAMES.told(language, count=_files_and_folders(came.count, language), **facts)
    return "\n\n".join([head, "\n".join(rows), *more, *notes])


def _search(task: Task, text: str) -> Call:
    given: Json = {"query": text}
    folder = task.wish.folder
    if task.wish.files:
        file = task.wish.files[0]
        folder = folder_of(file)
        given["pattern"] = file.rpartition("/")[2]
    if folder not in ("", "."):
        given["dir_path"] = folder
    return Call("search_text", given)


def _find(task: Task) -> Call:
    folder = task.wish.folder
    inside: Json = {"dir_path": folder} if folder not in ("", ".") else {}
    return Call("file_search", {"pattern": task.wish.text, **inside})


def _singular(text: str) -> str:
    """An English word without its plural "s", "" for anything else."""
    plain = text.isascii() and text.isalpha() and len(text) > 3
    return text[:-1] if plain and text.lower().endswith("s") and not text.lower().endswith("ss") else ""


def _hits_told(found: Hits, text: str, language: Language, notes: bool = True) -> str:
    looked = counted(found.looked, searching.FILES, language)
    facts = {"text": literal(text), "where": code(found.where), "looked": looked}
    unseen = unseen_told(found.unseen if notes else replace(found.unseen, hidden=0), language)
    if not found.lines:
        return "\n\n".join([searching.NO_LINES.told(language, **facts), *unseen])
    lines, files = counted(found.lines, searching.LINES, language), counted(found.files, searching.FILES, language)
    head = searching.FOUND_LINES if found.whole else searching.FOUND_SO_FAR
    shown = found.hits[:_LINES_SHOWN]
    rest = found.more + len(found.hits) - len(shown)
    more = [searching.MORE_LINES.told(language, more=f"{rest:,}")] if rest else []
    told = head.told(language, lines=lines, files=files, **facts)
    return "\n\n".join([told, _by_file(shown, language), *more, *unseen])


def _by_file(hits: Sequence[Hit], language: Language) -> str:
    rows: list[str] = []
    for number, hit in enumerate(hits):
        if not number or hits[number - 1].file != hit.file:
            rows.append(f"- {code(hit.file)}")
        line = searching.PLACED_LINE if hit.place else searching.LINE
        said = line.told(
            language,
            line=f"{hit.line:,}",
            text=literal(hit.text.strip()),
            place=literal(facts_told(hit.place, language)),
        )
        rows.append(f"  - {said}")
    return "\n".join(rows)


def _failed(task: Task, came: Outcome | None) -> str:
    if not isinstance(came, Failure):
        return searching.NO_RESULT.told(task.language)
    where = task.wish.files[0] if task.wish.files else task.wish.folder or "."
    return searching.NOT_SEARCHED.told(task.language, where=code(where), why=reason(came, task.language))


def _files_and_folders(numbers: tuple[int, int], language: Language) -> str:
    nouns = zip(numbers, (searching.FILES, searching.FOLDERS), strict=True)
    told = [counted(number, noun, language) for number, noun in nouns if number]
    return ("と" if language == "ja" else " and ").join(told)


def _bytes(size: int, language: Language) -> str:
    return f"{size:,} バイト" if language == "ja" else f"{size:,} bytes"
