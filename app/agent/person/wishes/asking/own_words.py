"""What of a message is the person's own: neither quoted, nor pasted, nor a text to work on."""

import re

from app.agent.person.wishes.sentences import SENTENCE, own_lines
from app.agent.prose import NAME, Prose, prose_of

# A longer message holds pasted text; what its first paragraph does not ask for is in doubt.
_OWN_WORDS = 1_500
_OPENED = re.compile(r"[\"「『“«{]")
# Behind it stands a text, as a rule somebody else's.
_TEXT_BEGINS = re.compile(
    r":(?!\d|//)|\b(?:following|below)\b[^\n.:]{0,40}\n|(?:以下|次)の[^\n。:]{0,40}\n", re.IGNORECASE
)
# But not behind these: "a.txt: delete it", "My task: delete a.txt".
_OWN_BEGINS = re.compile(
    rf"[\W\d]*(?:(?:in\s+|for\s+)?{NAME}|(?:(?:my|the|your|one|next)\s+){{0,2}}(?:tasks?|requests?|to-?do|wish|please|ok|"
    r"also|then|next|finally|first|second|step)|(?:please\s+)?do\s+(?:the\s+following|this|these|as\s+follows)|"
    r"(?:次の|以下の?)?(?:お願い(?:します)?|依頼|タスク|作業|やること|こと(?:を)?して(?:ください)?))[\W\d]*",
    re.IGNORECASE,
)


def own_words(message: str) -> Prose:
    """The person's own words in `message`, with names and quotations as marks."""
    prose = prose_of(own_lines(message))
    text = _OPENED.split(prose.text.strip(), maxsplit=1)[0]
    short = text if len(text) <= _OWN_WORDS else text.split("\n\n", 1)[0][:_OWN_WORDS]
    return Prose(_before_a_text(short), prose.names)


def _before_a_text(words: str) -> str:
    for found in _TEXT_BEGINS.finditer(words):
        introduction = SENTENCE.split(words[: found.start()])[-1]
        if not _OWN_BEGINS.fullmatch(introduction):
            return words[: found.start()]
    return words
