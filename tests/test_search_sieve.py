"""What is thrown away before it is read can hold no match: ripgrep and our own reading always agree."""

import os
import subprocess
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from threading import Timer

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.workspace.changes.permit import Permit, Withdrawn, current_permit
from app.workspace.search import ripgrep
from app.workspace.search.folding import folded
from app.workspace.search.required import required
from app.workspace.search.sieve import sieve

ENCODINGS = (
    "utf-8",
    "utf-16",
    "cp932",
    "euc_jp",
    "iso2022_jp",
    "iso2022_jp_ext",
    "cp1252",
    "latin-1",
    "gb18030",
    "big5",
    "cp949",
)
TRICKY = "kKiI wW1１ｋＫｉKﬁß①⑫ⅡüÜéÉガがカかｶﾞﾟ゛゜\u0308\u0301\u3099合図㍿株…漢한하ㄴ~-\\(Å\u212b"
TEXTS = st.text(alphabet=TRICKY, min_size=1, max_size=5)


@pytest.fixture(scope="module")
def fits(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes, list[bytes]], list[bool]]:
    """Which contents a pattern fits, as the real ripgrep sees it."""
    rg = ripgrep.program()
    assert rg, "ripgrep is among the app's own requirements"
    folder = tmp_path_factory.mktemp("sieved")

    def run(pattern: bytes, contents: list[bytes]) -> list[bool]:
        for number, content in enumerate(contents):
            (folder / str(number)).write_bytes(content)
        command = [rg, *ripgrep._FLAGS, *ripgrep._LIMITS]
        said = subprocess.run(command, input=pattern, capture_output=True, cwd=folder, check=False)
        assert said.stderr == b""
        names = {name.removeprefix(b"./").decode() for name in said.stdout.split(b"\0")}
        return [str(number) in names for number in range(len(contents))]

    return run


def stored(text: str) -> list[bytes]:
    """The text in every encoding that can hold it."""
    kept = []
    for encoding in ENCODINGS:
        try:
            kept.append(text.encode(encoding))
        except UnicodeEncodeError:
            continue
    return kept


@pytest.mark.slow
@example(needle="Ⅱ\u0301", before="1", after="1", change="NFC")
@example(needle="ụ̈̄", before="", after="", change="NFD")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(needle=TEXTS, before=TEXTS, after=TEXTS, change=st.sampled_from(["NFC", "NFD", "NFKC", "upper", "none"]))
def test_no_file_with_a_match_is_thrown_away(
    fits: Callable[[bytes, list[bytes]], list[bool]], needle: str, before: str, after: str, change: str
) -> None:
    spelt = {"upper": needle.upper(), "none": needle}.get(change) or unicodedata.normalize(change, needle)  # type: ignore[arg-type]
    pattern = sieve(needle)
    contents = [
        content for content in stored(before + spelt + after) if folded(needle) in folded(before + spelt + after)
    ]
    if pattern is not None and contents:
        assert all(fits(pattern, contents))


@pytest.mark.parametrize(
    "needle", ["harbour wall", "りんご", "Übersicht", "第1章", "한국어", "株式会社", "stress", "a.b*c"]
)
def test_files_without_a_match_are_thrown_away(fits: Callable[[bytes, list[bytes]], list[bool]], needle: str) -> None:
    pattern = sieve(needle)
    assert pattern is not None
    others = ["the museum has two rooms\n", "みかんと柿があります。\n", "한글 문서\n", "x" * 5_000]
    assert not any(fits(pattern, [other.encode() for other in others]))


@pytest.mark.parametrize(
    ("expression", "literal"),
    [
        (r"harbour", "harbour"),
        (r"\bHarbour\s+wall\b", "harbour"),
        (r"(?i)harbour", "harbour"),
        (r"wall \d{4}", "wall "),
        (r"colou?r", "colo"),
        (r"ab*c", "a"),
        (r"ab+c", "ab"),
        (r"a{2,}bc", "bc"),
        (r"\.txt$", ".txt"),
        (r"(?:one|two) three", ""),
        (r"one|two", ""),
        (r"(one) three", " three"),
        (r"[abc]xyz[]q]", "xyz"),
        (r"[[:alpha:]]x", "x"),
        (r"(?!a)b", ""),
        (r"(?x) a b", ""),
        (r"\x41b", ""),
        (r"a\\b", "a\\b"),
        (r"Übersicht", "übersicht"),
    ],
)
def test_what_every_match_of_an_expression_holds(expression: str, literal: str) -> None:
    assert required(expression) == literal


def test_a_program_beside_the_interpreter_is_used_before_one_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("venv", "path"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rg").touch(mode=0o755)
    monkeypatch.setattr("sys.executable", str(tmp_path / "venv" / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    assert ripgrep.program() == str(tmp_path / "venv" / "rg")
    (tmp_path / "venv" / "rg").unlink()
    assert ripgrep.program() == str(tmp_path / "path" / "rg")
    (tmp_path / "path" / "rg").unlink()
    assert ripgrep.program() is None


@pytest.fixture
def slow_rg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in ripgrep's place that names one file, says which process it is, and does not end."""
    program, said = tmp_path / "rg", tmp_path / "pid"
    program.write_text(f"#!/bin/sh\nprintf './a.txt\\0'\necho $$ > {said}\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setattr("app.workspace.search.ripgrep.program", lambda: str(program))
    return said


def sift(folder: Path, seconds: float) -> ripgrep.Sifted | None:
    fd = os.open(folder, os.O_RDONLY)
    try:
        with ripgrep.sifting(fd, b"x", hidden=False) as sifted:
            return sifted(time.monotonic() + seconds)
    finally:
        os.close(fd)


def is_gone(said: Path) -> bool:
    return not Path("/proc", said.read_text().strip()).exists()


def test_ripgrep_is_ended_when_its_time_is_up_and_what_it_said_counts(tmp_path: Path, slow_rg: Path) -> None:
    assert sift(tmp_path, 0.3) == ripgrep.Sifted(frozenset({"a.txt"}), finished=False)
    assert is_gone(slow_rg)


def test_ripgrep_is_ended_when_the_call_is_called_off(tmp_path: Path, slow_rg: Path) -> None:
    permit = Permit()
    token = current_permit.set(permit)
    timer = Timer(0.3, permit.withdraw)
    timer.start()
    try:
        with pytest.raises(Withdrawn):
            sift(tmp_path, 30)
    finally:
        current_permit.reset(token)
        timer.join()
    assert is_gone(slow_rg)


def test_files_that_ripgrep_could_not_read_are_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "rg"
    program.write_text("#!/bin/sh\necho 'rg: ./b: c/d.txt: Permission denied (os error 13)' >&2\nexit 2\n")
    program.chmod(0o755)
    monkeypatch.setattr("app.workspace.search.ripgrep.program", lambda: str(program))
    assert sift(tmp_path, 5) == ripgrep.Sifted(frozenset({"b: c/d.txt"}), finished=True)


def test_a_pattern_that_ripgrep_refuses_throws_nothing_away(tmp_path: Path) -> None:
    fd = os.open(tmp_path, os.O_RDONLY)
    try:
        with ripgrep.sifting(fd, b"(", hidden=False) as sifted:
            assert sifted(time.monotonic() + 5) is None
    finally:
        os.close(fd)
