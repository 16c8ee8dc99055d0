"""Which files a wish means, and which reads it still needs."""

import re
import unicodedata
from dataclasses import dataclass, replace

from app.embedded.conversation import Conversation, inside, same_path
from app.embedded.protocol import CONTEXT_WINDOW, Call
from app.embedded.results import Failure, Listing, Page, lines_of
from app.embedded.wishes import Lines, Wish, may_be_longer
from app.language import Language
from app.tokens import estimated_tokens

MOST_FILES = 8
TITLE_LINES = 20
# A quarter of the window stays free for what comes after the reading.
_ROOM = CONTEXT_WINDOW * 3 // 4
_FIRST_LINES, _FEWEST_LINES, _MOST_PAGES = 240, 20, 4
_BYTES_A_TOKEN = 3
# So few files fit together, a page of each.
_WHOLE_AT_ONCE = 2
_NOT_TEXT = re.compile(
    r"\.(?:png|jpe?g|gif|bmp|webp|ico|tiff?|heic|mp[34]|wav|flac|ogg|avi|mov|mkv|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dll|so|"
    r"bin|iso|dmg|pyc|class|jar|sqlite|db|gguf|woff2?|ttf|otf)$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Meant:
    """The files a wish means; `calls` are needed first to know. The rest is what the answer has to say."""

    files: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    left_out: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    unknown: str = ""
    shows_folder: bool = False
    folder: str = "."
    listing: Listing | None = None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A wish with the files it means, in its conversation."""

    wish: Wish
    meaning: Meant
    talk: Conversation

    @property
    def language(self) -> Language:
        """The person's language."""
        return self.talk.language


def task_of(wish: Wish, talk: Conversation) -> Task:
    """What is to be done for `wish`."""
    if wish.kind in ("read", "title", "summarize", "copy", "section", "chart"):
        return Task(wish, files_meant(wish, talk), talk)
    files = (wish.save_as,) if wish.kind == "blank" and wish.save_as else wish.files
    return Task(wish, Meant(files, folder=wish.folder or "."), talk)


def folder_of(file: str) -> str:
    """The folder that `file` is in, "." for the root."""
    return file.rpartition("/")[0] or "."


def is_there(file: str, talk: Conversation) -> bool | None:
    """Whether this turn's listing shows `file`; None when it does not tell."""
    found, name = talk.listing(folder_of(file)), _last_part(file)
    if not isinstance(found, Listing):
        return False if found and found.code.startswith("path:not_found") else None
    if name in map(_plain, (*(entry.name for entry in found.files), *found.folders, *found.others)):
        return True
    return None if found.more or name.startswith(".") else False


def asked_page(task: Task, file: str) -> Page | None:
    """What is wanted of `file`: the lines asked for, or the file as far as it was read."""
    whole = task.talk.read_so_far(file)
    if task.wish.lines is None or (whole is None and not task.talk.pages(file)):
        return whole
    if whole and whole.whole:
        return _cut(whole, task.wish.lines)
    pages = task.talk.pages(file)
    return pages[-1] if pages else None


def _cut(page: Page, lines: Lines) -> Page:
    """Some lines of a page that holds a whole file; no text when they are beyond its end."""
    rows = lines_of(page.text)
    first = max(1, len(rows) - lines.from_end + 1) if lines.from_end else lines.first
    last = len(rows) if lines.last is None else min(lines.last, len(rows))
    return replace(page, first=first, last=last, text="".join(rows[first - 1 : last]))


def files_meant(wish: Wish, talk: Conversation) -> Meant:
    """The files of `wish`, with the listing this takes."""
    if wish.files and not wish.bare:
        return _as_spelled(wish.files, talk)
    folder = wish.folder or "."
    found = talk.listing(folder)
    if found is None:
        return Meant(wish.files, (Call("list_directory", {"dir_path": folder}),), folder=folder)
    if isinstance(found, Failure):
        return Meant(folder=folder, failure=found)
    return _from_listing(wish, talk, found, folder)


def _as_spelled(files: tuple[str, ...], talk: Conversation) -> Meant:
    """Files by their real names; for one that was not found, or whose name may be longer, the folder is looked at."""
    asked = talk.now.asked
    folders = dict.fromkeys(folder_of(file) for file in files if _is_lost(file, talk) or may_be_longer(file, asked))
    looks = tuple(Call("list_directory", {"dir_path": folder}) for folder in folders if talk.listing(folder) is None)
    return Meant(tuple(dict.fromkeys(_real_name(file, talk) for file in files)), looks)


def _is_lost(file: str, talk: Conversation) -> bool:
    """Whether `file` was not found, and no other name was offered."""
    failure = talk.failure(file)
    return failure is not None and failure.code.startswith("path:not_found") and not failure.nearest


def _real_name(file: str, talk: Conversation) -> str:
    """The one file whose name is that of a lost file but for case or an extension, or for the folder it is in."""
    failure, listing = talk.failure(file), talk.listing(folder_of(file))
    listed = listing.files if isinstance(listing, Listing) and _is_lost(file, talk) else ()
    there = [*(failure.nearest if failure else ()), *(inside(folder_of(file), entry.name) for entry in listed)]
    for short in (_plain, _stem, _last_part):
        same = [name for name in there if short(name) == _plain(file)]
        if same:
            return same[0] if len(same) == 1 else file
    return file


def _from_listing(wish: Wish, talk: Conversation, listing: Listing, folder: str) -> Meant:
    if wish.bare:
        return _by_name(wish, talk, listing, folder)
    if wish.every:
        return _all_of(wish, listing, folder)
    texts = _texts(listing)
    if wish.ordinal and -len(texts) < wish.ordinal <= len(texts):
        place = wish.ordinal if wish.ordinal < 0 else wish.ordinal - 1
        return Meant((inside(folder, texts[place]),), folder=folder, listing=listing)
    only = tuple(inside(folder, name) for name in texts) if len(texts) == 1 else ()
    return Meant(only, folder=folder, listing=listing)


def _by_name(wish: Wish, talk: Conversation, listing: Listing, folder: str) -> Meant:
    """Files named without their extension; a folder's name means that folder."""
    matches = {word: _same_name(word, listing) for word in wish.bare}
    words = {_plain(word) for word, names in matches.items() if not names}
    folders = [name for name in listing.folders if _plain(name) in words]
    if folders:
        return _folder_meant(wish, talk, inside(folder, folders[0]))
    named = [inside(folder, names[0]) for names in matches.values() if len(names) == 1]
    missed = [word for word, names in matches.items() if len(names) != 1]
    # Beside a name that is known, a word without a number in it was hardly meant as a name.
    unknown = next((word for word in missed if not named or re.search(r"\d", word)), "")
    return Meant(tuple(dict.fromkeys([*wish.files, *named])), unknown=unknown, folder=folder, listing=listing)


def _folder_meant(wish: Wish, talk: Conversation, folder: str) -> Meant:
    """To read a folder is to see what is in it; for the rest it stands for its files."""
    whole = replace(wish, folder=folder, bare=(), every=True)
    if wish.kind not in ("read", "copy") or wish.every or wish.whole:
        return files_meant(whole, talk)
    return Meant(calls=(Call("list_directory", {"dir_path": folder}),), folder=folder, shows_folder=True)


def _same_name(word: str, listing: Listing) -> list[str]:
    return [entry.name for entry in listing.files if _stem(entry.name) == _plain(word)]


def _all_of(wish: Wish, listing: Listing, folder: str) -> Meant:
    texts = _texts(listing)
    if wish.extension:
        texts = [name for name in texts if name.lower().endswith(f".{wish.extension}")]
    papers = [name for name in texts if re.search(r"paper|論文", name, re.I)] if wish.papers else []
    names = [inside(folder, name) for name in papers or texts]
    skipped = () if papers or wish.extension else _skipped(listing, texts)
    return Meant(tuple(names[:MOST_FILES]), (), tuple(names[MOST_FILES:]), skipped, folder=folder, listing=listing)


def _skipped(listing: Listing, texts: list[str]) -> tuple[str, ...]:
    """What a folder holds besides its own texts: folders, and files that are not read."""
    others = [entry.name for entry in listing.files if entry.name not in texts]
    return (*(f"{name}/" for name in listing.folders), *others)


def first_reads(files: tuple[str, ...], talk: Conversation) -> tuple[Call, ...]:
    """A read of each file that is not in sight, short enough that all of them fit together."""
    missing = [file for file in files if not talk.read_so_far(file) and not talk.failure(file)]
    return tuple(_first_read(file, len(missing), talk) for file in missing)


def further_reads(files: tuple[str, ...], talk: Conversation) -> tuple[Call, ...]:
    """The next part of each file that was cut, as long as there is room for it."""
    cut = [page for page in map(talk.read_so_far, files) if page and page.onward and not page.characters]
    room = (_ROOM - talk.tokens) // max(1, len(cut))
    calls = (_further_read(page, room) for page in cut if len(talk.pages(page.file)) < _MOST_PAGES)
    return tuple(call for call in calls if call)


def _first_read(file: str, among: int, talk: Conversation) -> Call:
    size, room = _size(file, talk), max(0, _ROOM - talk.tokens) // among
    if among <= _WHOLE_AT_ONCE or (size is not None and size // _BYTES_A_TOKEN <= room):
        return Call("read_file", {"file_path": file})
    return Call("read_file", {"file_path": file, "limit": max(_FEWEST_LINES, _FIRST_LINES // among)})


def _further_read(page: Page, room: int) -> Call | None:
    if page.onward is None or page.onward[1] != 1:
        return None
    # What a line takes is known from the lines read; a tenth more for those to come.
    a_line = 1.1 * estimated_tokens(page.text) / max(1, page.last)
    lines = int(room / max(1.0, a_line))
    left = page.total - page.last if page.total else lines
    if lines < min(_FEWEST_LINES, left):
        return None
    limit = min(lines, left)
    return Call("read_file", {"file_path": page.file, "offset": page.onward[0], "limit": limit})


def _size(file: str, talk: Conversation) -> int | None:
    """The file's size in bytes, when a listing in sight tells it."""
    for turn in reversed(talk.turns):
        for step in turn.steps:
            if not isinstance(step.outcome, Listing):
                continue
            for entry in step.outcome.files:
                if same_path(inside(step.path or ".", entry.name), file):
                    return entry.size
    return None


def _texts(listing: Listing) -> list[str]:
    """Files that may be text, without the summaries saved beside their originals."""
    names = [entry.name for entry in listing.files if not _NOT_TEXT.search(entry.name)]
    stems = {_stem(name) for name in names}
    return [
        name for name in names if _stem(name).removesuffix("_summary") == _stem(name) or not _made_from(name, stems)
    ]


def _made_from(name: str, stems: set[str]) -> bool:
    return _stem(name).removesuffix("_summary") in stems


def _stem(name: str) -> str:
    return _plain(name.rpartition(".")[0] or name)


def _last_part(name: str) -> str:
    return _plain(name.rpartition("/")[2])


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip("/")
