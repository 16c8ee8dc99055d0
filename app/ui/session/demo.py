"""What a page is told that is to play the prepared conversation."""

from itertools import count

from app.language import Language
from app.phrases import phrase
from app.workspace import Workspace

# Each as the page's script knows it, without the first word.
_WORDS = (
    "demo_ask_list",
    "demo_ask_title",
    "demo_ask_two",
    "demo_ask_search",
    "demo_ask_chart",
    "demo_ask_save",
    "demo_ask_change",
    "demo_ask_large",
    "demo_list",
    "demo_step",
    "demo_title",
    "demo_two",
    "demo_search",
    "demo_chart",
    "demo_drawn",
    "demo_save",
    "demo_saved",
    "demo_panel",
    "demo_change",
    "demo_asked",
    "demo_undo",
    "demo_undone",
    "demo_large",
    "demo_parts",
    "demo_whole",
    "demo_end",
    "demo_stopped",
    "demo_lost",
    "demo_offered",
    "demo_region",
    "demo_pause",
    "demo_go_on",
    "demo_next",
    "demo_stop",
    "demo_play",
)
_KEYS = {"demo_pause": "demo_space", "demo_go_on": "demo_space", "demo_next": "demo_right", "demo_stop": "demo_escape"}


def demo_message(folder: Workspace) -> dict[str, object]:
    """The message that makes a page offer the demo, with all that is asked and said in it."""
    languages: tuple[Language, ...] = ("en", "ja")
    summary = _new_name(folder)
    return {"type": "folio-demo", "words": {language: _words(language, summary) for language in languages}}


def _new_name(folder: Workspace) -> str:
    """A name that nothing in the folder has: what is saved in the demo is a new file."""
    taken = {entry.name.lower() for entry in folder.list_folder(".").entries}
    names = (f"paper1_summary{f'_{number}' if number > 1 else ''}.txt" for number in count(1))
    return next(name for name in names if name not in taken)


def _words(language: Language, summary: str) -> dict[str, str]:
    said = {key.removeprefix("demo_"): phrase(key, language, summary=summary) for key in _WORDS}
    titles = {
        f"{key.removeprefix('demo_')}_title": phrase(how, language, act=phrase(key, language))
        for key, how in _KEYS.items()
    }
    return {**said, **titles}
