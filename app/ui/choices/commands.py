"""The commands of the message box, each as what the person would have said or the app does for it."""

import re
from dataclasses import dataclass

from chainlit.types import CommandDict

from app.agent.person.commands import command_in
from app.language import Language
from app.phrases import phrase


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the list. `asked` is the question that it stands for, and `wants` what is said when it lacks a word.

    `about` describes it, and `bare` is its question without any word after it.
    """

    icon: str
    about: str
    asked: str = ""
    bare: str = ""
    wants: str = ""


COMMANDS = {
    "list": Command("folder-open", "command_list", asked="asked_list_of", bare="asked_list"),
    "read": Command("file-text", "command_read", asked="asked_read", wants="wants_name"),
    "search": Command("search", "command_search", asked="asked_search", wants="wants_words"),
    "summarize": Command("notebook-text", "command_summarize", asked="asked_summarize", wants="wants_name"),
    "undo": Command("undo-2", "command_undo", asked="asked_undo", bare="asked_undo"),
    "export": Command("download", "command_export"),
    "check": Command("clipboard-check", "command_check"),
    "compare": Command("scale", "command_compare", wants="wants_question"),
}
_NAMED = frozenset({"list", "read", "summarize"})
_ATTEMPT = re.compile(r"/([A-Za-z]+)(?!\S)")
_EXAMPLE = "paper1.txt"
# As in public/quoting.js.
_PLAIN = re.compile(r"[A-Za-z0-9_][\w~+#./-]*", re.ASCII)
_QUOTES = ('""', "「」", "『』", "“”", "``", "«»")


@dataclass(frozen=True, slots=True)
class Said:
    """What a message comes to: a `question` for the agent, a `reply` of the app's own, or the `act` of a command.

    `words` are those after the command of an act.
    """

    question: str | None = None
    reply: str = ""
    act: str = ""
    words: str = ""


def offered(language: Language) -> list[CommandDict]:
    """The commands as the message box lists them."""
    return [
        CommandDict(
            id=id,
            description=phrase(row.about, language),
            icon=row.icon,
            button=False,
            persistent=False,
            selected=False,
        )
        for id, row in COMMANDS.items()
    ]


def understood(command: str | None, text: str, language: Language) -> Said:
    """What was said with `command`, as the page sent it, or with a text that begins with one."""
    begun, _, rest = text.strip().partition(" ")
    if command not in COMMANDS and begun.startswith("/") and begun[1:].lower() in COMMANDS:
        command, text = begun[1:].lower(), rest
    row = COMMANDS.get(command or "")
    if command is None or row is None:
        return Said(question=text)
    words = "" if text == alone(command, language) else text.strip()
    if not words and row.wants:
        return Said(reply=phrase(row.wants, language, command=command, example=_EXAMPLE))
    if not (row.asked or row.bare):
        return Said(act=command, words=words if row.wants else "")
    if not words:
        return Said(question=phrase(row.bare, language))
    return Said(question=phrase(row.asked, language, name=quoted(words, language) if command in _NAMED else words))


def attempted(text: str) -> str:
    """The word that `text` begins with as with a command, though there is none of that name; "" for any other text."""
    found = _ATTEMPT.match(text.strip())
    return found[1] if found and found[1].lower() not in COMMANDS and not command_in(text) else ""


def no_command(word: str, language: Language) -> str:
    """That there is no command of that name, and those that there are."""
    rows = (f"- `/{id}` – {phrase(row.about, language)}" for id, row in COMMANDS.items())
    return "\n".join([phrase("no_command", language, name=f"`/{word}`"), "", *rows])


def alone(command: object, language: Language) -> str:
    """What a command says that comes without any word after it; "" for one that there is not."""
    row = COMMANDS.get(command) if isinstance(command, str) else None
    return phrase(row.bare or row.about, language) if row else ""


def quoted(name: str, language: Language) -> str:
    """`name` so that it is one name in a sentence, too: between quotes that are not in it, unless it stands in some."""
    if _PLAIN.fullmatch(name) or any(_stands_between(name, *pair) for pair in _QUOTES):
        return name
    usual = "「」" if language == "ja" else _QUOTES[0]
    pair = next((pair for pair in (usual, *_QUOTES) if not any(quote in name for quote in pair)), usual)
    return f"{pair[0]}{name}{pair[1]}"


def _stands_between(name: str, first: str, last: str) -> bool:
    inner = name[1:-1]
    return name.startswith(first) and name.endswith(last) and bool(inner) and first not in inner and last not in inner
