"""Prohibitions and exceptions, in English."""

import re
from collections.abc import Iterator

from app.agent.prose import NAME, QUOTE

_I = re.IGNORECASE
# How far before a word that forbids its subject is looked for.
_NEAR = 300
_CHANGE = (
    r"\b(?:re)?(?:chang|modif|edit|touch|alter|delet|remov|eras|overwrit|overwrote|writ|wrote|sav|creat|renam|mov|cop(?:y|ie)|"
    r"replac|append|add|insert|updat|fix|correct|mess|tamper|tinker|meddl|break|destroy|damag|ruin|harm|clear|empt|"
    r"wip|trash|archiv|truncat|reformat|los(?:e|ing)|adjust|mak(?:e|ing)|convert|drop|do\s+anything)\w*"
)
# Words that end what was forbidden.
_TURN = r"(?:\b(?:but|just|instead|only|then|please|except|because|since|as)\b|[;:()—–]|\s-\s)"
_NOT = (
    r"(?:(?<!why )\b(?:do|does|should|must|may|shall|can|could|would|will|need)(?:\s+not|\s*n't)|"
    r"\b(?:dont|cannot|cant|never|nor)|\bnot)\b"
)
_WIDELY = r"(?:\s*,?\s*(?:under|in|at|by|on|for)\s+(?:any|no|all)\s+\w+\s*,?)?"
_DENIED = re.compile(
    rf"(?:{_NOT}{_WIDELY}|\b(?:avoid|refrain\s+from|abstain\s+from|stop|without|instead\s+of|rather\s+than|no\s+need\s+to|"
    rf"(?:forbid|forbidden|prohibit|prohibited|not\s+allowed|dare)(?:\s+you)?(?:\s+to|\s+from)?)\b)"
    rf"(?:(?!{_TURN}|,|\bexist\b|\bforget\b|\bhesitate\b).){{0,60}}?{_CHANGE}"
    rf"|{_CHANGE}\s+(?:absolutely\s+|exactly\s+)?(?:nothing|none|neither|no(?!\s+matter)\b)"
    rf"|(?<!is )(?<!'s )(?<!are )(?<!was )(?<!has )(?<!have )\bno\s+(?:(?!{_TURN}|,).){{0,30}}?"
    r"(?:edit(?:s|ing)?|modif\w+|files?|delet\w+|remov\w+|chang\w+|"
    r"overwrit\w+|writ\w+|saving|renam\w+|mov(?:es?|ing))\b"
    r"|\bdo\s+nothing\b|\bnothing\s+happens\b|\bonly\s+(?:read|look)\b|\breading\s+only\b|\bhands?\s+off\b|\bdon'?t\s+you\s+dare\b",
    _I,
)
# The thing kept as it is stands behind these, and before those.
_KEPT = re.compile(
    rf"\b(?:leave|leaving)\s+(?!an?\s+(?:blank|note|comment|message|space|line|mark|gap)|me\b|us\b)"
    rf"|\b(?:keep|keeping|preserve|preserving|protect|spare|respect)\s+(?:the\s+|my\s+|all\s+(?:the\s+)?)?"
    rf"(?:{NAME}(?!\s*(?:open|short|brief))|originals?\b|rest\b|others?\b|everything\s+else\b|every\s+file\b|files?\b)",
    _I,
)
_STAYS = re.compile(
    rf"(?:{_NOT}|\b(?:nothing|none|neither|no\s+\w+|no\s+\w+\s+\w+)\b)(?:(?!{_TURN}).){{0,30}}?\bbe\s+(?:\w+ly\s+)?{_CHANGE}"
    rf"|\bnothing\b(?:(?!{_TURN}).){{0,30}}?(?:{_CHANGE}|\belse\b)|\bnothing\s+else\b"
    r"|\b(?:must|should|shall|has\s+to|have\s+to|needs?\s+to|let\b.{0,40}|is\s+to|are\s+to)\s*(?:\w+\s+)?(?:stays?|remains?|be\s+(?:kept|preserved|left|protected))\b"
    r"|\b(?:stays?|remains?)\s+(?:\w+\s+)?(?:the\s+same|there|put|as|in\s+place|where)\b"
    r"|\b(?:untouched|unchanged|unmodified|unaltered|unedited|intact|off[-\s]limits|read[-\s]only|untouchable|taboo)\b"
    r"|\bkeep\b.{0,60}?\b(?:as\s+(?:it|they)\s+(?:is|are)|as[-\s]is|safe|the\s+same|alone)\b|\bis\s+(?:forbidden|prohibited|not\s+allowed)\b",
    _I,
)
_EXCEPT = re.compile(
    r"\b(?:except(?:ing|ed)?(?:\s+for)?|exclud(?:e|ing)|other\s+than|apart\s+from|aside\s+from|with\s+the\s+exception\s+of|"
    r"(?:all|every\w*|any\w*|each|files?|one)\s+but(?!\s+(?:do|don|please|save|leave|not)\b)|besides|skip(?:ping)?|ignor(?:e|ing)|omit(?:ting)?|leav(?:e|ing)\s+out)\b"
    rf"|\bbut\s+for\b|\bminus\s+{NAME}|\bsave\s+for\s+(?:the\s+)?{NAME}|\bnot\s+(?:in\s+|for\s+|from\s+)?(?:the\s+|any\s+|my\s+)?(?:files?\s+)?(?:{NAME}|{QUOTE})",
    _I,
)
_BUT = re.compile(
    r";|\s[—–-]\s|(?<!all\s)(?<!every\s)(?<!thing\s)(?<!any\s)(?<!file\s)(?<!files\s)\bbut\b|\binstead\b|\bjust\b", _I
)
_NEXT_WISH = re.compile(
    rf"(?:,|\band\b|\bthen\b)\s*(?:and\s+|then\s+|please\s+|also\s+|do\s+)*(?:{_CHANGE[2:]}|(?:summar|read|list|put|translat|merg|"
    r"combin|giv|tell|show|sort|organi|writ|extract|collect|compar|look)\w*)",
    _I,
)


def forbidden_in_english(sentence: str) -> Iterator[tuple[int, int]]:
    """Where the sentence, with names and quotations as marks, forbids a change or makes an exception.

    In doubt more than was meant: then the person is asked.
    """
    yield from _forward(sentence, (_DENIED, _KEPT), (_BUT,))
    yield from _forward(sentence, (_EXCEPT,), (_BUT, _NEXT_WISH))
    for start, end in _forward(sentence, (_STAYS,), (_BUT,)):
        first = max(0, start - _NEAR)
        before = [but.end() for but in _BUT.finditer(sentence, first, start)]
        yield (before or [first])[-1], end


def _forward(
    sentence: str, kinds: tuple[re.Pattern[str], ...], ends: tuple[re.Pattern[str], ...]
) -> Iterator[tuple[int, int]]:
    for kind in kinds:
        reached = 0
        for found in kind.finditer(sentence):
            if found.end() > reached:
                reached = min(_until(end, sentence, found.end()) for end in ends)
                yield found.start(), reached


def _until(end: re.Pattern[str], sentence: str, at: int) -> int:
    found = end.search(sentence, at)
    return found.start() if found else len(sentence)
