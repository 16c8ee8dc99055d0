"""The words of English sentences that claim a change, and of those that do not."""

import re

from app.agent.claims.claim import Kind
from app.agent.prose import NAME, QUOTE

ANY_CASE = re.IGNORECASE
# How far around a verb its words are looked at.
NEAR = 160

SURE: dict[str, Kind] = {
    "saved": "write",
    "overwritten": "write",
    "overwrote": "write",
    "exported": "write",
    "renamed": "move",
    "deleted": "delete",
    "erased": "delete",
    "undone": "change",
    "undid": "change",
}
MADE: dict[str, Kind] = dict.fromkeys(
    ["created", "written", "wrote", "generated", "added", "recorded", "stored", "put", "merged", "inserted"], "write"
)
CHANGED: dict[str, Kind] = {
    **dict.fromkeys(["changed", "edited", "updated", "modified", "corrected", "fixed", "replaced"], "write"),
    **dict.fromkeys(["rewritten", "rewrote", "appended", "reformatted"], "write"),
    "moved": "move",
    "copied": "copy",
    "duplicated": "copy",
    "removed": "delete",
    **dict.fromkeys(["emptied", "cleared", "wiped", "truncated", "swapped"], "write"),
    **dict.fromkeys(["restored", "reverted"], "change"),
}
# About a file only when it is said what became of it: what was sorted may just be shown.
TURNED: dict[str, Kind] = {
    **dict.fromkeys(["split", "converted", "translated"], "write"),
    **dict.fromkeys(["organized", "organised", "sorted", "grouped"], "arrange"),
}
KINDS = SURE | MADE | CHANGED | TURNED | {"made": "write", "backed up": "copy"}
VERB = re.compile(rf"\b(?:{'|'.join(KINDS)})\b(?![-'])", ANY_CASE)

ADVERBS = (
    r"(?:(?:just|now|also|then|successfully|first|finally|both|all|instead|safely|gone\s+ahead\s+and|went\s+ahead\s+and)"
    r"\s+)*"
)
FIRST_PERSON = re.compile(rf"\b(?:I|we)(?:'ve|\s+have)?\s+{ADVERBS}$", ANY_CASE)
AND_THEN = re.compile(rf"(?:,|\band|\bthen|&)\s+(?:have\s+|then\s+|also\s+)*{ADVERBS}$", ANY_CASE)
MY_DEEDS = re.compile(
    r"\bI\b(?!'ll|'d)(?:(?!\b(?:you|he|she|they|it\s+(?:is|was)|who|which|was|were|can|could|will|would|should|may|might|to|"
    r"not)\b|n't).)*$",
    ANY_CASE,
)
PASSIVE = re.compile(
    rf"\b(?:(?P<perfect>has|have)\s+(?:now\s+|just\s+|also\s+)*been|(?P<now>is|are)\s+now|was|were)\s+{ADVERBS}$",
    ANY_CASE,
)
OPENING = (
    r"(?:[\s*#_+•·|✅✓✔☑\uFE0F\U0001F300-\U0001FAFF\d.)\-–—!:,]|\b(?:done|ok(?:ay)?|all\s+(?:set|done)|great|sure|yes|finished|"
    r"perfect|certainly|of\s+course|now|just|and|successfully|success|status|result|understood|alright)\b)*"
)
ELIDED = re.compile(rf"{OPENING}$", ANY_CASE)
DEEDS = re.compile(
    rf"{OPENING}(?:read|(?:\w+(?<!ne)ed))\b(?:(?!\b(?:by|was|were|is|are|to|not|you|who|which)\b).)*$", ANY_CASE
)
DOCUMENT = r"(?:(?:sub)?folders?|files?|director(?:y|ies)|documents?|cop(?:y|ies)|backups?)"
TEXT = (
    rf"(?:{DOCUMENT}|summar(?:y|ies)|changes?|edits?|notes?|contents?|text|results?|reports?|versions?|translations?)"
)
PLACE = (
    r"(?:lines?|paragraphs?|sections?|sentences?|words?|typos?|titles?|headings?|dates?|names?|rows?|columns?|"
    r"entr(?:y|ies)|items?)"
)
NOUN_FIRST = re.compile(
    rf"{OPENING}(?:(?:the|all|both|your|each|every|new|old|\d+|two|three)\s+)*"
    rf"(?:{NAME}(?:[\s,&]|and|to|→|->|{NAME})*|(?P<noun>{TEXT})(?:\s+(?:of\s+)?{NAME})?)[\s()\]:—–|✅✓✔☑→>\uFE0F-]*(?:successfully\s+|now\s+)?$",
    ANY_CASE,
)
# "Deleted files cannot be restored", "Deleted files: none".
IS_SUBJECT = re.compile(
    r"[^,:;.]*?\b(?:can(?:not|'t)?|not|is|are|was|were|will|have|has|never|should|must|may)\b|[^,;.]*:\s*(?:none|no\b|0|-)",
    ANY_CASE,
)
A_TEXT = r"(?=\W*$|\s+(?:of|in|for|from|on|named|called|with|at|to|you|I)\b|\s*[⟦⟪])"
# A folder named without quotes: "the folder archive".
A_FOLDER = re.compile(
    r"\b(?:sub)?(?:folder|directory)\s+(?!(?:names?|views?|sizes?|paths?|icons?|permissions?|listing)\b)[\w-]+\W*$",
    ANY_CASE,
)
IT = re.compile(r"\W*(?:and\s+)?(?:it|this|they|everything|all|both)", ANY_CASE)
CHECK = re.compile("[✅✓✔☑]")

