"""What the app says: both languages say the same things."""

import re
from pathlib import Path
from string import Formatter

import pytest

from app import phrases
from app.phrases import phrase, reason_phrase

APP = Path(phrases.__file__).parent.parent
PHRASES = phrases.ALL


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", PHRASES)
def test_both_languages_have_the_same_places(key: str) -> None:
    english, japanese = PHRASES[key]
    assert fields(english) == fields(japanese)


@pytest.mark.parametrize("key", PHRASES)
def test_each_is_in_its_language(key: str) -> None:
    english, japanese = PHRASES[key]
    assert not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", english)
    assert key == "usage" or re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", japanese)


def test_every_phrase_is_used_somewhere() -> None:
    source = "\n".join(path.read_text() for path in APP.rglob("*.py") if "phrases" not in path.parts)
    named = set(re.findall(r"""["']([a-z_]+)["']""", source))
    # Keys that are put together: a plural, a reason to ask, what will happen, a command.
    parts = {
        key: {
            key,
            re.sub(r"_one$|_over$|_done$|_refused_for$|^why_|^will_|^nothing_to_", "", key).removesuffix("_over"),
            # a row, by how it stands and by its tool or its change; what is shown of a result
            re.sub(r"^(runs|done|failed|asked|changed|undid|group|shown)_", "", key),
            # of a comparison: a condition, a column, what a turn is computed without, an option
            re.sub(r"^measure_(without_|help_)?", "", key),
        }
        for key in PHRASES
    }
    assert [key for key in PHRASES if ":" not in key and not parts[key] & named] == []


def test_values_may_hold_braces() -> None:
    assert "{x}" in phrase("model_refused", "en", said="{x}")


@pytest.mark.parametrize(
    ("code", "english"),
    [
        ("args:missing:file_path", "an argument is missing"),
        ("path:outside", "outside the work folder"),
        ("tool:timeout", "took too long"),
        ("never:heard:of", "failed"),
        ("", "failed"),
    ],
)
def test_every_code_has_a_reason(code: str, english: str) -> None:
    assert (reason_phrase(code, "en"), bool(reason_phrase(code, "ja"))) == (english, True)


def test_every_code_that_the_app_gives_has_a_reason_of_its_own() -> None:
    source = "\n".join(path.read_text() for path in APP.rglob("*.py") if "embedded" not in path.parts)
    codes = set(re.findall(r'"((?:args|path|file|result|tool):[a-z_]+)"', source))
    assert sorted(codes - set(PHRASES)) == []
