"""Whether a message asks for a change in the folder."""

import re

from app.agent.person.wishes.asking.english import wished_in_english
from app.agent.person.wishes.asking.japanese import wished_in_japanese
from app.agent.person.wishes.sentences import SENTENCE, own_lines
from app.agent.prose import prose_of
from app.events import Verb

# A longer message holds pasted text; what its first paragraph does not ask for is in doubt.
_OWN_WORDS = 1_500
_PASTED_BELOW = re.compile(r"[:：]\s*\n(?=\s*\S)")
_OPEN_QUOTE = re.compile(r"[\"「『“«]")
_WITHDRAWN = re.compile(
    r"\b(?:never\s*mind|cancel\s+(?:that|it)|scratch\s+that|forget\s+(?:it|that|about\s+it))\b"
    r"|\bdo(?:\s*n't|\s+not)\s+(?:save|write|do)\s+(?:it|that|this|anything)\s*(?:yet|now|after\s+all)?\s*(?:[.!]|$)"
    r"|やっぱり(?:いい|やめ|なし)|(?:保存|書き込み|変更|削除)(?:は|するのは)?(?:やっぱり)?(?:やめて|なしで)",
    re.IGNORECASE,
)


def asks_for_change(question: str, verb: Verb) -> bool:
    """Whether the person's own words ask for something in the folder that can be a change of the kind `verb`.

    A wish to save something covers no deletion and no move, and one to take the tools' own
    changes back covers nothing: tools do not do that. What is quoted or pasted is not the
    person's own. In doubt False: then the person is asked.
    """
    words = _own_words(question)
    if _WITHDRAWN.search(words):
        return False
    sentences = [one for one in SENTENCE.split(words) if one.strip()]
    return any(verb in wished_in_english(one) or verb in wished_in_japanese(one) for one in sentences)


def _own_words(question: str) -> str:
    text = _PASTED_BELOW.split(prose_of(own_lines(question)).text.strip(), maxsplit=1)[0]
    text = _OPEN_QUOTE.split(text, maxsplit=1)[0]
    return text if len(text) <= _OWN_WORDS else text.split("\n\n", 1)[0][:_OWN_WORDS]
