"""Requests for a change in the folder, in English."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.agent.person.wishes.asking.english_meant import meant_in_english
from app.agent.person.wishes.asking.english_verbs import kinds_of, kinds_wanted
from app.agent.person.wishes.asking.kinds import WRITES, Kinds
from app.agent.person.wishes.asking.wish import Wish
from app.agent.prose import NAME, QUOTE

_I = re.IGNORECASE

# Courtesies that look like questions or negations.
_COURTESIES = (
    (re.compile(r"\b(?:do\s*n'?t|do\s+not)\s+(?:forget|hesitate)\s+to\b|\bwhy\s+do\s*n'?t\s+you\b", _I), "please"),
    (re.compile(r"\bif\s+you\s+do(?:\s*n'?t|\s+not)\s+mind\b|\b(?:do\s*n'?t|do\s+not)\s+worry\b", _I), ""),
    (re.compile(r"\b(?:would|do)\s+you\s+mind\s+(\w+?)(?:(?<=[tp])[tp])?ing\b", _I), r"please \1e"),
)
# "Would you delete it?" may be meant as a question.
_YOU = r"(?:(?:can|could)\s+(?:you|u)|(?:would|will)\s+(?:you|u)(?=.{0,200}\b(?:please|kindly|for\s+(?:me|us))\b))"
_LEAD = re.compile(
    rf"\s*(?:[-*•]|\d+[.)])?\s*(?:(?:please|pls|kindly|then|also|now|and|but|so|or|just|simply|finally|next|first|after(?:wards|"
    r"\s+that)|again|instead|ok(?:ay)?|yes|yeah|sure|great|good|thanks|thank\s+you|hi|hello|hey|well|go\s+ahead(?:\s+and)?|"
    r"(?:make|be)\s+sure\s+(?:to|you)|remember\s+to|feel\s+free\s+to|help\s+me(?:\s+to)?|let(?:'?s|\s+us)|try\s+to|"
    r"(?:I|we)(?:'d|\s+would)?\s+(?:like|love|want|need|wish)\s+(?:you\s+)?to|your\s+task\s+is\s+to|"
    rf"you\s+(?:should|must)|{_YOU}|if\s+(?:possible|you\s+can|needed|necessary))\b[\s,]*){{0,6}}",
    _I,
)
_ASKED_PLAINLY = re.compile(rf"\bplease\b|{_YOU}\b", _I)
_FILE = rf"(?:{NAME}|(?:sub)?folders?\b|files?\b|director(?:y|ies)\b|disk\b)"
_SOME = (
    r"(?:(?:an?|me|the|new|one|each|every|all|separate|single|another|its|their|own|text|markdown|my|this|"
    r"these|some|empty|summary|backup|\w*\d)\s+)*"
)
_SURE = re.compile(
    r"(?:save(?!\s+(?:time|money|me|us|your)\b)|delete|erase|rename|overwrite|export|edit|append|"
    r"make\s+(?:an?\s+)?(?:backup|copy|copies)|(?:fixe?|correcte?|duplicate|back\s*up)(?=\s+\S)|(?:clean|tidy)\s+up|(?:re)?move\s+(?:it|them|those|these|everything)|copy\s+(?:it|them)|get\s+rid\s+of|throw\s+(?:away|out)|discard)e?\b"
    r"(?!\s*[,:]?\s*(?:nothing|none|neither|no\b))",
    _I,
)
_MAKES = re.compile(
    rf"(?:write|create|make|start|generate|produce|merge|combine|split|rewrite|reword|mkdir|touch)\s+{_SOME}{_FILE}", _I
)
_INTO = re.compile(
    r"(?:write|create|make|generate|produce|draft|compile|collect|extract|summari[sz]e|sum|translate|convert|turn|record|"
    r"note|log|dump|output|store|put|keep|split|merge|combine|rewrite|gather|sort|organi[sz]e|group|add|insert)e?\b"
    rf".{{0,200}}?(?:(?:\b(?:to|into|as|called|named|under)\s+(?:the\s+(?:end|top|start|beginning|bottom)\s+of\s+)?|>\s*){_SOME}{_FILE}"
    r"|\bin\s+(?:an?|one|separate|individual|(?:its|their)\s+own)\s+(?:\w+\s+)?files?\b)",
    _I,
)
_IN = re.compile(
    rf"put\b.{{0,200}}?\bin\s+{_SOME}{_FILE}|"
    r"(?:write|note|record|log|store|keep|create|make|dump|output|add|insert)e?\b"
    rf"(?:(?!\b(?:of|from|about|for|on|to(?!-))\b).){{0,200}}?\b(?:in|inside|at\s+the\s+(?:end|top|start|beginning)\s+of)\s+{_SOME}{_FILE}",
    _I,
)
_PRODUCT = (
    r"(?:\w+\s+){0,3}?"
    r"(?:summar(?:y|ies)|overview|outline|abstract|translation|digest|analysis|review|report|description)"
)
_OF_NAMES = rf"\s+of\s+(?:the\s+)?(?:file\s+)?{NAME}(?:\s*(?:,|\band\b|&)\s*(?:and\s+)?{NAME}){{0,20}}"
_IN_NAME = rf"\s+in\s+(?:(?:an?|the)\s+(?:new\s+)?file\s+(?:called\s+|named\s+)?)?{NAME}"
_OF_ONE_IN_ANOTHER = re.compile(
    rf"(?:write|create|make|generate|produce|draft|prepare)\s+(?:me\s+)?(?:an?|the|one)\s+{_PRODUCT}{_OF_NAMES}{_IN_NAME}",
    _I,
)
_DOCUMENTS = re.compile(
    r"document\s+(?:the|your|our|my|all|these|this|what|every|each|it|them)\b"
    r"(?:(?!\b(?:of|from|about|for|on|to|files?|papers?|functions?|methods?|class(?:es)?|code|in)\b).){0,200}?"
    rf"{_IN_NAME}",
    _I,
)
_IN_A_FILE = re.compile(rf"\W*(?:in|from|open|read|edit|see)\s+{_SOME}{_FILE}", _I)
_CHANGES_IT = re.compile(
    r"(?:change|update|replace|remove|modify|correct|swap|strip|add|insert)e?\s+(?!me\b|us\b|your\b|up\b)\S", _I
)
_CHANGES = re.compile(
    r"(?:change|update|modify|remove|replace|reformat|move|copy|reorgani[sz]e|organi[sz]e|swap|strip|trim|clear|empty|"
    r"wipe|trash|archive|rewrite|tidy|clean)e?\b(?!\s+(?:me|us|your|the\s+(?:subject|topic|language|tone))\b)"
    rf"(?:.{{0,200}}?(?:{_FILE}|\b(?:documents?|notes|changelog|readme)\b)"
    rf"|\s+(?:{QUOTE}|\S{{1,40}})\s+(?:with|by)\s+{QUOTE})",
    _I,
)
_WANTED = re.compile(
    r"\b(?:I|we)(?:'d|\s+would)?\s+(?:want|need|like|love)\s+(?:to\s+have\s+)?"
    r"(?:(?!(?:what|which|who|was|were|has|been|how|if|that|to)\b)\S{1,60}\s+){1,8}?"
    r"(?:saved|deleted|erased|renamed|moved|copied|removed|updated|changed|corrected|fixed|stored|exported|created|"
    r"overwritten|appended|written\s+(?:to|into))\b",
    _I,
)
_WANTED_IN = re.compile(
    rf"\b(?:I|we)(?:(?:'d|\s+would)\s+(?:like|love)|\s+(?:want|need))\s+(?:to\s+have\s+)?"
    rf"(?:an?|one)\s+{_PRODUCT}(?:{_OF_NAMES})?{_IN_NAME}",
    _I,
)
_ABILITY = re.compile(
    rf"\s*{_YOU}\s+(?:also\s+)?\w+\s+(?:or\s+\w+\s+)?(?:files|folders|documents|things|data)\s*\?", _I
)
_QUESTION = re.compile(
    r"\W{0,9}(?:and|so|but|ok|okay|hi|hello|hey)?\W{0,9}(?:who\w*|what\w*|which|why|how|when(?!\s+(?:you|done|finished|ready|all|everything|it)\b)|"
    r"where(?!\s+(?:possible|needed|necessary)\b)|did|does|do(?=\s+(?:you|I|we|they)\b)|is|are|was|were|has|have|had|should|shall|may|am|"
    r"(?:can|could|will|would)(?!\s+(?:you|u)\b))\b",
    _I,
)
_NOT_MEANT = re.compile(
    r"\bhow\s+(?:to|do|does|did|can|could|would|should|I|you)\b|\bwhat\s+(?:happens|if|would)\b"
    r"|(?<!not )(?<!n't )\bexplain\b|\bwhy\b"
    r"|\b(?:repeat|says?|said|told|tells|wrote|writes|states?|asks?|asked|according)\b",
    _I,
)
_TOLD_BEHIND = re.compile(
    r",\s*(?:\w+\s+){1,3}(?:said|says|wrote|writes|asked|told)\b|\b(?:if|when|only\s+if)\s+(?:so|asked)\b", _I
)
_FORBIDS = re.compile(r"n't\b|\b(?:dont|not|never|no\s+need|avoid|stop|refrain|cannot|nothing|none|neither)\b", _I)
_WITHOUT = re.compile(r"\b(?:without|instead\s+of|rather\s+than|before|unless)\b", _I)
_CLAUSE = re.compile(r"([,;:()—–]|\s-\s|\b(?:but|and|then|or|so|instead|just|please)\b)", _I)
_STILL_FORBIDDEN = ("and", "or", ",", "")


@dataclass(frozen=True, slots=True)
class _Order:
    """An order in a sentence: where its verb begins, how far it goes at least, and what it can mean."""

    at: int
    end: int
    kinds: Kinds


def wishes_in_english(sentence: str) -> Iterator[Wish]:
    """What the sentence, with names and quotations as marks, plainly asks for."""
    for courtesy, said in _COURTESIES:
        sentence = courtesy.sub(said, sentence)
    if _ABILITY.match(sentence) or _TOLD_BEHIND.search(sentence):
        return
    asking = _is_question(sentence)
    orders = [order for start in _allowed_starts(sentence) if (order := _order(sentence, start, asking))]
    nexts = [*(order.at for order in orders[1:]), len(sentence)]
    for order, ahead in zip(orders, nexts, strict=False):
        yield Wish(order.kinds, meant_in_english(sentence[order.at : max(order.end, ahead)], order.kinds))
    if not asking:
        yield from _wanted(sentence)


def _is_question(sentence: str) -> bool:
    asked = sentence.rstrip().endswith("?") and not _ASKED_PLAINLY.search(sentence)
    return asked or bool(_QUESTION.match(sentence))


def _allowed_starts(sentence: str) -> Iterator[int]:
    """Where clauses begin that no "don't" reaches."""
    parts = _CLAUSE.split(sentence)
    forbidden, at = False, 0
    for link, clause in zip(["", *parts[1::2]], parts[::2], strict=True):
        start = at
        at += len(link) + len(clause)
        forbidden = forbidden and link.lower() in _STILL_FORBIDDEN
        forbidden = forbidden or bool(_FORBIDS.search(clause))
        if not forbidden and not _WITHOUT.match(clause.lstrip()):
            yield start + (len(link) if link.lower() in (",", ";", ":", "(", ")", "—", "–") or "-" in link else 0)


def _order(sentence: str, start: int, asking: bool) -> _Order | None:
    lead = _LEAD.match(sentence, start)
    at = lead.end() if lead else start
    if _NOT_MEANT.search(sentence, 0, at):
        return None
    if asking and not _ASKED_PLAINLY.search(sentence, start, at):
        return None
    forms = (_SURE, _MAKES, _INTO, _IN, _OF_ONE_IN_ANOTHER, _DOCUMENTS, _CHANGES)
    if ends := [found.end() for form in forms if (found := form.match(sentence, at))]:
        return _Order(at, max(ends), kinds_of(sentence[at:], sentence[:at]))
    if _IN_A_FILE.match(sentence) and _CHANGES_IT.match(sentence, at):
        return _Order(at, at, WRITES)
    return None


def _wanted(sentence: str) -> Iterator[Wish]:
    wanted = _WANTED.search(sentence) or _WANTED_IN.search(sentence)
    if wanted and not _FORBIDS.search(sentence, 0, wanted.end()) and not _NOT_MEANT.search(sentence):
        kinds = kinds_wanted(wanted[0])
        yield Wish(kinds, meant_in_english(sentence[wanted.start() :], kinds))
