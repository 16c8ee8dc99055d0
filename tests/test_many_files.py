"""A hundred thousand files in one folder: everything stays bounded, quick, and out of other people's way."""

import gc
import threading
import time
import tracemalloc
from collections.abc import Callable

import pytest

from app.documents import Extract
from app.workspace.listing import Listing, entries_of
from app.workspace.paths.resolving import Paths
from app.workspace.search import Query, basis_of_tree, find_names, search_text

MANY = 100_000
# Both of the processor, on which others may be at work meanwhile.
SECONDS = 2.0
LONGEST_PAUSE = 0.5
MOST_MEMORY = 200_000_000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    """The folder; every thousandth file holds what is searched for."""
    root = tmp_path_factory.mktemp("many")
    for number in range(MANY):
        last = "the KIWI 合図\n" if number % 1_000 == 0 else "三行目です。\n"
        (root / f"file {number:06}.txt").write_bytes(f"the first line\nthe harbour wall\n{last}".encode())
    time.sleep(0.1)
    return Paths(root)


class Pauses:
    """What is done at most while another thread waits, which wants to do a little now and then; in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._tick)

    def __enter__(self) -> "Pauses":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _tick(self) -> None:
        while not self._end.is_set():
            before = time.process_time()
            time.sleep(0.002)
            self.longest = max(self.longest, time.process_time() - before)


def listing(paths: Paths) -> Listing:
    with paths.folder((), ".") as folder:
        return entries_of(folder, "", hidden=False)


def no_document(fd: int, path: str) -> Extract | None:
    return None


def search(paths: Paths, text: str, regex: bool = False) -> tuple[int, int]:
    hits = search_text(paths, Query(text, regex), no_document, 20)
    return len(hits.hits), hits.looked


WORK: dict[str, tuple[Callable[[Paths], object], object]] = {
    "list": (lambda paths: len(listing(paths).entries), MANY),
    "names by glob": (lambda paths: len(find_names(paths, "**/*9.TXT", ".").names), MANY // 10),
    "names by part": (lambda paths: len(find_names(paths, "file 0999", ".").names), 100),
    "text": (lambda paths: search(paths, "kiwi"), (100, MANY)),
    "Japanese text": (lambda paths: search(paths, "合図"), (100, MANY)),
    "text that is nowhere": (lambda paths: search(paths, "zebra"), (0, MANY)),
    "expression": (lambda paths: search(paths, r"the K\w+ ", regex=True), (100, MANY)),
    # Looking whether so much has changed would take as long as looking again.
    "basis": (lambda paths: basis_of_tree(paths, ".", False), ""),
}


def measure(act: Callable[[], object]) -> tuple[object, float, float]:
    """What `act` gives, its processor time, and the longest time for which it held another thread up."""
    # The thousands of objects of other tests would be looked through again and again.
    gc.collect()
    gc.freeze()
    try:
        began = time.process_time()
        with Pauses() as pauses:
            result = act()
        return result, time.process_time() - began, pauses.longest
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("work", WORK)
def test_it_takes_less_than_two_seconds_and_holds_nobody_up(paths: Paths, work: str) -> None:
    act, expected = WORK[work]
    measured = [measure(lambda: act(paths)) for _ in range(2)]
    assert [result for result, _, _ in measured] == [expected] * 2
    # The better of two: whatever else the machine does is no matter of ours.
    assert min(seconds for _, seconds, _ in measured) < SECONDS
    assert min(longest for _, _, longest in measured) < LONGEST_PAUSE


@pytest.mark.parametrize("work", ["list", "names by glob", "text"])
def test_it_takes_a_bounded_amount_of_memory(paths: Paths, work: str) -> None:
    tracemalloc.start()
    try:
        WORK[work][0](paths)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY


def test_text_that_is_everywhere_is_found_as_often_as_is_shown(paths: Paths) -> None:
    began = time.process_time()
    found, looked = search(paths, "harbour")
    assert (found, looked < MANY, time.process_time() - began < 2 * SECONDS) == (10_000, True, True)


@pytest.mark.parametrize("expression", [r"^t\w+ h\w+ w\w+$", r"(?:a|aa|b)+\d$", "^$"])
def test_an_expression_that_no_text_can_be_told_of_says_what_was_not_looked_at(paths: Paths, expression: str) -> None:
    began = time.process_time()
    hits = search_text(paths, Query(expression, regex=True), no_document, 1)
    assert time.process_time() - began < 4
    left = sum(one.count for one in hits.skipped if one.reason in ("time", "enough"))
    assert (hits.looked < MANY, hits.is_whole) == (True, False)
    # On a slow machine not even all names are seen, which is said too.
    assert hits.looked + left == MANY or hits.cut == "time"


def test_without_ripgrep_the_time_that_is_given_is_kept(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.workspace.search.ripgrep.program", lambda: None)
    began = time.process_time()
    hits = search_text(paths, Query("kiwi"), no_document, 2)
    assert time.process_time() - began < 2 * SECONDS
    late = sum(one.count for one in hits.skipped if one.reason == "time")
    assert (hits.looked + late, hits.files <= 100) == (MANY, True)
