"""What an English sentence claims to have done."""

import re
from collections.abc import Iterator

from app.agent.claims import english_words as words
from app.agent.claims.claim import Hit, Kind
from app.agent.prose import NAME

# Words; a longer phrase before "was saved" is a sentence of its own.
_LONGEST_SUBJECT = 12


def hits_in_english(sentence: str, told: bool) -> Iterator[Hit]:
    """The claims of a sentence with names as marks. When `told`, it stands in what a document says."""
    verbs = list(words.VERB.finditer(sentence))
    claimed = False
    ends = [*(verb.start() for verb in verbs[1:]), len(sentence)]
    for verb, ahead in zip(verbs, ends, strict=False):
        before = sentence[max(0, verb.start() - words.NEAR) : verb.start()]
        after = sentence[verb.end() : verb.end() + words.NEAR]
        passive = _is_passive_claim(verb[0].lower(), before, after, told)
        claimed = passive or _is_active_claim(verb[0].lower(), before, after, claimed, told)
        if claimed:
            yield _hit(sentence, verb, passive, ahead)


def _is_active_claim(verb: str, before: str, after: str, follows: bool, told: bool) -> bool:
    if _is_set_apart(before, after):
        return False
    if words.FIRST_PERSON.search(before) or (words.AND_THEN.search(before) and (follows or _is_my_deed(before, told))):
        doubt = words.DOUBT.search(_clause(before)) or words.REPORTED_FIRST.search(before)
        return not doubt and _is_about_a_file(verb, after)
    if words.BY_SOMEONE.match(after) or words.DATED.search(after):
        return False
    if told and not words.CHECK.search(before):
        elided = words.ELIDED.fullmatch(before) and words.DESTINATION.match(after)
        return bool(elided) and verb in ("saved", "written")
    return _is_elided_claim(verb, before, after)


def _is_my_deed(before: str, told: bool) -> bool:
    return bool(words.MY_DEEDS.search(before) or (not told and words.DEEDS.match(before)))


def _is_elided_claim(verb: str, before: str, after: str) -> bool:
    """Whether it is a claim without a subject, or without its auxiliary: "Saved to a.md", "a.md — saved"."""
    if verb == "split":  # also an imperative
        return False
    if words.ELIDED.fullmatch(before) and not words.IS_SUBJECT.match(after):
        of_a_file = _is_about_a_file(verb, after) and (verb not in words.SURE or words.SAVED_WHAT.match(after))
        return bool(of_a_file) or not after.strip(" .!*_✅✓|")
    noun = words.NOUN_FIRST.fullmatch(before)
    if not noun or ("|" in before and not _is_told_in_a_row(before, after)):
        return False
    sure = verb in words.SURE or not noun["noun"] or re.fullmatch(words.DOCUMENT, noun["noun"], words.ANY_CASE)
    return bool(words.COMPLEMENT.match(_first_clause(after)) and (sure or words.DESTINATION.match(after)))


def _is_told_in_a_row(before: str, after: str) -> bool:
    """Whether a row of a table has a check mark, or ends with the verb beside a name."""
    return bool(words.CHECK.search(before + after) or (re.search(NAME, before) and not after.strip(" |.!")))


def _is_passive_claim(verb: str, before: str, after: str, told: bool) -> bool:
    passive = words.PASSIVE.search(before)
    if not passive or _is_set_apart(before, after) or words.BY_SOMEONE.match(after) or words.DATED.search(after):
        return False
    subject, rest = _clause(before[: passive.start()]).strip(), _first_clause(after)
    if words.DOUBT.search(subject) or words.DOUBT_PASSIVE.search(subject) or words.REPORTED.search(before):
        return False
    if (told and not re.search(NAME, rest)) or (verb in words.TURNED and not words.TURNED_INTO.match(rest)):
        return False
    named = bool(re.search(NAME, subject + rest))
    lasting = bool(passive["perfect"] or passive["now"])
    return _is_a_file(subject, verb, named) and bool(words.COMPLEMENT.match(rest) or (named and lasting))


