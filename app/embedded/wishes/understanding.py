"""From a message to a wish."""

import re
from dataclasses import replace

from app.embedded.wishes import words
from app.embedded.wishes.names import Reading, clean_path, is_file_name, plain_twin, reading_of
from app.embedded.wishes.places import bare_names, folder_in, lines_in, ordinal_in
from app.embedded.wishes.wish import Kind, Wish

_POLITE = re.compile(
    r"^\s*(?:please|pls|hi|hello|hey|ok|okay|so|now|then|and|thanks|thank you|すみません|すいません|では|じゃあ|"
    r"あと|ねえ)(?:[\s,、。!]|\.(?=\s))+",
    re.I,
)
_WRITE_EN = re.compile(
    r"\b(?P<verb>write|put|add|append|insert|save|note)\s+(?:down\s+)?(?:the\s+)?(?:following\s+)?(?:text|"
    r"words?|line|sentence)?\s*:?\s*"
    r"(?P<text>.+?)\s+(?:to|into|in|at the end of)\s+(?:a\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:called\s+|named\s+)?"
    r"(?P<file>[^\s\"'`]+\.[A-Za-z][A-Za-z0-9]{0,7})[\"'`]?\s*[.!]?\s*$",
    re.I | re.S,
)
_CREATE_EN = re.compile(
    r"\b(?:create|make|write|start|save)\s+(?:me\s+)?(?:a\s+|"
    r"the\s+)?(?:new\s+)?(?:text\s+)?(?:file\s+)?(?:called\s+|named\s+)?[\"'`]?"
    r"(?P<file>[^\s\"'`:]+\.[A-Za-z][A-Za-z0-9]{0,7})[\"'`]?\s*,?\s*(?:with|containing|that\s+(?:says|contains)|"
    r"which\s+says|saying|and\s+(?:write|put))\s+"
    r"(?:only\s+)?(?:the\s+|this\s+)?(?:following\s+)?(?:text|content|contents|words?|line|sentence)?\s*(?:in "
    r"it)?\s*:?\s*(?P<text>.+)$",
    re.I | re.S,
)
_WRITE_JA = re.compile(
    r"(?P<file>[^\s、。「」『』\"'`]+\.[A-Za-z][A-Za-z0-9]{0,7})[」』\"'`]?\s*(?:に|へ|を作って|を作成して|"
    r"というファイルを作って|という名前で)[、,:]?\s*"
    r"(?!.{0,4}(?:何|なに|なん)と)(?P<text>[^⟪⟦]+?)\s*(?:と|って)\s*(?:だけ)?(?:書い|書き|追記|追加|入れて|記入|"
    r"メモ|足して|保存)",
    re.S,
)
_REFERENCE = re.compile(
    r"^(?:(?:it|that|this|them|those|these|the|a|its|their|your|my|everything|all|each|both)\b|それ|これ|その|"
    r"この|要約|さっき|先ほど|結果)"
    r"|\b(?:summar(?:y|ies)|answer|result|titles?)\b|要約",
    re.I,
)
_LONGEST_UNQUOTED = 6_000
_EMPTY_FILE = re.compile(r"\b(?:create|make)\b.*\b(?:empty|blank)\b|空の?ファイル|空っぽ|空のまま", re.I)


def wish_in(message: str) -> Wish:
    """What `message` asks for, by its words alone; what it leaves open is found in the conversation."""
    asked = _POLITE.sub("", message)
    reading = reading_of(asked)
    return _text_to_write(reading, asked) or _asked(reading)


def _asked(reading: Reading) -> Wish:
    masked = reading.masked
    target = _target(reading)
    files = tuple(name for name in reading.named if name != target)
    folder = folder_in(masked)
    wish = Wish(
        "other",
        files=tuple(_placed(name, folder) for name in files),
        folder=folder,
        ordinal=ordinal_in(masked),
        refers=bool(words.REFERS.search(masked)),
        both=bool(words.BOTH.search(masked)),
        lines=lines_in(masked),
        onward=bool(words.ONWARD.search(masked)),
        again=bool(words.AGAIN.search(masked)),
        save_as=target,
        papers=bool(words.PAPERS.search(masked)),
        translate=bool(words.TRANSLATE.search(masked)),
        likewise=bool(words.LIKEWISE.search(masked)),
    )
    bare = () if files or wish.ordinal else bare_names(masked)
    wish = replace(wish, bare=bare, save=bool(target or words.SAVE.search(masked)))
    return _finished(replace(wish, kind=_kind(wish, masked)), masked)


def _finished(wish: Wish, masked: str) -> Wish:
    """The wish with what depends on its kind: all files or the whole of one."""
    every = bool(words.EVERY.search(masked)) and not wish.files and not wish.bare
    plural = bool(words.PLURAL.search(masked) or wish.folder)
    match wish.kind:
        case "read":
            return replace(wish, every=every and plural, whole=bool(words.WHOLE.search(masked)) and not wish.lines)
        case "summarize":
            many = re.search(r"\b(?:papers|files|documents|docs)\b", masked, re.I) and not wish.both
            unnamed = not wish.files and not wish.bare
            in_folder = bool(wish.folder) and not wish.bare and not wish.files
            return replace(wish, every=every or in_folder or bool(many and unnamed))
        case "title":
            return replace(wish, every=every or bool(re.search(r"\btitles\b", masked, re.I) and not wish.files))
    return wish


