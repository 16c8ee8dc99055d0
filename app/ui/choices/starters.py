"""The first questions that the page offers, by what is in the folder."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import PurePosixPath

import chainlit as cl

from app.language import Language
from app.phrases import phrase
from app.ui.choices.commands import quoted
from app.workspace import Workspace, WorkspaceError

logger = logging.getLogger(__name__)

# Nobody waits for a folder of a million files to see the page.
_SECONDS = 1.5
_LONGEST_NAME = 40
# What can be read and summed up.
_READ = frozenset({".txt", ".md", ".pdf", ".docx", ".odt", ".rtf", ".html", ".epub", ".pptx", ".csv", ".xlsx", ".eml"})


async def starters_for(workspace: Workspace, language: Language, read_only: bool = False) -> list[cl.Starter]:
    """The questions to begin with. Never fails: without a look at the folder they are of the folder itself."""
    return [_starter(key, text) for key, text in questions(await _names(workspace), language, read_only)]


def questions(names: Sequence[str], language: Language, read_only: bool = False) -> list[tuple[str, str]]:
    """What to ask of a folder that has files of these names, each with its icon's name; no changes if `read_only`."""
    general = [
        ("starter_list", phrase("starter_list", language)),
        ("starter_helper", phrase("starter_helper", language)),
    ]
    texts = [name for name in names if _is_fit(name)]
    if not texts:
        return general
    first, last = texts[0], texts[min(2, len(texts) - 1)]
    summary = f"{PurePosixPath(first).stem}_summary.txt"
    saving, two = [] if read_only else ["starter_save"], ["starter_two"] if len(texts) > 1 else []
    asked = ["starter_title", *saving, *two, "starter_all"]
    named = {
        "first": quoted(first, language),
        "summary": quoted(summary, language),
        "second": quoted(texts[min(1, len(texts) - 1)], language),
        "last": quoted(last, language),
    }
    return [general[0], *((key, phrase(key, language, **named)) for key in asked)]


async def _names(workspace: Workspace) -> list[str]:
    try:
        async with asyncio.timeout(_SECONDS):
            listing = await asyncio.to_thread(workspace.list_folder, ".")
    except (TimeoutError, WorkspaceError, OSError) as error:
        logger.info("no look at the folder for the first questions: %s", error)
        return []
    return [entry.name for entry in listing.entries if entry.kind == "file" and entry.size]


def _is_fit(name: str) -> bool:
    """Whether a question can name this file: a text or a document, with a name that reads well in a sentence."""
    suffix = PurePosixPath(name).suffix.casefold()
    return suffix in _READ and len(name) <= _LONGEST_NAME and name.isprintable() and '"' not in name


def _starter(key: str, text: str) -> cl.Starter:
    return cl.Starter(label=text, message=text, icon=f"/public/icons/{key}.svg")
