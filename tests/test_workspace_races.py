"""A folder swapped for a link while it is being used: never a leak, never a write outside."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from outside import SECRET, Trapped, picture, trapped

from app.workspace import Span, Workspace, WorkspaceError

SECONDS = 0.6
WHOLE = Span(1, 100, 1, 10_000)


@pytest.fixture
def place(tmp_path: Path) -> Trapped:
    """A root whose folder `d` holds the same names as the folder outside."""
    made = trapped(tmp_path)
    (made.root / "d").mkdir()
    (made.root / "d" / "secret.txt").write_text("harmless")
    (made.root / "link").symlink_to(made.around / "outside")
    return made


@contextmanager
def swapping(root: Path, name: str, other: str) -> Iterator[None]:
    """Exchanges two names in a loop, in a thread."""
    end = threading.Event()

    def swap() -> None:
        while not end.is_set():
            with suppress(OSError):
                (root / name).rename(root / "spare")
                (root / other).rename(root / name)
                (root / "spare").rename(root / other)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def repeated(act: Callable[[], object]) -> tuple[int, list[str]]:
    """How often `act` did its work, and what it said, done again and again for a while."""
    until, said = time.monotonic() + SECONDS, list[str]()
    while time.monotonic() < until:
        with suppress(WorkspaceError):
            said.append(repr(act()))
    return len(said), said


def test_reads_never_leak_a_folder_swapped_for_a_link(place: Trapped) -> None:
    workspace = Workspace(place.root, place.kept)
    with swapping(place.root, "d", "link"):
        done, said = repeated(lambda: workspace.read("d/secret.txt", WHOLE).part.text)
    assert (done > 0, any(SECRET in text for text in said)) == (True, False)


def test_reads_never_leak_a_file_swapped_for_a_link(place: Trapped) -> None:
    workspace = Workspace(place.root, place.kept)
    with swapping(place.root, "a.txt", "out_file"):
        done, said = repeated(lambda: workspace.read("a.txt", WHOLE).part.text)
    assert (done > 0, any(SECRET in text for text in said)) == (True, False)


def test_listings_never_leak_a_folder_swapped_for_a_link(place: Trapped) -> None:
    workspace = Workspace(place.root, place.kept)
    with swapping(place.root, "d", "link"):
        done, said = repeated(lambda: workspace.list_folder("d").entries)
    assert (done > 0, any("deep" in text for text in said)) == (True, False)


def test_writes_never_land_in_a_folder_swapped_for_a_link(place: Trapped) -> None:
    workspace, before = Workspace(place.root, place.kept), picture(place)
    with swapping(place.root, "d", "link"):
        done, _ = repeated(lambda: workspace.write("d/new.txt", "x"))
    assert (done > 0, picture(place)) == (True, before)


def test_a_file_swapped_for_a_pipe_holds_no_read(place: Trapped) -> None:
    workspace = Workspace(place.root, place.kept)
    with swapping(place.root, "a.txt", "pipe"):
        done, said = repeated(lambda: workspace.read("a.txt", WHOLE).part.text)
    assert (done > 0, set(said)) == (True, {repr("inside\n")})


def test_nearest_names_never_come_from_outside(place: Trapped) -> None:
    workspace, said = Workspace(place.root, place.kept), list[str]()
    (place.around / "outside" / "deep" / "zebra.txt").write_text("x")
    until = time.monotonic() + SECONDS
    with swapping(place.root, "d", "link"):
        while time.monotonic() < until:
            with suppress(OSError):
                try:
                    workspace.read("zebras.txt", WHOLE)
                except WorkspaceError as error:
                    said.append(error.text)
    assert (len(said) > 0, any("zebra.txt" in text for text in said)) == (True, False)
