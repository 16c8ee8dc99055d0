"""What a conversation has seen of the folder's files."""

from threading import Lock

from app.workspace.changes.versions import Version

_KEPT_BYTES = 1_000_000


class Seen:
    """The newest version of each file that one conversation was shown or made itself.

    Its content is kept beside it where it is small, to say later what has changed.
    """

    def __init__(self) -> None:
        self._files: dict[str, tuple[Version, bytes | None]] = {}
        self._lock = Lock()

    def note(self, path: str, version: Version, content: bytes | None = None) -> None:
        """Takes in that the file `path` (relative to the root, as it is on disk) has this version."""
        small = content if content is not None and len(content) <= _KEPT_BYTES else None
        with self._lock:
            self._files[path] = (version, small)

    def forget(self, path: str) -> None:
        """Takes in that there is no file `path` any more."""
        with self._lock:
            self._files.pop(path, None)

    def moved(self, source: str, path: str) -> None:
        """Takes in that the folder `source` is named `path` now."""
        with self._lock:
            for name in [name for name in self._files if name.startswith(f"{source}/")]:
                self._files[path + name[len(source) :]] = self._files.pop(name)

    def version(self, path: str) -> Version | None:
        """The version that was seen last; None when the file was never seen."""
        known = self._files.get(path)
        return known[0] if known else None

    def content(self, path: str) -> bytes | None:
        """The bytes of that version, if they were kept."""
        known = self._files.get(path)
        return known[1] if known else None
