"""What the terminal shows of a turn, in both languages."""

import re
import sys

import pytest

from app.events import Event, Notice, RoundStarted, TextDelta, ThinkingDelta, ToolFinished, ToolStarted, TurnEnded
from app.language import Language
from app.terminal.screen import Screen


@pytest.mark.parametrize(
    ("language", "thinking", "row"),
    [
        ("en", r"Thinking · \d+ ms\n", "✓ read_file a.txt · 40 ms\n✓ read_file a.txt · 2.5 s\n"),
        ("ja", r"考えています · \d+ ミリ秒\n", "✓ read_file a.txt · 40 ミリ秒\n✓ read_file a.txt · 2.5 秒\n"),
    ],
)
def test_it_says_how_long_the_model_thought_and_a_tool_took(
    capsys: pytest.CaptureFixture[str], language: Language, thinking: str, row: str
) -> None:
    screen = Screen(language, embedded=False)
    events: list[Event] = [RoundStarted(1), ThinkingDelta("Well,"), ThinkingDelta(" well.")]
    for seconds in (0.04, 2.5):
        events.append(ToolStarted("1", "read_file", {}, "read_file a.txt"))
        events.append(ToolFinished("1", "read_file", ok=True, code="", text="", seconds=seconds, cached=False))
    for event in events:
        screen.show(event)
    assert re.fullmatch(thinking + re.escape(row), capsys.readouterr().err)


def test_names_and_reasons_cannot_drive_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen("en", embedded=False)
    screen.show(TextDelta("a\x1b[2Jb"))
    screen.show(ToolStarted("1", "read_file", {}, "read_file \x1b[2J.txt"))
    screen.show(
        ToolFinished("1", "read_file", ok=False, code="file:changed", text="\x9b2J\x07", seconds=0, cached=False)
    )
    shown = capsys.readouterr()
    assert not set("\x1b\x9b\x07") & set(shown.out + shown.err)


def test_what_is_said_of_an_answer_stands_on_a_line_of_its_own_below_it(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen("en", embedded=False)
    monkeypatch.setattr("sys.stderr", sys.stdout)
    for event in (
        TextDelta("This is the begin"),
        Notice("unfinished", "It ended."),
        TurnEnded("answered", "This is the begin"),
    ):
        screen.show(event)
    assert capfd.readouterr().out == "This is the begin\nIt ended.\n\n"
