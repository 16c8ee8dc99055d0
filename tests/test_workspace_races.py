"""A folder swapped for a link while it is being used: never a leak, never a write outside."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from outside import SECRET, Trapped, picture, trapped
from path_acts import listed, made, read

from app.workspace.errors import WorkspaceError
from app.workspace.paths.resolving import Paths

SECONDS = 0.6


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
    paths = Paths(place.root)
    with swapping(place.root, "d", "link"):
        done, said = repeated(lambda: read(paths, "d/secret.txt"))
    assert (done > 0, any(SECRET in text for text in said)) == (True, False)


def test_reads_never_leak_a_file_swapped_for_a_link(place: Trapped) -> None:
    paths = Paths(place.root)
    with swapping(place.root, "a.txt", "out_file"):
        done, said = repeated(lambda: read(paths, "a.txt"))
    assert (done > 0, any(SECRET in text for text in said)) == (True, False)


def test_listings_never_leak_a_folder_swapped_for_a_link(place: Trapped) -> None:
    paths = Paths(place.root)
    with swapping(place.root, "d", "link"):
        done, said = repeated(lambda: listed(paths, "d"))
    assert (done > 0, any("deep" in text for text in said)) == (True, False)


def test_writes_never_land_in_a_folder_swapped_for_a_link(place: Trapped) -> None:
    paths, before = Paths(place.root), picture(place)
    with swapping(place.root, "d", "link"):
        done, _ = repeated(lambda: made(paths, "d/new.txt"))
    assert (done > 0, picture(place)) == (True, before)


def test_a_file_swapped_for_a_pipe_holds_no_read(place: Trapped) -> None:
    paths = Paths(place.root)
    with swapping(place.root, "a.txt", "pipe"):
        done, said = repeated(lambda: read(paths, "a.txt"))
    assert (done > 0, set(said)) == (True, {repr("inside\n")})


def test_nearest_names_never_come_from_outside(place: Trapped) -> None:
    paths, said = Paths(place.root), list[str]()
    (place.around / "outside" / "deep" / "zebra.txt").write_text("x")
    until = time.monotonic() + SECONDS
    with swapping(place.root, "d", "link"):
        while time.monotonic() < until:
            with suppress(OSError):
                try:
                    read(paths, "zebras.txt")
                except WorkspaceError as error:
                    said.append(error.text)
    assert (len(said) > 0, any("zebra.txt" in text for text in said)) == (True, False)
