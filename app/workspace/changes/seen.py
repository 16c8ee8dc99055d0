"""What a conversation has seen of the folder's files."""

from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from pydantic import TypeAdapter

from app.workspace.changes.versions import Version
from app.workspace.text.parts import Part

_KEPT_BYTES = 1_000_000

_Place = tuple[int, int]
"""A line and a column, from 1."""

_BEGINNING: _Place = (1, 1)
_Stretch = tuple[_Place, _Place | None]
"""From a place to another, which is not in it; to the end of the file where that is None."""


@dataclass(frozen=True, slots=True)
class _File:
    """A version, its content where it is small, and which stretches of it were shown."""

    version: Version
    content: bytes | None
    shown: frozenset[_Stretch]

    @property
    def is_whole(self) -> bool:
        reached = _BEGINNING
        for start, end in sorted(self.shown, key=lambda stretch: stretch[0]):
            if start > reached:
                return False
            if end is None:
                return True
            reached = max(reached, end)
        return False


_WHOLE: frozenset[_Stretch] = frozenset({(_BEGINNING, None)})
_FORM = TypeAdapter(dict[str, _File])


class Seen:
    """The newest version of each file that one conversation was shown, in part or whole, or made itself.

    Its content is kept beside it where it is small, to say later what has changed. Paths
    are relative to the root, as they are on disk.
    """

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        self._lock = Lock()

    def saved(self) -> dict[str, Any]:
        """All of it but the contents, as JSON has it."""
        with self._lock:
            files = {path: replace(known, content=None) for path, known in self._files.items()}
        saved: dict[str, Any] = _FORM.dump_python(files, mode="json")
        return saved

    def take_up(self, saved: dict[str, Any]) -> None:
        """Knows again what was saved. Raises ValueError for anything else."""
        self._files = _FORM.validate_python(saved)

    def note(self, path: str, version: Version, content: bytes | None = None, whole: bool = True) -> None:
        """Takes in that the file has this version, which the conversation made itself or, if `whole`, knows whole."""
        self._keep(path, version, content, _WHOLE if whole else frozenset())

    def note_shown(self, path: str, version: Version, content: bytes | None, part: Part | None) -> None:
        """Takes in that `part` of the file's text was shown, of a file with this version.

        Parts add up while the version stays. None is what was taken out of a document,
        which is never the whole of the file.
        """
        with self._lock:
            known = self._files.get(path)
            before = known.shown if known and known.version.same_content(version) else frozenset[_Stretch]()
        self._keep(path, version, content, before | ({_stretch(part)} if part else set()))

    def _keep(self, path: str, version: Version, content: bytes | None, shown: frozenset[_Stretch]) -> None:
        small = content if content is not None and len(content) <= _KEPT_BYTES else None
        with self._lock:
            self._files[path] = _File(version, small, shown)

    def forget(self, path: str) -> None:
        """Takes in that there is no file `path` any more."""
        with self._lock:
            self._files.pop(path, None)

    def moved(self, source: str, path: str, before: Version | None, after: Version | None) -> None:
        """Takes in that the file `source`, which had the version `before` and has `after` now, or a folder, is `path`.

        What was known of it, or of what is below it, is known of `path`.
        """
        with self._lock:
            for name in [name for name in self._files if name.startswith(f"{source}/")]:
                self._files[path + name[len(source) :]] = self._files.pop(name)
            self._files.pop(path, None)
            known = self._files.pop(source, None)
            if known and before and after:
                self._files[path] = replace(known, version=after) if known.version.same_content(before) else known

    def version(self, path: str) -> Version | None:
        """The version that was seen last; None when the file was never seen."""
        known = self._files.get(path)
        return known.version if known else None

    def content(self, path: str) -> bytes | None:
        """The bytes of that version, if they were kept."""
        known = self._files.get(path)
        return known.content if known else None

    def is_whole(self, path: str, version: Version) -> bool:
        """Whether the whole of the file, which has this version, was shown to the conversation or made by it."""
        known = self._files.get(path)
        return known is not None and known.is_whole and known.version.same_content(version)


def _stretch(part: Part) -> _Stretch:
    start = (max(part.first, 1), max(part.columns[0], 1))
    return start, (part.next_offset, part.next_column) if part.next_offset else None
