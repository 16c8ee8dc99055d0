"""An answer from the text of files that stands below the question: sentences or lines of these files."""

import re
from collections.abc import Iterator

from app.embedded.markup import literal
from app.embedded.markup import names as names_of
from app.embedded.sentences import parts
from app.embedded.summary import about_in, summary_of
from app.embedded.wishes import wish_in
from app.language import Language, language_of

_PASTED = re.compile(
    r"(?P<question>[\s\S]*?)\n\nBelow are the files that the question is about\..*\n\n"
    r"(?P<files>(?P<rule>={5,}) [\s\S]*)\n\n(?P=rule) end of the files (?P=rule)"
)
_OF_A_FILE = 4


def pasted_told(asked: str) -> str:
    """The answer from the files whose text is pasted below a question; "" when none is."""
    found = _PASTED.fullmatch(asked)
    if found is None:
        return ""
    language = language_of(found["question"], otherwise="en")
    _, *pieces = re.split(f"^{found['rule']} (.+) {found['rule']}\n", found["files"], flags=re.MULTILINE)
    subject = "" if wish_in(found["question"]).kind in ("read", "summarize") else found["question"]
    told = list(_told(list(zip(pieces[::2], pieces[1::2], strict=True)), subject, language))
    return "\n\n".join(told) or parts.NOTHING.told(language)


def _told(files: list[tuple[str, str]], subject: str, language: Language) -> Iterator[str]:
    for path, text in files:
        sentences = about_in(text, subject, _OF_A_FILE) or summary_of(text, _OF_A_FILE).sentences
        # A list has lines, but no sentences.
        quoted = sentences or list(filter(str.strip, text.split("\n")))[:_OF_A_FILE]
        if quoted:
            yield "\n".join([names_of([path], language), "", *(f"- {literal(each)}" for each in quoted)])
