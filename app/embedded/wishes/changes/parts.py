"""Names, folders and texts in a request for a change."""

import re
from dataclasses import dataclass

from app.embedded.wishes.common import COMMON, ROOT
from app.embedded.wishes.names import Reading, clean_path

NAME = r"(?:⟦\d+⟧|⟪\d+⟫|\.?[\w~-]+(?:[./][\w-]+)*/?)"
PRONOUN = re.compile(
    r"(?:it|that|this|the\s+file|(?:that|this)\s+(?:file|one)|the\s+\w+\s+(?:one|file|paper|document))"
    r"|(?:それ|これ|その(?:ファイル|文書)|この(?:ファイル|文書)|さっきのファイル"
    r"|(?:[\d一二三四五六七八九]\s*(?:番目|つ目|つめ|個目)|最初|最後)の?(?:ファイル|もの|文書|論文)?)",
    re.IGNORECASE,
)
ROOT_TARGET = "./"


@dataclass(frozen=True, slots=True)
class Named:
    """A file or folder that is spoken of: how it is named, and whether it is said to be a folder."""

    path: str
    is_folder: bool = False

    @property
    def target(self) -> str:
        """The name as a place to put something in or under."""
        if self.is_folder and ROOT.fullmatch(self.path.strip("/.") or "root"):
            return ROOT_TARGET
        return f"{self.path.rstrip('/')}/" if self.is_folder else self.path


def named(reading: Reading, mark: str, folder: bool, called: bool) -> Named | None:
    """What the mark or bare word `mark` names; None for a word that is hardly a name.

    `folder` says that it was called one; `called` that it was said to be a name.
    """
    path = _path(reading, mark)
    if not path or (path == mark and not called and not folder and COMMON.fullmatch(path.strip("/"))):
        return None
    is_folder = folder or path.endswith("/")
    return Named(path.rstrip("/") or path, is_folder)


def quoted(reading: Reading, mark: str) -> str | None:
    """The text that `mark` stands for, to the letter; None when it is not a quote or one plain word."""
    if mark.startswith("⟪"):
        return reading.quotes[int(mark[1:-1])]
    return None if "⟦" in mark or COMMON.fullmatch(mark) else mark


def _path(reading: Reading, mark: str) -> str:
    if mark.startswith("⟦"):
        return reading.files[int(mark[1:-1])]
    return clean_path(reading.quotes[int(mark[1:-1])].strip()) if mark.startswith("⟪") else clean_path(mark)