WORDS = r"(?:(?!(?:of|from|about|for|in|on|to|as|with|by|into|here|below)\b)[\w'-]+\s+){0,5}?"
SOME = (
    r"(?:(?:an?|the|your|my|new|one|each|every|all|both|separate|single|another|its|their|own|same|text|markdown|\d+|two|three|"
    r"four|five|six|several|multiple|different|individual)\s+)*"
)
FILE = rf"(?:{NAME}|(?:sub)?folders?\b|files?\b|director(?:y|ies)\b|disk\b)"
DIRECT = re.compile(rf"\s*:?\s*{WORDS}{FILE}", ANY_CASE)
DESTINATION = re.compile(
    rf".*?\b(?:to|into|as|under|at|over)\s+(?:the\s+(?:end|top|start|beginning|bottom)\s+of\s+)?{SOME}{FILE}"
    r"|(?:(?!\b(?:of|from|about|for|on|between)\b).)*?\b(?:in|inside|within)\s+"
    rf"{SOME}(?:{NAME}|files?\b(?!\s+(?:in|of)\b))",
    ANY_CASE,
)
TURNED_INTO = re.compile(rf".*?\b(?:to|into|as)\s+{SOME}{FILE}", ANY_CASE)
UNDONE_WHAT = re.compile(
    r"\s+(?:it|that|them|everything)\b(?!\s+to\b)|\s+(?:(?:the|your|my|all|last|latest|previous|these|those|of)\s+)*(?:changes?|edits?)\b",
    ANY_CASE,
)
IN_THE_CHAT = re.compile(
    r"\b(?:summar(?:y|ies)|overview|list|table|translation|outline|description|analysis|answer|"
    r"explanation|comparison|plan)\s+(?:of|for|from|below|here)\b|\b(?:my\s+(?:answer|reply)|below|above|here)\b",
    ANY_CASE,
)
PRONOUN = re.compile(
    r"\s+(?:it|them|everything|both|all\s+of\s+(?:it|them))\b(?!.*(?::$|\b(?:here|below|above)\b))", ANY_CASE
)
MADE_CHANGES = re.compile(
    rf"\s+{WORDS}(?:changes?|edits?|corrections?|replacements?|copy|copies|backup)\b.*{FILE}", ANY_CASE
)
NOT_SAVED = re.compile(
    r"\s+(?:you|me|us|time|money|space|energy|lives|up|costs?|"
    rf"\d+(?!\d|\s*(?:\w+\s+)?(?:files?|summar|folders?)|[^;]{{0,80}}?\b(?:to|into|in|as)\s+{NAME}))\b",
    ANY_CASE,
)
COMPLEMENT = re.compile(
    rf"\s*(?:(?:successfully|now|correctly|accordingly|too|again|safely|permanently)\b\s*)*"
    rf"(?:as\s+(?:requested|follows|you\s+\w+)|for\s+you|from\s+the\s+folder|in\s+the\s+folder)?\s*"
    rf"(?:(?:to|as|in|into|under|at|from|within|inside)\b.{{0,150}}?(?:{NAME}|{QUOTE}|\bfiles?\b|\bfolders?\b).*|"
    r"with\s+(?:the|an?|your|new|all|this|these|⟪|\d).*)?"
    rf"(?:\(.*|[—–-].*|→.*|:\s*{NAME}.*)?[\s.!,;:|✅✓✔☑*]*$",
    ANY_CASE,
)
SAVED_WHAT = re.compile(
    rf"[\s.!✅✓]*$|.*{FILE}|\s*:?\s*(?:the|your|both|all|it|them|its|each)?\s*(?:\w+\s+)?(?:it|them|{TEXT})\b", ANY_CASE
)

