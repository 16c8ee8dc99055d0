"""Whether a message asks for a change in the folder, and of what."""

import re
from itertools import chain

from app.agent.person.wishes.asking.english import wishes_in_english
from app.agent.person.wishes.asking.japanese import wishes_in_japanese
from app.agent.person.wishes.asking.own_words import own_words
from app.agent.person.wishes.asking.wish import Wish
from app.agent.person.wishes.sentences import SENTENCE
from app.events import Verb

_WITHDRAWN = re.compile(
    r"\b(?:never\s*mind|cancel\s+(?:that|it)|scratch\s+that|forget\s+(?:it|that|about\s+it))\b"
    r"|\bdo(?:\s*n't|\s+not)\s+(?:save|write|do)\s+(?:it|that|this|anything)\s*(?:yet|now|after\s+all)?\s*(?:[.!]|$)"
    r"|やっぱり(?:いい|やめ|なし)|(?:保存|書き込み|変更|削除)(?:は|するのは)?(?:やっぱり)?(?:やめて|なしで)",
    re.IGNORECASE,
)
# The words before it were shown, not said: "What does that mean?"
_SPOKEN_OF = re.compile(
    r"\b(?:does|do|would)\s+(?:this|that|it|these|those)\s+(?:mean|do|ask|say)\b|\bwhich\s+of\s+(?:these|those|them)\b"
    r"|\b(?:translate|explain|rephrase|proofread)\s+(?:it|this|that|the\s+(?:above|sentence|mail|message))\b"
    r"|(?:これ|それ|(?:この|その|上の)(?:文|メール))(?:は|を)?[^。\n]{0,10}(?:意味|訳)",
    re.IGNORECASE,
)


def asks_for_change(question: str, verb: Verb) -> bool:
    """Whether the person's own words ask for something in the folder that can be a change of the kind `verb`.

    A wish to save something covers no deletion and no move, and one to take the tools' own
    changes back covers nothing: tools do not do that. What is quoted or pasted is not the
    person's own. In doubt False: then the person is asked.
    """
    return any(verb in wish.kinds for wish in _wishes(own_words(question).text))


def files_meant(question: str, verb: Verb) -> list[str] | None:
    """The files that the person's own words ask to be changed by a change of the kind `verb`.

    None when they name none, as in "delete it". What something is made from is not among them.
    """
    prose = own_words(question)
    meant = [wish.meant for wish in _wishes(prose.text) if verb in wish.kinds]
    names = [prose.named(mark) for marks in meant for mark in marks or ()]
    return list(dict.fromkeys(names)) if names or (meant and None not in meant) else None


def _wishes(words: str) -> list[Wish]:
    if _WITHDRAWN.search(words) or _SPOKEN_OF.search(words):
        return []
    sentences = [one for one in SENTENCE.split(words) if one.strip()]
    return list(chain.from_iterable((*wishes_in_english(one), *wishes_in_japanese(one)) for one in sentences))
