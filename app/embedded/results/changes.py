"""What was changed, read back."""

import re

from app.embedded.results.outcomes import Absent, Changed, Deed, Written

_WRITTEN = re.compile(r"^(?:Created|Overwrote|Appended|Added)\b.*")
_BYTES = re.compile(r"([\d,]+) bytes?\b(?! before)")
_FINAL = " It cannot be undone."
_DEEDS: dict[Deed, re.Pattern[str]] = {
    "copied": re.compile(r"Copied (?P<source>.+) to (?P<path>.+), (?P<size>[\d,]+) bytes?\."),
    "moved": re.compile(r"Moved (?P<source>.+) to (?P<path>.+)\."),
    "deleted": re.compile(r"Deleted (?P<path>.+)\."),
    "edited": re.compile(r"Edited (?P<path>.+): (?P<before>[\d,]+) bytes? before, (?P<size>[\d,]+) bytes? now\."),
    "folder_made": re.compile(r"Made the folder (?P<path>.+)\."),
}
_REPLACED = re.compile(r" It took the place of a file of ([\d,]+) bytes?\.$")


def written(content: str) -> Written | Absent:
    """What a result of write_file says was written."""
    said = _WRITTEN.match(content)
    if not said:
        return Absent()
    sizes = _BYTES.findall(said[0])
    return Written(said[0].strip(), sizes[-1] if sizes else "")


def changed(content: str) -> Changed | Absent:
    """What a result of any other tool that changes something says was done."""
    said = content.split("\n", 1)[0].strip()
    sentence = said.removesuffix(_FINAL)
    replaced = _REPLACED.search(sentence)
    sentence = _REPLACED.sub("", sentence)
    for deed, pattern in _DEEDS.items():
        if found := pattern.fullmatch(sentence):
            # Where a name holds " to " it cannot be told where it ends: then only the tool's words are given.
            facts = found.groupdict() if sentence.count(" to ") < 2 or deed not in ("copied", "moved") else {}
            return Changed(deed, said, **facts, replaced=replaced[1] if replaced else "", final=said.endswith(_FINAL))
    return Absent()


def tells_of_change(text: str) -> bool:
    """Whether a text is what the tools say of a change, as it stands in the history where one was undone."""
    first = text.split("\n", 1)[0]
    return any(not isinstance(read(first), Absent) for read in (written, changed))
