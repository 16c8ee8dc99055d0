"""A comparison as pictures and as a page: what stands in them, how they look, and that nothing else gets in or lost."""

import os
import re
from dataclasses import replace
from html import escape
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from app.events import RoundEnded
from app.language import Language
from app.measuring import Measured, Run, all_files, write_html, write_picture
from app.measuring.what_if import what_if

PICTURES = Path(__file__).parent / "pictures"
# With UPDATE_PICTURES=1 in the environment they are made anew: look at them before they are kept.
_UPDATE = os.environ.get("UPDATE_PICTURES") == "1"
_SEEN, _MOST_DIFFERENT = 6, 12.0
_TEAL, _ORANGE, _PURPLE = "#2a9d8f", "#d98e3f", "#7a6fd0"
_HOSTILE = '<script>alert(1)</script> <img src="http://elsewhere/x"> & ' + "x" * 400


def rounds() -> tuple[RoundEnded, ...]:
    """Seven rounds, each of which sends again what was new to the one before."""
    return tuple(
        RoundEnded(at, 1, 610 + 130 * (at - 1), 210, 520, 110 * (at - 1), 70 + 20 * at, left_out=0, seconds=2.0)
        for at in range(1, 8)
    )


def comparison(*runs: Run, question: str = "What is the sum of the stock?") -> Measured:
    agents = [run for run in runs if run.rounds]
    computed = what_if(agents[0]) if agents else ()
    return Measured(question, "some-model", "http://elsewhere/v1", False, 0.0, "128", runs, computed)


def plain(more: int = 0) -> Run:
    return Run("no_tools", "It is 60.", requests=1, input_tokens=41, output_tokens=980 + more, seconds=9.1, right=False)


def agent(more: int = 0) -> Run:
    given = {"requests": 7, "input_tokens": 7000 + more, "output_tokens": 1473, "seconds": 31.5 + more / 100}
    return Run("agent", "128", **given, rounds=rounds(), right=True)  # type: ignore[arg-type]


def pasted() -> Run:
    return Run("pasted", "128", requests=1, input_tokens=139, output_tokens=25, seconds=1.1, right=True)


def texts(svg: str) -> list[str]:
    return [re.sub(r"<[^>]*>", "", text) for text in re.findall(r"<text.*?</text>", svg)]


def test_the_picture_has_a_bar_for_each_figure_and_says_which_condition_could_not_run(tmp_path: Path) -> None:
    write_picture(comparison(plain(), agent(), pasted()), tmp_path / "a.svg", "en")
    svg = (tmp_path / "a.svg").read_text()
    bars = [len(re.findall(f'<path[^>]*fill="{colour}"', svg)) for colour in (_TEAL, _ORANGE, _PURPLE)]
    # Their own, the rounds' shares (nothing is sent again at first), and a sign for each in the legends.
    assert bars == [3 + 7 + 2, 3 + 7 + 2, 3 + 7 + 1]
    assert {"41", "7,000", "1,473", "139", "31.5", "No tools", "Agent", "Sum so far", "sent again"} <= set(texts(svg))
    failed = replace(pasted(), fault="It does not fit.", requests=0, input_tokens=0, output_tokens=0)
    write_picture(comparison(plain(), replace(agent(), fault="No."), failed), tmp_path / "b.svg", "en")
    told = texts((tmp_path / "b.svg").read_text())
    assert (told.count("could not run"), told.count("Agent (no answer)")) == (2, 2)


@pytest.mark.parametrize(("name", "language"), [("comparison-en.png", "en"), ("comparison-repeated-ja.png", "ja")])
def test_the_picture_looks_as_it_did(name: str, language: Language, tmp_path: Path) -> None:
    more = [plain(80), agent(600), pasted(), plain(40), agent(300), pasted()] if language == "ja" else []
    question = "work/stock の在庫の合計はいくつですか？" if language == "ja" else "What is the sum of the stock?"
    write_picture(comparison(plain(), agent(), pasted(), *more, question=question), tmp_path / name, language)
    taken = Image.open(tmp_path / name).convert("RGB").reduce(2)
    if _UPDATE:
        taken.save(PICTURES / name, optimize=True)
    before = Image.open(PICTURES / name).convert("RGB")
    # Fonts differ from machine to machine, and with them by a little the room that labels take.
    assert all(abs(a - b) <= 24 for a, b in zip(taken.size, before.size, strict=True))
    apart = ImageChops.difference(taken.resize(before.size).reduce(_SEEN), before.reduce(_SEEN)).convert("L")
    most = sorted(apart.tobytes())[-max(1, apart.width * apart.height // 10) :]
    assert sum(most) / len(most) <= _MOST_DIFFERENT


def test_the_page_stands_for_itself_and_what_a_model_says_stays_text() -> None:
    found = comparison(replace(plain(), answer=_HOSTILE), replace(agent(), fault=_HOSTILE), question=_HOSTILE)
    files = all_files(found, "en")
    page = files[".html"].decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not re.search(r"<(script|img|link|iframe|object|a)\b|\son\w+=|url\((?!#)|@import", page)
    assert set(re.findall(r'\s(?:href|src|xlink:href)="([^"]*)"', page)) == set()
    assert page.count("<svg") == 3
    assert f"Agent came to no answer: {escape(_HOSTILE)}" in page
    assert "<script" not in files[".svg"].decode()
    assert Image.open(BytesIO(files[".png"])).format == "PNG"


def test_nothing_is_written_over_unless_that_is_wanted(tmp_path: Path) -> None:
    found, there = comparison(plain(), pasted()), tmp_path / "there.html"
    there.write_text("mine")
    with pytest.raises(FileExistsError):
        write_html(found, there, "en")
    assert there.read_text() == "mine"
    write_html(found, there, "ja", replaces=True)
    assert "同じ質問を 3 通りに" in there.read_text()
    with pytest.raises(ValueError, match=r"^c\.pdf: a picture is written as \.svg or \.png"):
        write_picture(found, tmp_path / "c.pdf", "en")
    assert [path.name for path in tmp_path.iterdir()] == ["there.html"]
