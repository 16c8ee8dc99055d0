"""What a Japanese sentence claims to have done."""

import re
from collections.abc import Iterator

from app.agent.claims import japanese_words as words
from app.agent.claims.claim import Hit, Kind
from app.agent.prose import NAME


def hits_in_japanese(sentence: str, told: bool) -> Iterator[Hit]:
    """The claims of a sentence with names as marks. When `told`, it stands in what a document says."""
    done = [found.start() for found in words.DONE.finditer(sentence)]
    last_done = done[-1] if done else -1
    end = 0
    for verb in words.VERB.finditer(sentence):
        start = max(end, verb.start() - words.NEAR)
        before = sentence[start : verb.start()]
        if _is_claim(sentence, verb, before, last_done, told):
            below = words.NAMED_BELOW.match(sentence, verb.end())
            end = below.end() if below else verb.end()
            yield Hit(_kind(verb, before), (start, end), start if below else _target(before, verb), _count(before))


def _count(before: str) -> int:
    """How many files the claim is about, 0 when it does not say."""
    counted = words.COUNTED.search(before)
    said = (counted["first"] or counted["last"]) if counted else "0"
    return words.NUMBERS.get(said) or int(said)


def _is_claim(sentence: str, verb: re.Match[str], before: str, last_done: int, told: bool) -> bool:
    around = sentence[max(0, verb.start() - words.NEAR) : verb.start()]
    listed = verb["noun"] in words.NEEDS_A_FILE and sentence.endswith(":")
    apart = any(kind.search(around) for kind in words.SET_APART)
    if listed or apart or words.SAID_AFTER.match(sentence, verb.end()):
        return False
    if verb["mark"] is not None:
        return bool(re.search(r"[✅✓✔☑]", before) and re.search(NAME, before))
    word = verb["noun"] or verb["stem"]
    named = _is_about_a_name(word, before) or bool(words.NAMED_BELOW.match(sentence, verb.end()))
    if _is_told_of_others(verb, around, named and bool(re.search(NAME, before))):
        return False
    if verb["goes_on"]:
        return named and verb.end() < last_done
    if told:
        return named and bool(words.TO_A_NAME.search(before))
    return named or (verb["plain"] is None and _is_about_some_file(word, before))


def _is_told_of_others(verb: re.Match[str], around: str, named: bool) -> bool:
    """Whether it has a date, or somebody else as its subject, and no name speaks against that."""
    if words.DATED.search(around) and (verb["passive"] or not named):
        return True
    return not named and any(not words.OURS.search(found["who"]) for found in words.SUBJECT.finditer(around))


def _is_about_a_name(word: str, before: str) -> bool:
    if word in words.NEEDS_A_FILE:
        return bool(words.FILE_ITSELF.search(before))
    if word in words.UNDOES:
        return bool(words.UNDONE_WHAT.search(before))
    if words.NAME_ITSELF.search(before) and word not in words.NEEDS_A_PLACE:
        return True
    if words.TO_A_NAME.search(before):
        return True
    return bool(words.CHANGES.search(word)) and bool(
        words.PART_OF_A_NAME.search(before) or words.FROM.search(before) or words.WORKS_ON_A_NAME.search(before)
    )


def _is_about_some_file(word: str, before: str) -> bool:
    """Whether the claim names none, and yet can only be about a file."""
    if word in words.NEEDS_A_PLACE + words.NEEDS_A_FILE:
        return False
    if word in words.RENAMES and words.NAME_ALONE.search(before):
        return True
    if word in words.SURE or words.NOTHING_BEFORE.fullmatch(before.rpartition("。")[2]):
        return True
    return word in words.DELETES and bool(words.PART.search(before) or words.PRONOUN.search(before))


def _kind(verb: re.Match[str], before: str) -> Kind:
    word = verb["noun"] or verb["stem"]
    kind = (words.NOUNS if verb["noun"] else words.STEMS)[word]
    if word in words.RENAMES and words.NEW_NAME.search(before):
        return "move"
    if word in words.MAKES and words.FOLDER.search(before):
        return "folder"
    if kind != "write" and (words.PART.search(before) or (kind == "delete" and words.FROM.search(before))):
        return "write"
    return kind


def _target(before: str, verb: re.Match[str]) -> int:
    """Behind which place the changed name stands: the last that に or を follows, else the last."""
    marks = list(re.finditer(rf"{NAME}(?=\s*(?:に|へ|を|として))", before))
    return verb.start() - len(before) + marks[-1].start() if marks else verb.start()
