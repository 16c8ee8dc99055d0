"""A request as a value."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "list",
    "exists",
    "read",
    "title",
    "summarize",
    "save",
    "copy",
    "change",
    "unclear",
    "undo",
    "search",
    "find",
    "write",
    "blank",
    "unsure",
    "declined",
    "recall",
    "several",
    "cannot",
    "compose",
    "calculate",
    "section",
    "chart",
    "thanks",
    "yes",
    "other",
]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines from `first` to `last` (None: to the end), from 1; with `from_end`, the last `from_end` lines."""

    first: int = 1
    last: int | None = None
    from_end: int = 0


Verb = Literal["copy", "move", "rename", "delete", "make", "edit"]


@dataclass(frozen=True, slots=True)
class Change:
    """Something to be done with a file or a folder.

    `source` is "" for the one just talked about. A `target` that ends with a slash is a
    folder, "./" the root; one that could be either has neither slash nor dot. `old` and
    `new` are the texts of an edit, `every` says that it is meant wherever `old` stands.
    """

    verb: Verb
    source: str = ""
    target: str = ""
    old: str = ""
    new: str = ""
    every: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of which files.

    `files` are names with an extension, as written; `bare` are words that may be the
    name of a file or folder; `every` means all files of `folder` ("." is the root, "" not said);
    `ordinal` is a place in the last list, from 1, with -1 the last. `save_as` is "" when
    no name was given. `text` is what to write. `shown` says that the person has seen the
    summary that is now to be saved; `likewise`, that the wish before is meant for another file.
    `tongue` is the language asked for, "en", "ja" or "other", and `sentences` how many a summary is to have.
    `extension` is that of the files meant by `every`. `section` is the number or the heading of a part of the file.
    `chart` is the kind of chart asked for, "" for none.
    `behind` is, of an unsure wish, what was spoken of without being asked for plainly.

    To "save" is to keep what was said, to "copy" some lines of a file as they are, to "write" the
    `text` of the message, and "blank" is a new empty file. To "change" is to do all `changes`; of an
    "unclear" wish it is open what is to be changed. To "search" is to look for `text` in the content,
    to "find" for names like `text`.
    """

    kind: Kind
    files: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    folder: str = ""
    every: bool = False
    papers: bool = False
    both: bool = False
    ordinal: int = 0
    refers: bool = False
    lines: Lines | None = None
    whole: bool = False
    onward: bool = False
    again: bool = False
    save: bool = False
    save_as: str = ""
    text: str = ""
    extension: str = ""
    changes: tuple[Change, ...] = ()
    append: bool = False
    tongue: str = ""
    sentences: int = 0
    section: str = ""
    chart: str = ""
    shown: bool = False
    likewise: bool = False
    behind: "Wish | None" = None

    @property
    def writes(self) -> bool:
        """Whether something is to be written or changed for it."""
        return self.kind in ("save", "copy", "write", "blank", "change") or (self.kind == "summarize" and self.save)

    @property
    def names_nothing(self) -> bool:
        """Whether the message names no file: then it is about the one just talked about."""
        return not (self.files or self.bare or self.every or self.ordinal)