def _is_a_file(subject: str, verb: str, named: bool) -> bool:
    """Whether the subject of a passive is a file or what is in one."""
    if len(subject.split()) > _LONGEST_SUBJECT:
        return False
    some_text = words.TEXT if verb in words.SURE else words.DOCUMENT
    noun = rf"(?:{words.TEXT}|{words.PLACE})" if named else some_text
    known = re.search(rf"{NAME}|\b{noun}\b{words.A_TEXT}", subject, words.ANY_CASE)
    return bool(known or words.IT.fullmatch(subject) or words.A_FOLDER.search(subject))


def _is_set_apart(before: str, after: str) -> bool:
    """Whether it is another time, a supposition, or a question."""
    if words.SUPPOSED.match(before) or words.ALREADY.search(_clause(before)):
        return True
    if words.ANOTHER_TIME.search(before) or words.ANOTHER_TIME.search(after[:80]):
        return True
    return after.rstrip().endswith("?") and not re.search(r"[,;—–]", after)


def _is_about_a_file(verb: str, after: str) -> bool:
    if verb in words.SURE or words.NOT_SAVED.match(after):
        return not words.NOT_SAVED.match(after)
    if verb == "made":
        return bool(words.MADE_CHANGES.match(after))
    shown = bool(words.IN_THE_CHAT.search(after))
    if verb in words.TURNED:
        return bool(words.TURNED_INTO.match(after)) and not shown
    return bool(words.DESTINATION.match(after)) or (not shown and _is_about_its_object(verb, after))


def _is_about_its_object(verb: str, after: str) -> bool:
    if words.DIRECT.match(after) or (verb in words.CHANGED and re.search(NAME, after)):
        return True
    if words.KINDS[verb] == "change":
        return bool(words.UNDONE_WHAT.match(after))
    return verb in ("moved", "copied", "removed", "edited", "updated") and bool(words.PRONOUN.match(after))


def _clause(before: str) -> str:
    return words.CLAUSE.split(before)[-1]


def _first_clause(after: str) -> str:
    return words.CLAUSE_END.split(after, maxsplit=1)[0]


def _hit(sentence: str, verb: re.Match[str], passive: bool, ahead: int) -> Hit:
    first, start = max(0, verb.start() - words.NEAR), verb.end()
    kind = _kind(verb[0].lower(), sentence[first : verb.start()], sentence[verb.end() : ahead][: words.NEAR])
    if verb[0].lower() in words.TURNED:  # What was split or converted may be as it was.
        return Hit(kind, (start + _first_name(sentence[start:ahead]), ahead), start)
    if passive or not re.search(NAME, sentence[start:ahead]):
        clause = verb.start() - len(_clause(sentence[first : verb.start()]))
        start = clause if re.search(NAME, sentence[clause : verb.start()]) else first
    to = words.TO.search(sentence, verb.end(), ahead) if kind in ("write", "copy") and not passive else None
    return Hit(kind, (start, ahead), to.end() if to else start, 0 if passive else _count(sentence, verb))


def _first_name(after: str) -> int:
    turned = words.TURNED_INTO.match(after)
    to = words.TO.search(after) if turned else None
    return to.end() if to else 0


def _count(sentence: str, verb: re.Match[str]) -> int:
    """How many files a claim is about, 0 when it does not say; "now" may count what was there before."""
    counted = words.COUNTED.match(sentence, verb.end())
    if not counted or verb[0].lower() not in words.COUNTED_VERB or re.search(r"\bnow\b", sentence, words.ANY_CASE):
        return 0
    said = counted["count"].lower()
    return words.COUNTS.get(said) or int(said)


def _kind(verb: str, before: str, after: str) -> Kind:
    kind = words.KINDS[verb]
    if verb in ("emptied", "cleared", "wiped") and words.NEW_FOLDER.match(after):
        return "delete"
    if kind in ("arrange", "change"):
        return kind
    if kind != "write":
        return "write" if words.PART.match(after) and verb != "renamed" else kind
    if verb == "changed" and words.NEW_NAME.match(after):
        return "move"
    if verb in ("created", "made") and (words.NEW_FOLDER.match(after) or words.FOLDER_FIRST.search(before)):
        return "folder"
    return kind
