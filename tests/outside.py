"""A root full of traps beside a folder that no call may touch, and a picture of that folder."""

import os
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

SECRET = "canary-4711"


@dataclass(frozen=True, slots=True)
class Trapped:
    """`root` is the work folder, `around` the folder that holds it and everything that is not its."""

    around: Path
    root: Path
    kept: Path


def trapped(around: Path) -> Trapped:
    """Builds the folders: canaries outside, and a root with every kind of link and special file."""
    outside, root = around / "outside", around / "work"
    (outside / "deep").mkdir(parents=True)
    (outside / "secret.txt").write_text(SECRET)
    (outside / "deep" / "secret.txt").write_text(SECRET)
    (around / "work-evil").mkdir()
    (around / "work-evil" / "secret.txt").write_text(SECRET)
    (root / "sub" / "deeper").mkdir(parents=True)
    (root / "a..b").mkdir()
    (root / "a.txt").write_text("inside\n")
    (root / "sub" / "b.txt").write_text("inside\n")
    (root / "a..b" / "q1..q2 plan.txt").write_text("inside\n")
    _links(root, outside)
    os.mkfifo(root / "pipe")
    _socket(root / "sock")
    return Trapped(around, root, around / "kept")


LINKS = ("out_file", "out_dir", "out_relative", "out_missing", "in_file", "in_dir", "loop_a", "loop_b", "self", "proc")


def _links(root: Path, outside: Path) -> None:
    (root / "out_file").symlink_to(outside / "secret.txt")
    (root / "out_dir").symlink_to(outside)
    (root / "out_relative").symlink_to("../outside")
    (root / "out_missing").symlink_to(outside / "made.txt")
    (root / "in_file").symlink_to("a.txt")
    (root / "in_dir").symlink_to("sub")
    (root / "loop_a").symlink_to("loop_b")
    (root / "loop_b").symlink_to("loop_a")
    (root / "self").symlink_to(".")
    (root / "proc").symlink_to("/proc/self/cwd")


def _socket(path: Path) -> None:
    """A socket's name; bound from its own folder, since addresses are short."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


def picture(place: Trapped) -> dict[str, tuple[int, bytes]]:
    """Everything outside of the root (and of the kept copies): kinds, modes, contents."""
    seen: dict[str, tuple[int, bytes]] = {}
    for folder, folders, files in os.walk(place.around):
        folders[:] = [name for name in folders if Path(folder, name) not in (place.root, place.kept)]
        for path in [Path(folder, name) for name in (*folders, *files)]:
            mode = path.lstat().st_mode
            seen[str(path)] = (mode, path.read_bytes() if stat.S_ISREG(mode) else b"")
    return seen
