"""From a message to a wish."""

import re
from dataclasses import replace

from app.embedded.wishes import words
from app.embedded.wishes.mood import mood_of, without_forbidden
from app.embedded.wishes.names import Reading, is_file_name, plain_twin, reading_of
from app.embedded.wishes.places import bare_names, folder_in, lines_in, ordinal_in, sentences_in
from app.embedded.wishes.sections import section_in
from app.embedded.wishes.wish import Kind, Wish

_POLITE = re.compile(
    r"^\s*(?:please|pls|hi|hello|hey|ok|okay|so|now|then|and|(?:thanks|thank you)(?=[,.!]+\s*\w)|すみません|すいません|"
    r"では|じゃあ|あと|ねえ)(?:[\s,、。!]|\.(?=\s))+",
    re.I,
)
_WRITE_EN = re.compile(
    r"\b(?:write|put|add|append|insert|note)\s+(?:down\s+)?"
    r"(?:(?:the\s+)?(?:following\s+)?(?:text|words?|line|sentence)\s*:?\s+|the\s+following\s*:?\s*)?"
    r"(?P<text>.+?)\s+(?:to|into|in|at the end of)\s+(?:a\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:called\s+|named\s+)?"
    r"(?P<file>[^\s\"'`]+\.[A-Za-z][A-Za-z0-9]{0,7})[\"'`]?\s*[.!]?\s*$",
    re.I | re.S,
)
_CREATE_EN = re.compile(
    r"\b(?:create|make|write|start|save|overwrite)\s+(?:me\s+)?(?:a\s+|"
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
_THIS_BELOW = re.compile(
    r"\b(?:save|write|put|add|append)\s+(?:this|the\s+following)(?:\s+(?:text|lines?|sentences?|words?))?\s+"
    r"(?:to|in|into|as|at the end of)\s+[\"'`]?(?P<file>[^\s\"'`:]+\.[A-Za-z][A-Za-z0-9]{0,7})[\"'`]?"
    r"\s*:\s*(?P<text>.+)$"
    r"|(?:次|以下)の(?:文|文章|テキスト|内容)を\s*[「『\"'`]?(?P<fileja>[^\s、。「」『』\"'`]+\.[A-Za-z][A-Za-z0-9]{0,7})"
    r"[」』\"'`]?\s*に\s*(?:保存|書い|追記)(?:して|て)(?:ください)?\s*[:：]\s*(?P<textja>.+)$",
    re.I | re.S,
)
_REFERENCE = re.compile(
    r"^(?:(?:up|it|that|this|them|those|these|the|a|its|their|your|my|everything|all|each|both)\b|それ|これ|その|"
    r"この|要約|さっき|先ほど|結果)"
    r"|\b(?:summar(?:y|ies)|answer|result|titles?)\b|要約",
    re.I,
)
# What is to be saved must be something said before: "the conclusion" is not.
_OTHER_THING = re.compile(
    r"\b(?:save|store|export|put|write)\s+(?:the|an?|my|its|their|his|her|only|just)\s+(?!(?:\w+\s+)?(?:summar\w+|results?|"
    r"answers?|outputs?|list\w*|texts?|titles?|contents?|above|same|whole|response|reply|file|page|lines?)\b)[a-z]+"
    r"|(?!(?:それ|これ|要約|結果|回答|答え|内容|一覧|上|文章|テキスト|タイトル|全部|すべて|全て|もの|リスト|ファイル))"
    r"(?<![^\s、。])[^\s、。⟦⟧⟪⟫を]+を\s*(?:⟦\d+⟧\s*(?:に|へ|として|という名前で)\s*)?(?:保存|セーブ|書き)",
    re.I,
)
# An unquoted text that goes on like this is a text and a second wish.
_SECOND_WISH = re.compile(
    r"\b(?:and|then)\s+(?:then\s+|also\s+|please\s+)*(?:summari[sz]e|read|show|list|open|print|tell|save|write|create|"
    r"append|add|find|search)\b",
    re.I,
)
# "Save it and then summarize that" is to save what was before, not what comes next.
_SAVES_FIRST = re.compile(
    r"\bsave\b.*\b(?:and|then)\s+(?:then\s+|also\s+|please\s+)*(?:summari[sz]e|read|list|open)\b", re.I
)
# What was said of two files before is two texts; only one can be kept under a name.
_BOTH_AS_THEY_ARE = re.compile(r"\b(?:both|two)\b|両方|[二２2]つ", re.I)
_MAKES_SUMMARY = re.compile(r"\bsummari[sz]e\b|要約し", re.I)
_STARTS_WITH_LIST = re.compile(r"^\s*(?:list|show|what|which|how many)\b|一覧を(?:表示|見せ|出し)", re.I)
_SUMS_UP = re.compile(r"summ?ar|\bsum\b|要約|まとめ", re.I)
_LONGEST_UNQUOTED = 6_000
_EMPTY_FILE = re.compile(r"\b(?:create|make)\b.*\b(?:empty|blank)\b|空の?ファイル|空っぽ|空のまま", re.I)


def wish_in(message: str, known: frozenset[str] = frozenset()) -> Wish:
    """What `message` asks for, by its words alone; what it leaves open is found in the conversation.

    `known` are names of files seen before, which may run on from a Japanese word.
    """
    asked = _POLITE.sub("", message)
    reading = reading_of(asked, known)
    if wish := _text_to_write(reading, asked):
        spoken = reading if reading.quotes else reading_of(asked.replace(wish.text or "\0", "⟪0⟫", 1))
        return _consented(wish, reading, spoken.masked)
    return _consented(_asked(reading), reading, reading.masked)


def _consented(wish: Wish, reading: Reading, spoken: str) -> Wish:
    """The wish, if it writes nothing or is plainly asked for; `spoken` is the message without the text to write."""
    if not wish.writes and wish.kind != "other":
        return wish
    mood = mood_of(spoken)
    if mood == "recall":
        return Wish("recall", files=reading.named)
    if not wish.writes or (mood == "request" and not (wish.kind == "save" and _OTHER_THING.search(spoken))):
        return wish
    return _unforbidden(reading) if mood == "forbidden" else Wish("unsure", behind=wish)


def _unforbidden(reading: Reading) -> Wish:
    """What is still wanted beside a write that is forbidden."""
    rest = _asked(replace(reading, masked=without_forbidden(reading.masked)))
    if rest.writes:
        return Wish("unsure", behind=rest)
    return Wish("declined") if rest.kind in ("other", "yes") else rest


def _asked(reading: Reading) -> Wish:
    masked = reading.masked
    target = _target(reading)
    files = tuple(name for name in reading.named if name != target or reading.repeats(name))
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
        tongue=next((tongue for tongue, said in words.TONGUES if said.search(masked)), ""),
        sentences=sentences_in(masked),
        section=section_in(masked),
        likewise=bool(words.LIKEWISE.search(masked)),
        append=bool(words.APPEND.search(masked)),
    )
    bare = () if wish.files or wish.ordinal else bare_names(masked)
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
        (words.EXISTS.search(masked), "exists"),
        (words.YES.search(masked), "yes"),
        (words.THANKS.search(masked), "thanks"),
        (words.DESTROYS.search(masked) or words.SEARCHES.search(masked), "cannot"),
        (words.EXCEPT.search(masked) and not wish.lines, "cannot"),
        (words.CALCULATES.search(masked) and not wish.save, "calculate"),
        (words.COMPOSES.search(masked) and not words.SUMMARY.search(masked), "compose"),
        (wish.save and _SAVES_FIRST.search(masked), "several"),
        (
            wish.save and not wish.files and _BOTH_AS_THEY_ARE.search(masked) and not _MAKES_SUMMARY.search(masked),
            "several",
        ),
        (wish.section and not wish.save and not wish.lines and not _SUMS_UP.search(masked), "section"),
        (words.SUMMARY.search(masked) and not _lists(wish, masked), "summarize"),
        (words.TITLE.search(masked) and not wish.save, "title"),
        (wish.save and wish.lines, "copy"),
        (wish.save and wish.files, "cannot"),
        (wish.save and _STARTS_WITH_LIST.search(masked), "several"),
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
    if not words.LISTING.search(masked):
        return "other"
    # What lies outside is asked for by its path, so that the tool refuses it.
    outside = bool(wish.files) and wish.files[0].startswith(("/", "~", ".."))
    return "read" if outside else "other" if wish.files else "list"


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
    if below := _THIS_BELOW.search(message[:_LONGEST_UNQUOTED]):
        file, text = below["file"] or below["fileja"], below["text"] or below["textja"]
        return Wish("write", save_as=file, text=text.strip(" \t"), append=bool(words.APPEND.search(masked)))
    if not words.WRITE.search(masked) or words.WRITTEN_THERE.search(masked):
        return None
    if reading.quotes and reading.files and words.SUMMARY.search(masked):
        return Wish("several")
    wish = _written(reading, message, bool(words.APPEND.search(masked)))
    if wish and _more_than_one(wish, reading):
        return Wish("several")
    return replace(wish, kind="blank") if wish and not wish.text.strip() and not wish.append else wish


