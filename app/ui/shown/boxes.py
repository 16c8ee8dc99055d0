"""Long texts on the page: each in a box of its own, and no longer than a browser opens at once."""

from app.language import Language
from app.phrases import phrase
from app.ui.shown.markdown import fenced

SHOWN_CHARS = 50_000


def box(text: str, language: Language, kind: str = "text") -> str:
    """`text` in a box, with a line below that tells the reader how much of it is left out.

    The page colours a box by its `kind`, and its style sheet names it by that: "text" is a
    result, "plaintext" thoughts, "diff" changes.
    """
    shown = fenced(text[:SHOWN_CHARS], kind)
    if len(text) <= SHOWN_CHARS:
        return shown
    more = phrase("step_more", language, chars=f"{len(text) - SHOWN_CHARS:,}")
    return f"{shown}\n\n{more}"
