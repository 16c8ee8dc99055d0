"""What an English sentence says of a file that can only be so since it was changed."""

import re
from collections.abc import Iterator

from app.agent.claims import english_words as words
from app.agent.claims.claim import Hit, Kind
from app.agent.prose import NAME

_THE_FOLDER = r"\b(?:folder|directory)\s+(?:(?:named|called)\s+)?(?:\S{1,60}\s+)?"
_MADE_TEXT = r"(?:summar(?:y|ies)|overview|translations?|outline)"
_THE_FILE = r"(?:(?:the|a)\s+(?:new\s+)?file\s+)?"
_A_NEW_FILE = r"(?:the|an?|your)\s+new\s+(?:\w+\s+)?(?:file|document|note|summary)\s+(?:(?:called|named|in|at)\s+)?"
_YOU_WILL_FIND = re.compile(r"\byou(?:'ll|\s+will|\s+should)\s+(?:now\s+)?(?:find|see)\b", words.ANY_CASE)
_SAID: tuple[tuple[Kind, str], ...] = (
    (
        "write",
        rf"{NAME}\s+(?:is|are)\s+now\s+(?:ready|complete|done|finished|empty|fixed|corrected|sorted|up\s+to\s+date)\b",
    ),
    (
        "write",
        rf"{NAME}\s+now\s+(?:also\s+)?(?:has|have|contains?|includes?|reads|says|starts|begins|ends|lists?|holds?)\b",
    ),
    ("delete", rf"{NAME}\s+(?:is|are)\s+now\s+gone\b|{NAME}\s+(?:is|are)\s+gone(?:\s+now)?\s*[.!]*$"),
    ("move", rf"{NAME}\s+(?:is|are)\s+now\s+(?:called|named)\s+{NAME}"),
    ("change", rf"{NAME}\s+(?:is|are)\s+now\s+in\s+{NAME}\s*[.!]*$"),
    ("write", rf"\b{_MADE_TEXT}\s+(?:is|are)\s+now\s+(?:also\s+)?(?:in|under)\s+{_THE_FILE}{NAME}\s*[.!]*$"),
    (
        "write",
        rf"^{words.OPENING}(?:your\s+(?:\w+\s+)?(?:{words.TEXT}|{_MADE_TEXT})|the\s+{_MADE_TEXT})\s+(?:is|are)\s+"
        rf"(?:(?:all|safely|successfully)\s+)*saved\s+(?:as|to|in|under)\s+{_THE_FILE}{NAME}\s*[.!]*$",
    ),
    # Said as the end of a work: without "all set" it may only tell where something is.
    (
        "write",
        rf"^\W*(?:(?:all\s+)?done|all\s+set|finished)\b\W{{1,4}}(?:your|the)\s+(?:\w+\s+)?(?:{words.TEXT}|{_MADE_TEXT})\s+"
        rf"(?:is|are)\s+(?:(?:now|ready|waiting|all)\s+)*(?:in|at|under)\s+{_THE_FILE}{NAME}\s*[.!]*$",
    ),
    ("write", rf"\b(?:you\b.{{0,20}}\s(?:find|see)|there\s+is\s+now)\s+{_A_NEW_FILE}{NAME}"),
    ("folder", rf"{_THE_FOLDER}now\s+exists\s*[.!]*$|{_THE_FOLDER}is\s+now\s+(?:ready|there|in\s+place)\b"),
    ("write", rf"{NAME}\s+now\s+exists\s*[.!]*$"),
    (
        "write",
        r"\b(?:typos?|errors?|mistakes?|misspellings?|spelling|bugs?)\s+(?:in|of)\s+"
        rf"{NAME}\s+(?:is|are)\s+(?:now\s+|all\s+)*(?:fixed|corrected|gone|removed)\s*[.!]*$",
    ),
    ("write", rf"\byou\s+can\s+now\s+find\b[^,;:]{{0,80}}\b(?:in|at|under)\s+{NAME}"),
    ("change", r"\b(?:your|the|all|my)\s+(?:\w+\s+){0,2}(?:changes|edits)\s+are\s+(?:now\s+|all\s+)*in\s+place\b"),
)
_STATES = tuple((kind, re.compile(pattern, words.ANY_CASE)) for kind, pattern in _SAID)
_OF_OTHERS = re.compile(
    r"\b(?:since|meanwhile|meantime|by\s+(?:you|someone|somebody|another)|you(?:'ve|\s+have)?\s+\w+ed|re-?read|outside|"
    r"would|could|should|might|may|will|if|once|when|after|suppose|whether)\b|'(?:ll|d)\b|n't\b",
    words.ANY_CASE,
)
_DOUBTS = (words.ANOTHER_TIME, words.REPORTED, words.ALREADY, _OF_OTHERS)
_SEEMING = re.compile(
    r"\b(?:looks?\s+like|seems?|appears?|verif\w+|check|confirm|make\s+sure|ensure|that)\b", words.ANY_CASE
)


def states_in_english(sentence: str) -> Iterator[Hit]:
    """The claims of a sentence with names as marks that say how a file is "now"."""
    if (
        sentence.endswith("?")
        or words.SUPPOSED.match(sentence)
        or _SEEMING.search(sentence)
        or any(doubt.search(_YOU_WILL_FIND.sub(" ", sentence)) for doubt in _DOUBTS)
    ):
        return
    for kind, state in _STATES:
        for found in state.finditer(sentence):
            start = found.start()
            yield Hit(kind, (start, found.end()), start)


def is_claim_alone(answer: str) -> bool:
    """Whether the whole `answer`, with names as marks, says that something was changed, and shows nothing."""
    return bool(words.ALONE.fullmatch(answer))