def _written(reading: Reading, message: str, append: bool) -> Wish | None:
    masked = reading.masked
    if not reading.files:
        return _to_a_file_open(reading, append)
    file = _placed(reading.files[-1], folder_in(masked))
    if reading.quotes:
        return Wish("write", save_as=file, text=reading.quotes[-1], append=append)
    return Wish("write", save_as=file) if _EMPTY_FILE.search(masked) else _unquoted(reading, message, append)


def _more_than_one(wish: Wish, reading: Reading) -> bool:
    """Whether there are several files or texts, or something else to do: it is open what belongs where."""
    second = not reading.quotes and _SECOND_WISH.search(wish.text)
    return (
        len(set(reading.files)) > 1 or len(reading.quotes) > 1 or bool(second or words.DESTROYS.search(reading.masked))
    )


def _to_a_file_open(reading: Reading, append: bool) -> Wish | None:
    """A quoted text without a file's name: the file is asked for, or known from before."""
    if len(reading.quotes) != 1 or words.SUMMARY.search(reading.masked):
        return None
    refers = bool(words.REFERS.search(reading.masked))
    return Wish("write", text=reading.quotes[0], append=append, refers=refers)


def _unquoted(reading: Reading, message: str, append: bool) -> Wish | None:
    plain = reading.plain
    # The patterns are quadratic in the worst case, and a long text is quoted or no request.
    if len(plain) > _LONGEST_UNQUOTED or lines_in(reading.masked):
        return None
    for pattern in (_CREATE_EN, _WRITE_EN, _WRITE_JA):
        found = pattern.search(plain)
        if found and is_file_name(plain_twin(found["file"])) and not _REFERENCE.search(found["text"]):
            text = message[found.start("text") : found.end("text")].strip(" \t")
            return Wish("write", save_as=reading.files[0], text=text, append=append)
    return None
