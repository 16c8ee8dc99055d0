"""What a document's readers say of it, in the reader's language."""

import re
from collections.abc import Sequence

from app.language import Language
from app.phrases.documents import DOCUMENT

_KNOWN = [(re.compile(pattern, re.DOTALL), {"en": english, "ja": japanese}) for pattern, english, japanese in DOCUMENT]


def said_of(piece: str, language: Language) -> str:
    """One fact, note or line about a document; one that is not known stays as it is."""
    found = next(((match, said) for pattern, said in _KNOWN if (match := pattern.fullmatch(piece))), None)
    return found[0].expand(found[1][language]) if found else piece


def about(pieces: Sequence[str], language: Language) -> tuple[str, list[str]]:
    """What the document is and how much of it there is, as one line; and each of the notes."""
    facts = [said_of(fact, language) for fact in pieces[0].split(", ")]
    return ("、" if language == "ja" else ", ").join(facts), [said_of(note, language) for note in pieces[1:]]