def _kind(wish: Wish, masked: str) -> Kind:
    tests: tuple[tuple[object, Kind], ...] = (
        (words.YES.search(masked), "yes"),
        (words.DESTROYS.search(masked), "cannot"),
        (words.SUMMARY.search(masked) and not _lists(wish, masked), "summarize"),
        (words.TITLE.search(masked) and not wish.save, "title"),
        (wish.save and wish.files, "cannot"),
        (wish.save, "save"),
        (words.CANNOT.search(masked), "cannot"),
    )
    return next((kind for true, kind in tests if true), _looking(wish, masked))


def _looking(wish: Wish, masked: str) -> Kind:
    """Between listing a folder and reading a file."""
    if _lists(wish, masked):
        return "list"
    if words.READ.search(masked) or wish.lines or wish.onward or _only_a_name(wish, masked):
        return "read" if _readable(wish, masked) else "other"
    return "list" if words.LISTING.search(masked) and not wish.files else "other"


def _lists(wish: Wish, masked: str) -> bool:
    if wish.files or wish.bare or wish.ordinal or wish.lines or re.search(r"要約|まとめ|summar", masked, re.I):
        return False
    if words.EVERY.search(masked) and re.search(r"\bread\b|読|contents? of", masked, re.I):
        return False
    about_file = (
        wish.refers and not wish.folder and not re.search(r"フォルダ|ディレクトリ|folder|directory|files", masked, re.I)
    )
    return bool(words.LISTING.search(masked)) and not about_file and not re.search(r"\babout\b", masked, re.I)


def _readable(wish: Wish, masked: str) -> bool:
    """Whether there is something to read: a name, a reference, a line number, or next to no other words."""
    named = wish.files or wish.bare or wish.ordinal or wish.refers or wish.onward or wish.lines or wish.folder
    few = len(masked.split()) <= 4 and len(masked) <= 30
    return bool(named or few or words.EVERY.search(masked) or words.WHOLE.search(masked))


def _only_a_name(wish: Wish, masked: str) -> bool:
    rest = re.sub(r"⟦\d+⟧|[\s.,!?。、をは]|please|no|いいえ|いや|違います|です|お願いします", "", masked, flags=re.I)
    return (bool(wish.files) and not rest) or (bool(wish.ordinal) and len(masked.split()) <= 4)


def _placed(name: str, folder: str) -> str:
    """A file's path when its folder is named beside it."""
    return name if folder in ("", ".") or "/" in name else f"{folder}/{name}"


def _target(reading: Reading) -> str:
    """The name to save under, "" when none is given."""
    masked = reading.masked
    wants_file = words.SAVE.search(masked) or (words.WRITE.search(masked) and words.SUMMARY.search(masked))
    pattern = words.INTO if wants_file else words.PLAIN_SUMMARY_TARGET
    if (wants_file or words.SUMMARY.search(masked)) and (found := _last(pattern, masked)):
        return reading.files[int(next(group for group in found.groups() if group))]
    if words.SAVE.search(masked) and (bare := words.BARE_TARGET.search(masked)):
        return f"{next(group for group in bare.groups() if group)}.txt"
    return ""


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return found[-1] if found else None


def _text_to_write(reading: Reading, message: str) -> Wish | None:
    """A wish to write a text that the message itself holds."""
    masked = reading.masked
    append = bool(words.APPEND.search(masked))
    if not words.WRITE.search(masked) or words.WRITTEN_THERE.search(masked):
        return None
    if not reading.files:
        return _to_a_file_open(reading, append)
    folder = folder_in(masked)
    if reading.quotes and not words.SUMMARY.search(masked):
        file = _placed(reading.named[-1], folder)
        return Wish("write", save_as=file, text=reading.quotes[-1], append=append)
    if _EMPTY_FILE.search(masked):
        return Wish("write", save_as=_placed(reading.named[0], folder))
    return _unquoted(reading.plain, message, append)


def _to_a_file_open(reading: Reading, append: bool) -> Wish | None:
    """A quoted text without a file's name: the file is asked for, or known from before."""
    if len(reading.quotes) != 1 or words.SUMMARY.search(reading.masked):
        return None
    refers = bool(words.REFERS.search(reading.masked))
    return Wish("write", text=reading.quotes[0], append=append, refers=refers)


def _unquoted(plain: str, message: str, append: bool) -> Wish | None:
    # The patterns are quadratic in the worst case, and a long text is quoted or no request.
    if len(plain) > _LONGEST_UNQUOTED:
        return None
    for pattern in (_CREATE_EN, _WRITE_EN, _WRITE_JA):
        found = pattern.search(plain)
        if found and is_file_name(name := plain_twin(found["file"])) and not _REFERENCE.search(found["text"]):
            text = message[found.start("text") : found.end("text")]
            return Wish("write", save_as=clean_path(name), text=text.strip(" \t"), append=append)
    return None
