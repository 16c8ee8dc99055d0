"""`make bench`: this project's loop against others on the same work, as ratios to a bare loop, in one interleaved run.

A ratio is taken within a round, and the median over the rounds is shown. Seconds mean
little on a busy machine, ratios within one run a lot; the bare loop runs twice, and where
it does not agree with itself the run does not count.
"""

import argparse
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from arms import ARMS

HERE = Path(__file__).resolve().parent
_AGREES = (0.93, 1.07)
_FIGURES = "figures: requests, tokens and memory"


@dataclass(frozen=True, slots=True)
class Work:
    """A kind of work: what is measured of it, how often it is done, and the ratio to the bare loop that is the goal."""

    name: str
    model: str
    goal: float
    times: int = 1
    at_once: int = 1
    delay: float = 0.0
    measure: str = "cpu"


WORKS = (
    Work("7 rounds, one after another", "rounds-7", 0.90, times=8),
    Work("200 rounds in one turn", "long-200", 0.25),
    Work("an answer of 2,000 tokens", "stream-2000", 0.65, times=4),
    Work("32 reads of 20 ms, wall time", "wide-32", 0.50, times=3, delay=0.02, measure="wall"),
    Work("200 conversations at once", "stock", 1.00, at_once=200),
)


def main() -> None:
    options = _options()
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "work"
        _fill(root)
        url = stack.enter_context(_server())
        arms = {name: stack.enter_context(_arm(name, url, root)) for name in ARMS}
        for work in WORKS:
            if options.only in work.name:
                _show(work, [_round(work, arms, number) for number in range(-1, options.rounds)][1:])
        if options.only in _FIGURES:
            subprocess.run([sys.executable, str(HERE / "figures.py"), url, str(root.parent / "figures")], check=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds that count; the first one does not")
    parser.add_argument("--only", default="", help="a part of the name of the work to do, or figures")
    return parser.parse_args()


def _fill(root: Path) -> None:
    (root / "stock").mkdir(parents=True)
    for number in range(200):
        (root / "stock" / f"item{number:03}.txt").write_text(f"item: {number}\ncount: {number}\nshelf: A\n")


@contextmanager
def _server() -> Iterator[str]:
    with closing(socket.socket()) as tried:
        tried.bind(("127.0.0.1", 0))
        port = tried.getsockname()[1]
    process = subprocess.Popen([sys.executable, str(HERE / "model_server.py"), str(port)])
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(port: int) -> None:
    for _ in range(300):
        with closing(socket.socket()) as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the benchmark's model server does not start")


@contextmanager
def _arm(name: str, url: str, root: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, str(HERE / "worker.py"), name, url, str(root)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait(10)


def _round(work: Work, arms: dict[str, subprocess.Popen[str]], number: int) -> dict[str, float]:
    """What each arm took, in an order that turns from round to round. All have to give the same answer."""
    names = list(arms)
    turned = names[number % len(names) :] + names[: number % len(names)]
    took = {name: _ask(arms[name], work) for name in turned}
    answers = {name: result["answers"] for name, result in took.items()}
    if len({str(answer) for answer in answers.values()}) != 1:
        raise RuntimeError(f"{work.name}: the answers differ: {answers}")
    return {name: float(result[work.measure]) for name, result in took.items()}


def _ask(arm: subprocess.Popen[str], work: Work) -> dict[str, Any]:
    assert arm.stdin is not None and arm.stdout is not None
    asked = {"model": work.model, "times": work.times, "at_once": work.at_once, "delay": work.delay}
    print(json.dumps(asked), file=arm.stdin, flush=True)
    return dict(json.loads(arm.stdout.readline()))


def _show(work: Work, rounds: list[dict[str, float]]) -> None:
    ratios = {name: [took[name] / took["bare"] for took in rounds] for name in ARMS}
    control = median(ratios["bare again"])
    cells = "  ".join(
        f"{name} {median(values):.2f} [{min(values):.2f}-{max(values):.2f}]" for name, values in ratios.items()
    )
    verdict = "met" if median(ratios["project"]) <= work.goal else "MISSED"
    if not _AGREES[0] <= control <= _AGREES[1]:
        verdict = "does not count: the bare loop does not agree with itself"
    print(f"{work.name}: {cells}  goal {work.goal:.2f}: {verdict}", flush=True)


if __name__ == "__main__":
    main()
