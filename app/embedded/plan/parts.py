"""Notes on a part of a document, and an answer from such notes: sentences of the document itself."""

import re
from collections.abc import Sequence

from app.embedded.conversation import Conversation, same_path
from app.embedded.markup import literal
from app.embedded.markup import names as names_of
from app.embedded.sentences import parts
from app.embedded.summary import about_in, summary_of
from app.embedded.wishes import wish_in
from app.language import Language

_PART = re.compile(
    r"Part \d+ of \d+ of the document (?P<path>.+)\n\nThe person asked: (?P<question>[\s\S]*?)\n\n"
    r"Write in (?P<language>\w+)\.\n\nText of this part:\n(?P<text>[\s\S]*)"
)
_NOTES = re.compile(
    r"Notes on parts of the document (?P<path>.+)\n\nThe person asked: (?P<question>[\s\S]*?)\n\n"
    r"Write in (?P<language>\w+)\. (?P<task>.+)\n\nNotes:\n(?P<notes>[\s\S]*)"
)
_LEFT_OUT = re.compile(r"go on without (.+)|(.+?)\s*なしで続けて", re.IGNORECASE)
_HEADING = re.compile(r"^\[Part (\d+)\]$", re.MULTILINE)
_QUOTED = "- "
_OF_A_SUMMARY = 4
_OF_A_PART, _IN_AN_ANSWER, _IN_A_MERGER = 5, 30, 15


def part_told(asked: str) -> str:
    """The notes on the part that is `asked` about; "" when no part is."""
    found = _PART.fullmatch(asked)
    if found is None:
        return ""
    told = about_in(found["text"], _subject(found), _OF_A_PART) or summary_of(found["text"], _OF_A_SUMMARY).sentences
    return _listed(told) or parts.NOTHING.told(_language(found))


def notes_told(asked: str) -> str:
    """The answer from the notes that are `asked` about, or fewer of them; "" when it is about none."""
    found = _NOTES.fullmatch(asked)
    if found is None:
        return ""
    language, most = _language(found), _IN_A_MERGER if found["task"].startswith("Merge") else _IN_AN_ANSWER
    groups = _groups(found["notes"])
    kept = [(number, rows) for number, rows in _spread(groups, most) if rows]
    if most == _IN_A_MERGER:
        return "\n\n".join("\n".join([f"[Part {number}]", *rows]) for number, rows in kept)
    if not kept:
        return parts.NOTHING.told(language)
    left = sum(len(rows) for _, rows in groups) - sum(len(rows) for _, rows in kept)
    more = [parts.MORE.told(language, count=left)] if left else []
    told = [_told(number, rows, language) for number, rows in kept]
    return "\n\n".join([parts.ANSWER.told(language, file=literal(found["path"])), *told, *more])


def left_out_told(talk: Conversation, files: Sequence[str]) -> str:
    """What is said of a question about nothing but a file that the person left out just now; "" for any other."""
    said = _LEFT_OUT.fullmatch(talk.turns[-2].asked.strip()) if len(talk.turns) > 1 else None
    names = [said[1] or said[2]] if said else []
    if not files or not all(any(same_path(file, name) for name in names) for file in files):
        return ""
    return parts.LEFT_OUT.told(talk.language, files=names_of(files, talk.language), file=names[0])


def _told(number: str, rows: Sequence[str], language: Language) -> str:
    return "\n".join([f"**{parts.PART.told(language, number=number)}**", "", *rows])


def _subject(found: re.Match[str]) -> str:
    """What the question is about beside the document; "" when it asks for all of it."""
    asks_for_all = wish_in(found["question"]).kind in ("read", "summarize")
    return "" if asks_for_all else found["question"].replace(found["path"], " ")


def _language(found: re.Match[str]) -> Language:
    return "ja" if found["language"] == "Japanese" else "en"


def _listed(sentences: Sequence[str]) -> str:
    return "\n".join(f"{_QUOTED}{literal(sentence)}" for sentence in sentences)


def _groups(notes: str) -> list[tuple[str, list[str]]]:
    """The quoted sentences, by the number of their part."""
    pieces = _HEADING.split(notes)
    numbered = zip(pieces[1::2], pieces[2::2], strict=True)
    return [(number, [row for row in text.split("\n") if row.startswith(_QUOTED)]) for number, text in numbered]


def _spread(groups: Sequence[tuple[str, list[str]]], most: int) -> list[tuple[str, list[str]]]:
    """The first sentences of every part, as many of each as fit in `most` together."""
    each = next((n for n in range(_OF_A_PART, 0, -1) if sum(min(n, len(rows)) for _, rows in groups) <= most), 1)
    return [(number, rows[:each]) for number, rows in groups]
