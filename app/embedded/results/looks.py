"""Listings and searches, read back."""

import re
from collections.abc import Sequence

from app.embedded.results.notes import CONTENT_MARK, more_in, number, unseen_in
from app.embedded.results.outcomes import Absent, FileEntry, Found, Hit, Hits, Listing

_LISTING = re.compile(r"^\[(?P<folder>.+?): ([\d,]+) folders?, ([\d,]+) files?")
_FILE = re.compile(r"^(?P<name>.+?) {2,}(?P<size>[\d,]+) bytes?$")
_OTHER = re.compile(r"^(?P<name>.+) \((?:link|no file|unknown: not readable)\)$")
_HITS = re.compile(
    r"^\[(?:text|pattern) '.*' in (?P<where>.+): (?P<lines>[\d,]+) lines? in (?P<files>[\d,]+) files?"
    r"(?P<part> so far)?; looked at (?P<looked>[\d,]+) files?\]$"
)
_HIT = re.compile(r"^(?P<file>.+?):(?P<line>\d+)(?:, (?P<place>.+?))?: (?P<text>.*)$")
_FOUND = re.compile(
    r"^\[names like '.*' in (?P<where>.+): ([\d,]+) files?, ([\d,]+) folders?;"
    r" looked at ([\d,]+) files? and ([\d,]+) folders?\]$"
)
_READ_AS = re.compile(r"^\[The pattern for names was read as the glob '(.+)'\.\]$")


def listing(content: str) -> Listing | Absent:
    """What a result of list_directory shows."""
    head, *rest = content.split("\n")
    found = _LISTING.match(head)
    if not found:
        return Absent()
    folders = tuple(line.rstrip("/") for line in rest if line.endswith("/"))
    return Listing(found["folder"], folders, _files(rest), more_in(rest), _others(rest), unseen_in(rest))


def hits(content: str) -> Hits | Absent:
    """What a result of search_text shows."""
    notes, _, rows = content.partition(f"\n{CONTENT_MARK}\n")
    head, *rest = notes.split("\n")
    found = _HITS.match(head)
    if not found:
        return Absent()
    return Hits(
        where=found["where"],
        lines=number(found["lines"]),
        files=number(found["files"]),
        looked=number(found["looked"]),
        hits=tuple(_hit(row) for row in rows.split("\n") if row),
        more=more_in(rest),
        whole=not found["part"],
        unseen=unseen_in(rest),
    )


def found(content: str) -> Found | Absent:
    """What a result of file_search shows."""
    head, *rest = content.split("\n")
    told = _FOUND.match(head)
    if not told:
        return Absent()
    folders = tuple(line for line in rest if line.endswith("/"))
    return Found(
        where=told["where"],
        count=(number(told[2]), number(told[3])),
        looked=(number(told[4]), number(told[5])),
        files=_files(rest),
        others=(*folders, *_others(rest)),
        more=more_in(rest),
        read_as=next((match[1] for match in map(_READ_AS.match, rest) if match), ""),
        unseen=unseen_in(rest),
    )


def _hit(row: str) -> Hit:
    match = _HIT.match(row)
    return Hit(match["file"], int(match["line"]), match["text"], match["place"] or "") if match else Hit("", 0, row)


def _files(lines: Sequence[str]) -> tuple[FileEntry, ...]:
    return tuple(FileEntry(match["name"], number(match["size"])) for match in map(_FILE.match, lines) if match)


def _others(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(match["name"] for match in map(_OTHER.match, lines) if match)
