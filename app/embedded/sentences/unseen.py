"""What is said of what was not looked at, and numbers of things."""

from app.embedded.markup import literal
from app.embedded.results import Unseen
from app.embedded.sentences import searching
from app.embedded.sentences.kinds import names_told
from app.embedded.sentences.saying import Saying
from app.language import Language


def unseen_told(unseen: Unseen, language: Language) -> list[str]:
    """A sentence for each thing that was left out."""
    told = []
    if unseen.cut:
        told.append(searching.CUT.told(language, why=_why(unseen.cut, language)))
    for why, names in unseen.skipped:
        told.append(
            searching.SKIPPED.told(language, why=_why(why, language), names=literal(names_told(names, language)))
        )
    if unseen.hidden:
        hidden = searching.HIDDEN_ONE if unseen.hidden == 1 else searching.HIDDEN
        told.append(hidden.told(language, count=f"{unseen.hidden:,}"))
    return told


def counted(number: int, noun: Saying, language: Language) -> str:
    """A number of things: "1 file", "2 files"."""
    if language == "ja":
        return noun.ja.format(number=f"{number:,}")
    return f"{number:,} {noun.en}{'' if number == 1 else 's'}"


def _why(said: str, language: Language) -> str:
    return searching.WHY[said].told(language) if said in searching.WHY else literal(said)