REPORTED = re.compile(
    r"\b(?:says?|said|states?|stated|claims?|claimed|according\s+to|mentions?|mentioned|describes?|explains?|indicates?|"
    r"tells?|(?:reports?|notes?|shows?|seems?|suggests?|found|see|learn\w*)\s+that|apparently|author|compar\w+|differs?)\b"
    r"|\bin\s+(?:the|this|that)\s+(?:paper|article|story|book|log|document|report|text)\b",
    ANY_CASE,
)
REPORTED_FIRST = re.compile(r"\b(?:says?|said|states?|stated|writes|tells?|according\s+to|as\s+if|user)\b", ANY_CASE)
ANOTHER_TIME = re.compile(
    r"\b(?:earlier|previously|last\s+(?:time|week|month|year|turn)|previous\s+(?:turn|message|answer)|ago|yesterday|"
    r"in\s+this\s+(?:chat|conversation)|originally|formerly|before\s+that|in\s+the\s+past|a\s+moment\s+before|last(?!\s+(?:change|edit)s?\b))\b",
    ANY_CASE,
)
ALREADY = re.compile(r"\balready\b", ANY_CASE)
DATED = re.compile(
    r"\b(?:in|on|at|since|during|until|of)\s+(?:early\s+|late\s+|the\s+)?(?:\d{4}\b|\d{1,2}\b|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)\w*\b)|\b\d{4}-\d\d-\d\d\b|\bin\s+v?\d",
    ANY_CASE,
)
BY_SOMEONE = re.compile(r"\s+by\b(?!\s+\w+ing\b)", ANY_CASE)
DOUBT = re.compile(
    r"n't\b|\b(?:not|never|no|none|nothing|neither|nor|without|cannot|unable|failed|instead\s+of|if|when(?:ever)?|once|unless|"
    r"whether|until|after|before|in\s+case|as\s+soon\s+as|wish|should|would|could|might|may|will|can|almost|nearly|"
    r"think|thought|believe|assume|hope|imagine|pretend|how|why|what)\b|'(?:ll|d)\b",
    ANY_CASE,
)
DOUBT_PASSIVE = re.compile(
    r"\b(?:users?|he|she|you|that|which|who|whose|where|make\s+sure|ensure|looks?\s+like|seems?|appears?|"
    r"as\s+though|verif\w+|check|confirm|see|to)\b",
    ANY_CASE,
)
SUPPOSED = re.compile(r"\W*(?:if|suppose|supposing|assuming|imagine|unless|let's\s+say|for\s+example|e\.g)\b", ANY_CASE)
CLAUSE = re.compile(r"[,;:()]|\s[—–-]\s|\bbut\b", ANY_CASE)
CLAUSE_END = re.compile(r"[;?]|,(?!\s*(?:and\s+)?⟦)|\bbut\b|\band\b(?!\s*(?:⟦|the\s+⟦))", ANY_CASE)

PART = re.compile(
    rf"[^⟦]{{0,60}}?\b(?:lines?|paragraphs?|sections?|sentences?|words?|typos?|rows?|columns?|entr(?:y|ies)|headings?|"
    rf"titles?|duplicates?|text|comments?|parts?|characters?|spaces?|bullets?|items?|contents?)\b|.{{0,60}}?\bfrom\s+{SOME}{NAME}|\s*{QUOTE}",
    ANY_CASE,
)
NEW_NAME = re.compile(rf"\s+{WORDS}name\b", ANY_CASE)
NEW_FOLDER = re.compile(rf"\s*:?\s*{WORDS}(?:sub)?(?:folders?|director(?:y|ies))\b", ANY_CASE)
FOLDER_FIRST = re.compile(r"\b(?:folders?|director(?:y|ies))\b[^,;]{0,40}$", ANY_CASE)
TO = re.compile(r"\b(?:to|into|as|in|inside|under)\b", ANY_CASE)

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNTS = {"both": 2, **{word: number for number, word in enumerate(_NUMBERS, 2)}}
COUNTED_VERB = (
    "saved",
    "created",
    "written",
    "wrote",
    "generated",
    "exported",
    "deleted",
    "erased",
    "renamed",
    "moved",
    "copied",
)
COUNTED = re.compile(
    rf"\s+(?:(?:the|these|those|your|new)\s+)*(?P<count>\d{{1,3}}|{'|'.join(COUNTS)})\s+"
    r"(?:(?:new|separate|empty|text|short|different|individual|old|markdown|more|of\s+(?:the|your))\s+)*"
    r"(?:files|documents|summaries|folders|copies|translations|reports)\b"
    r"(?!.*\b(?:in|into|to|as)\s+(?:an?|one|the)\s+(?:\w+\s+)?(?:file|document)\b)",
    ANY_CASE,
)
# The whole of an answer that shows nothing the words could be about but a file.
ALONE = re.compile(
    rf"{OPENING}(?:I(?:'ve|\s+have)?\s+)?{ADVERBS}(?:corrected|fixed|added|removed|inserted|replaced|sorted|swapped|changed|updated)\s+"
    rf"(?:(?:all\s+)?(?:the|your|that|those|these|both|two|three|\d+|an?|every)\s+(?:(?!of\b|in\b|my\b)[\w'-]+\s+){{0,3}}?{PLACE}|"
    rf"(?:the\s+(?:{PLACE}\s+(?:in|of)\s+)?)?{NAME})(?:\s+(?:for\s+you|as\s+(?:you\s+)?\w+))?\s*[.!]*\s*",
    ANY_CASE,
)
