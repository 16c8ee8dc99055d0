"""From a message to a wish."""

import re
from dataclasses import replace

from app.embedded.wishes import words
from app.embedded.wishes.changes import asks_what_was_done, change_in, doubtful_change, only_forbids
from app.embedded.wishes.mood import is_forbidden, mood_of, without_forbidden
from app.embedded.wishes.names import Reading, reading_of
from app.embedded.wishes.places import bare_names, folder_in, lines_in, ordinal_in, placed, sentences_in
from app.embedded.wishes.searches import extension_in, search_in
from app.embedded.wishes.sections import section_in
from app.embedded.wishes.wish import Kind, Wish
from app.embedded.wishes.writing import text_to_write

_POLITE = re.compile(
    r"^\s*(?:please|pls|hi|hello|hey|ok|okay|so|now|then|and|(?:thanks|thank you)(?=[,.!]+\s*\w)|すみません|すいません|"
    r"では|じゃあ|あと|ねえ)(?:[\s,、。!]|\.(?=\s))+",
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
# "Save it and then summarize that" is to save what was before, not what comes next.
_SAVES_FIRST = re.compile(
    r"\bsave\b.*\b(?:and|then)\s+(?:then\s+|also\s+|please\s+)*(?:summari[sz]e|read|list|open)\b", re.I
)
# What was said of two files before is two texts; only one can be kept under a name.
_BOTH_AS_THEY_ARE = re.compile(r"\b(?:both|two)\b|両方|[二２2]つ", re.I)
_MAKES_SUMMARY = re.compile(r"\bsummari[sz]e\b|要約し", re.I)
_STARTS_WITH_LIST = re.compile(r"^\s*(?:list|show|what|which|how many)\b|一覧を(?:表示|見せ|出し)", re.I)
_SUMS_UP = re.compile(r"summ?ar|\bsum\b|要約|まとめ", re.I)


def wish_in(message: str, known: frozenset[str] = frozenset()) -> Wish:
    """What `message` asks for, by its words alone; what it leaves open is found in the conversation.

    `known` are names of files seen before, which may run on from a Japanese word.
    """
    asked = _POLITE.sub("", message)
    texts, reading = reading_of(asked, known, as_texts=True), reading_of(asked, known)
    if wish := change_in(texts):
        return wish
    if wish := text_to_write(reading, asked):
        spoken = reading if reading.quotes else reading_of(asked.replace(wish.text or "\0", "⟪0⟫", 1))
        return _consented(wish, reading, spoken.masked)
    wish = search_in(reading) or _asked(reading)
    if wish.kind == "unclear" and only_forbids(reading.masked):
        return _unforbidden(reading)
    if wish.kind == "unclear" or (wish.kind == "other" and asks_what_was_done(reading.masked)):
        return doubtful_change(texts)
    return _consented(wish, reading, reading.masked)


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
    return Wish("declined") if rest.kind in ("other", "yes", "unclear") else rest


def _asked(reading: Reading) -> Wish:
    masked = reading.masked
    target = _target(reading)
    files = tuple(name for name in reading.named if name != target or reading.repeats(name))
    folder = folder_in(masked)
    wish = Wish(
        "other",
        files=tuple(placed(name, folder) for name in files),
        folder=folder,
        ordinal=ordinal_in(masked),
        refers=bool(words.REFERS.search(masked)),
        both=bool(words.BOTH.search(masked)),
        lines=lines_in(masked),
        onward=bool(words.ONWARD.search(masked)),
        again=bool(words.AGAIN.search(masked)),
        save_as=target,
        extension=extension_in(masked),
        papers=bool(words.PAPERS.search(masked)),
        tongue=next((tongue for tongue, said in words.TONGUES if said.search(masked)), ""),
        sentences=sentences_in(masked),
        section=section_in(masked),
        chart=_chart_in(masked),
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
        (words.UNDO.search(masked), "undo"),
        (words.REWORDS.search(masked), "cannot"),
        (words.DESTROYS.search(masked) and _MAKES_SUMMARY.search(masked) and not is_forbidden(masked), "several"),
        (words.DESTROYS.search(masked), "unclear"),
        (wish.chart and not wish.save, "chart"),
        (words.SEARCHES.search(masked), "cannot"),
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
        (wish.save and wish.files, "unclear"),
        (wish.save and _STARTS_WITH_LIST.search(masked), "several"),
        (wish.save, "save"),
        (words.CANNOT.search(masked), "cannot"),
    )
    return next((kind for true, kind in tests if true), _looking(wish, masked))


def _chart_in(masked: str) -> str:
    """The kind of chart that is asked for, "" for none; bars where no kind is said."""
    kind = next((kind for kind, said in words.CHART_KINDS if said.search(masked)), "bar")
    return kind if words.CHART.search(masked) else ""


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
