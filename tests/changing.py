"""A folder with everything that changes it, and short ways to change it at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.events import Receipt
from app.workspace.changes.change import Changes, Limits
from app.workspace.changes.permit import Permit, current_permit
from app.workspace.changes.plan import Edit
from app.workspace.changes.seen import Seen
from app.workspace.changes.versions import version_of
from app.workspace.paths.resolving import Paths

NOBODY = 65534


@dataclass(slots=True)
class Folder:
    """The root, its changes, and one conversation."""

    around: Path
    limits: Limits = field(default_factory=Limits)
    seen: Seen = field(default_factory=Seen)
    root: Path = field(init=False)
    changes: Changes = field(init=False)

    def __post_init__(self) -> None:
        self.root = self.around / "work"
        self.root.mkdir(exist_ok=True)
        self.changes = Changes(Paths(self.root), self.around / "data" / "undo", self.limits)

    def write(self, path: str, text: str, append: bool = False) -> Receipt:
        return self.changes.write(path, text, append, self.seen).carry_out()

    def edit(self, path: str, old: str, new: str, replace_all: bool = False) -> Receipt:
        return self.changes.edit(path, [Edit(old, new, replace_all)], self.seen).carry_out()

    def copy(self, source: str, destination: str) -> Receipt:
        return self.changes.copy(source, destination, self.seen).carry_out()

    def move(self, source: str, destination: str) -> Receipt:
        return self.changes.move(source, destination, self.seen).carry_out()

    def delete(self, path: str) -> Receipt:
        return self.changes.delete(path, self.seen).carry_out()

    def undo(self, receipt: Receipt) -> Receipt:
        return self.changes.undo(receipt.id, self.seen)

    def read(self, path: str) -> bytes:
        """Reads a file as the conversation would, which takes in what it saw."""
        content = (self.root / path).read_bytes()
        with (self.root / path).open("rb") as file:
            self.seen.note(path, version_of(file.fileno()), content)
        return content

    def names(self) -> list[str]:
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*"))

    def picture(self) -> dict[str, tuple[int, bytes | str | None]]:
        """Everything below the root: permissions, and content or target."""
        found = {path.relative_to(self.root).as_posix(): path for path in self.root.rglob("*")}
        return {name: (path.lstat().st_mode, _content(path)) for name, path in found.items()}

    def kept(self) -> list[bytes]:
        """The contents that are kept."""
        return sorted(path.read_bytes() for path in (self.around / "data" / "undo").glob("*.bytes"))


def _content(path: Path) -> bytes | str | None:
    if path.is_symlink():
        return str(path.readlink())
    return path.read_bytes() if path.is_file() else None


@contextmanager
def permitted(permit: Permit) -> Iterator[None]:
    """Runs the block as a call that has this permit."""
    token = current_permit.set(permit)
    try:
        yield
    finally:
        current_permit.reset(token)


def withdrawn() -> Permit:
    """A permit that was taken back."""
    permit = Permit()
    permit.withdraw()
    return permit
