"""What a document is, and what its readers say of it, in the reader's language."""

from collections.abc import Sequence

from app.language import Language
from app.phrases.documents import said_of


def about(pieces: Sequence[str], language: Language) -> tuple[str, list[str]]:
    """What the document is and how much of it there is, as one line; and each of the notes."""
    facts = [said_of(fact, language) for fact in pieces[0].split(", ")]
    return ("、" if language == "ja" else ", ").join(facts), [said_of(note, language) for note in pieces[1:]]
