"""No regular expression kills, freezes or exhausts the app; what is too large is refused by name."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.workspace.errors import WorkspaceError
from app.workspace.paths.resolving import Paths
from app.workspace.search import Hits, Query, search_text


def no_document(fd: int, path: str) -> None:
    return None


def search(root: Path, expression: str, seconds: float = 10) -> Hits:
    return search_text(Paths(root), Query(expression, regex=True), no_document, seconds)


def refusal(root: Path, expression: str) -> WorkspaceError:
    with pytest.raises(WorkspaceError) as caught:
        search(root, expression)
    return caught.value


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, which nothing here can take along."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=100, check=False
    )


SEARCHING = """
import resource, sys, time
from pathlib import Path
from app.workspace.errors import WorkspaceError
from app.workspace.search.matching import matcher_of
matcher_of("a", True)
began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    matcher_of(sys.argv[1], True)
    said = "taken"
except WorkspaceError as error:
    said = error.code
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(said, time.process_time() - began < 0.5, after - before < 200_000)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "expression",
    [
        "(?:(?:ab|c){1000}){1000}",
        "(((a{100}){100}){100}){100}",
        "(" * 10 + "a" + "{100})" * 10,
        "a{1000000000}",
        "(?:ab|c){1000000}",
        "(?:" * 200 + "a" + "){2}" * 200,
        "(?:(?:a{1000}){1000}){e<=3}",
        "(?=(?:(?:ab|c){1000}){1000})",
        "(?V1)" + "[" * 400 + "a" + "]" * 400,
        "(?:" * 300 + "a" + ")" * 300,
    ],
)
def test_an_expression_that_takes_too_much_is_refused_and_the_app_lives_on(expression: str) -> None:
    done = run(SEARCHING, expression)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["args:allowed:query", "True", "True"], "")


def test_the_refusal_names_the_repeats(tmp_path: Path) -> None:
    error = refusal(tmp_path, "(?:(?:ab|c){1000}){900,}x{3}")
    assert (error.code, "{1000}" in error.text, "{900,}" in error.text) == ("args:allowed:query", True, True)


@pytest.mark.parametrize("expression", [r"a(?R)?b", r"((?1)*a)", r"(?<x>a(?&x)?)", r"(?P<x>a(?P>x)?)", r"(a(?-1)?b)"])
def test_a_recursion_is_refused_since_nothing_bounds_its_memory(tmp_path: Path, expression: str) -> None:
    error = refusal(tmp_path, expression)
    assert (error.code, "recursion" in error.text) == ("args:allowed:query", True)


@pytest.mark.parametrize("expression", [r"\(?R", r"(a)?(?(1)b|R)", r"\((?:R)", r"\d{4}|R", "[(?]R|R", "R{1,60}"])
def test_what_only_looks_like_too_much_is_taken(tmp_path: Path, expression: str) -> None:
    (tmp_path / "a.txt").write_text("(R abR ?R\n")
    assert [hit.line for hit in search(tmp_path, expression).hits] == [1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "expression",
    [
        r"(a+)+$x",
        r"(?:abcdefghijklm.*nop){e<=10}",
        r"(?b)(?:abc.*nop){e<=10}",
        r"(?e)(?:abc.*xyz.*){e}",
        r"(?:a.*b.*c.*d){i}",
        r"(?p)(a|aa)+x",
        r"(?<=a.*)b.*z",
        r"((a{1,100}){1,100}){1,10}z",
        r"(a)(?:(?<=\1)a|a)*z",
        r"\p{L}*\p{L}*\p{L}*z",
        r"(?:(a)|(b)|(.))*z",
    ],
)
def test_no_expression_takes_the_search_past_its_time(tmp_path: Path, expression: str) -> None:
    for number, text in enumerate(("a" * 240_000, "ab" * 120_000, "aaab " * 40_000)):
        for copy in range(4):
            (tmp_path / f"{number}{copy}.txt").write_text(text)
    began = time.monotonic()
    hits = search(tmp_path, expression, seconds=1.5)
    assert time.monotonic() - began < 4
    left = sum(one.count for one in hits.skipped if one.reason in ("runaway", "time"))
    assert hits.looked + left == 12


FUZZING = """
import pathlib, re, sys, time
from app.workspace.errors import WorkspaceError
from app.workspace.search.matching import Runaway, matcher_of
matcher_of("a", True)
for expression in sys.argv[1].split("\\n"):
    began = time.process_time()
    try:
        matcher = matcher_of(expression, True)
    except WorkspaceError:
        continue
    took = time.process_time() - began
    try:
        matcher.match("aaab(" * 10_000)
    except Runaway:
        pass
    if took > 0.5:
        print("slow", expression)
# Not ru_maxrss: a new program takes over what its parent had.
print(int(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]) < 600_000)
"""
ATOMS = ["a", ".", r"\w", "(?:ab|c)", "[^b]", r"\b", "x?", r"\1", r"\X", "(a)", "(?R)", r"\p{L}", "(?i:ß)", "é"]
GROUPS = ["(", "(?:", "(?=", "(?<=", "(?>", "(?!", "(?i:", "(?|", "(?r:", "(?<n>"]
REPEATS = ["*", "+", "?", "*?", "*+", "{3}", "{1,40}", "{20,}", "{1000}", "{0,100}?", "{e<=2}", "{i<=1,d<=3}", "{s}"]


def grown(chance: random.Random, depth: int) -> str:
    """A random expression, most of them with repeats in repeats."""
    form = chance.randrange(5) if depth else 0
    if form == 0:
        return chance.choice(ATOMS)
    if form == 1:
        return grown(chance, depth - 1) + grown(chance, depth - 1)
    if form == 2:
        return f"(?:{grown(chance, depth - 1)}|{grown(chance, depth - 1)})"
    return f"{chance.choice(GROUPS)}{grown(chance, depth - 1)}){chance.choice(REPEATS) if form == 4 else ''}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_expressions_neither_crash_nor_hold_up_nor_exhaust(seed: int) -> None:
    chance = random.Random(seed)
    expressions = [grown(chance, chance.randint(3, 9))[:1_000] for _ in range(60)]
    done = run(FUZZING, "\n".join(expressions))
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
