"""What is written down about the app is what the app is."""

import re

import pytest
from readme_tables import default_of, with_tables

from app.settings import PROJECT, Settings


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_readme_holds_the_tables_that_the_code_makes(name: str) -> None:
    readme = (PROJECT / name).read_text(encoding="utf-8")
    assert readme == with_tables(readme)
    assert readme.count("| MAX_ROUNDS |") == 1
    assert readme.count("| list_directory |") == 1


def test_env_example_has_one_commented_line_for_every_setting_with_its_default() -> None:
    text = (PROJECT / ".env.example").read_text(encoding="utf-8")
    lines = dict(re.findall(r"^#([A-Z_]+)=(.*)$", text, flags=re.M))
    defaults = {
        name.upper(): "" if field.default is None else default_of(name) for name, field in Settings.model_fields.items()
    }
    assert lines == defaults


def test_env_example_says_what_every_setting_means() -> None:
    text = (PROJECT / ".env.example").read_text(encoding="utf-8")
    for field in Settings.model_fields.values():
        assert f"# {field.description}\n" in text


def test_both_readmes_have_the_same_commands_and_headings_in_number() -> None:
    english, japanese = ((PROJECT / n).read_text(encoding="utf-8") for n in ("README.md", "README.ja.md"))
    assert len(re.findall(r"^## ", english, flags=re.M)) == len(re.findall(r"^## ", japanese, flags=re.M))
    for command in ("make run", "make test", "make check", "make screenshot", "chainlit run app/chatbot.py"):
        assert command in english and command in japanese
