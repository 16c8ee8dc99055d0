"""The row of a call in the reader's words: what is being done, what was done, or why it was not."""

from typing import Any

from app.events import ApprovalAsked, Extent, Receipt, ToolFinished, ToolStarted
from app.language import Language
from app.phrases import ALL, phrase, reason_phrase
from app.tools.titles import short

_REASON_IN_ROW = 80
_FOLDERS = ("list_directory", "file_search", "search_text")
_UNITS = ("kB", "MB", "GB", "TB")


def running(started: ToolStarted, language: Language) -> str:
    """A call that is under way."""
    return _row("runs", started, language)


def done(started: ToolStarted, ended: ToolFinished, language: Language) -> str:
    """A call that has done its work."""
    if ended.receipt is not None:
        return changed(ended.receipt, language, "undid" if started.name == "undo" else "changed")
    if ended.extent is not None:
        return _row("done", started, language, **_found(ended.extent, language))
    if started.name in _FOLDERS:
        return phrase("done_other", language, path=_set_off(started.name, language)).strip()
    return _row("done", started, language)


def not_done(started: ToolStarted, code: str, language: Language) -> str:
    """A call that has not done its work, and why."""
    return _row("failed", started, language, why=reason_phrase(code, language))


def asked(question: ApprovalAsked, started: ToolStarted, language: Language) -> str:
    """A change that is asked about."""
    key = f"asked_{question.verb}"
    return phrase(key, language, **_named(started, language)).strip() if key in ALL else _begun(question.title)


def _begun(title: str) -> str:
    """A title as the beginning of a row."""
    return f"{title[:1].upper()}{title[1:]}"


def waiting(question: ApprovalAsked, started: ToolStarted, language: Language) -> str:
    """A change that waits for the person's word."""
    return phrase("row_waits", language, asked=asked(question, started, language))


def denied(question: ApprovalAsked, started: ToolStarted, reason: str, language: Language) -> str:
    """A change to which the person said no, with the `reason` that they gave."""
    brief = reason if len(reason) <= _REASON_IN_ROW else f"{reason[:_REASON_IN_ROW]}…"
    key = "row_denied_because" if reason else "row_denied"
    return phrase(key, language, asked=asked(question, started, language), reason=brief)


def counted(key: str, number: int, language: Language) -> str:
    """So many of something."""
    return phrase(f"{key}_one" if number == 1 else key, language, number=f"{number:,}")


def size(number: int, language: Language) -> str:
    """A size of so many bytes, as a person says it."""
    if number < 1000:
        return counted("bytes", number, language)
    amount, unit = number / 1000, 0
    while amount >= 999.95 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.1f} {_UNITS[unit]}"


def _row(kind: str, started: ToolStarted, language: Language, **more: str) -> str:
    key = f"{kind}_{started.name}"
    if key in ALL:
        return phrase(key, language, **{"lines": "", **_named(started, language), **more}).strip()
    return phrase(f"{kind}_other", language, path=_set_off(started.name, language), **more).strip()


def _named(started: ToolStarted, language: Language) -> dict[str, str]:
    """What a call names, as it is told: of unchecked arguments, on which nothing relies."""
    given, is_folder = started.args, started.name in _FOLDERS
    path = given.get("dir_path" if "dir_path" in given or is_folder else "file_path")
    named = next((found for found in (path, given.get("destination_path"), given.get("path")) if found), "")
    return {
        "path": _path(named, language, is_folder),
        "source": _path(given.get("source_path"), language, is_folder=False),
        "query": short(given.get("query", given.get("pattern", ""))),
        "part": _number(given.get("part")),
        "parts": _number(given.get("parts")),
    }


def about(started: ToolStarted, language: Language) -> str:
    """The file or folder that a call is about."""
    return _named(started, language)["path"].strip()


def _path(given: Any, language: Language, is_folder: bool) -> str:
    if given in (None, "", ".", "./"):
        return phrase("the_folder" if is_folder else "a_file", language)
    return _set_off(given, language)


def _set_off(name: Any, language: Language) -> str:
    """A name in a sentence: Japanese has no spaces of its own around it."""
    return f" {short(name)} " if language == "ja" else short(name)


def _number(given: Any) -> str:
    return f"{given:,}" if type(given) is int else "?"


def _found(extent: Extent, language: Language) -> dict[str, str]:
    """What was looked at and found, for the places that a row has for it."""
    place = phrase("search_place", language, path=_set_off(extent.path, language).lstrip()) if extent.path else ""
    return {
        **({"path": _set_off(extent.path, language)} if extent.path else {}),
        "found": _as_far(_files_and_folders(extent, language), extent, language),
        "lines": _lines(extent, language),
        "looked": counted("files", extent.looked, language),
        "place": place,
        "matches": _as_far(counted("matches", extent.matches, language), extent, language),
    }


def _files_and_folders(extent: Extent, language: Language) -> str:
    files, folders = counted("files", extent.files, language), counted("folders", extent.folders, language)
    if extent.files and extent.folders:
        return phrase("files_and_folders", language, files=files, folders=folders)
    return folders if extent.folders else files


def _as_far(found: str, extent: Extent, language: Language) -> str:
    return found if extent.is_whole else phrase("so_far", language, found=found)


def _lines(extent: Extent, language: Language) -> str:
    if not extent.first:
        return ""
    numbers = {name: f"{getattr(extent, name) or 0:,}" for name in ("first", "last", "total")}
    if extent.total is None:
        key = "lines_uncounted"
    elif (extent.first, extent.last) == (1, extent.total):
        key = "lines_all_one" if extent.total == 1 else "lines_all"
    else:
        key = "lines_one_of" if extent.first == extent.last else "lines_part"
    return phrase(key, language, **numbers)


def changed(receipt: Receipt, language: Language, way: str = "changed") -> str:
    """A change that was made; with "undid" as its `way` one that took another back."""
    named = {"path": _set_off(receipt.path, language), "source": _set_off(receipt.source, language)}
    return phrase(f"{way}_{receipt.verb}", language, **named, size=size(receipt.size_after or 0, language)).strip()
