"""What a listing shows of a folder, in which order, and how it goes on."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.tools import Outcome
from app.tools.requests import ListDirectory
from app.tools.rows import file_tools
from app.tools.wording import listing_text
from app.workspace import Entry, Limits, Seen, Workspace, WorkspaceError
from app.workspace.changes.disk.temporary import name_for
from app.workspace.changes.undo.records import new_id


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "work").mkdir()
    return Workspace(tmp_path / "work", tmp_path / "data", Limits(10_000_000, 30), 5)


def said(workspace: Workspace, path: str = ".", offset: int = 1, limit: int = 200, room: int = 19_600) -> str:
    return listing_text(workspace.list_folder(path), "work", offset, limit, room)


def test_folders_come_first_each_group_by_name_without_regard_to_case(workspace: Workspace) -> None:
    for name in ("b.txt", "A.txt", "C.txt"):
        (workspace.root / name).write_text("x" * 1234)
    for name in ("zoo", "Attic"):
        (workspace.root / name).mkdir()
    assert said(workspace).splitlines() == [
        "[work: 2 folders, 3 files]",
        "Attic/",
        "zoo/",
        "A.txt  1,234 bytes",
        "b.txt  1,234 bytes",
        "C.txt  1,234 bytes",
    ]


def test_a_persons_own_folder_is_called_as_every_folder_is(tmp_path: Path) -> None:
    tool = next(iter(file_tools(Workspace(tmp_path / "ann", tmp_path / "data", Limits(10_000_000, 30), 5), 20_000)))
    outcome = tool.run(ListDirectory.model_validate({}), Seen())
    assert isinstance(outcome, Outcome)
    assert (outcome.text, outcome.files) == ("[work: 0 folders, 0 files]", ("work/",))


def test_links_and_special_files_are_marked(workspace: Workspace) -> None:
    (workspace.root / "link").symlink_to("/etc")
    os.mkfifo(workspace.root / "pipe")
    assert {entry.name: entry.kind for entry in workspace.list_folder(".").entries} == {
        "link": "link",
        "pipe": "special",
    }
    assert said(workspace).splitlines()[1:] == ["link (link)", "pipe (no file)"]


def test_names_with_a_dot_are_counted_or_shown(workspace: Workspace) -> None:
    (workspace.root / ".env").write_text("KEY=1")
    assert said(workspace).splitlines()[1:] == ["[1 name beginning with a dot left out; hidden=true shows them]"]
    assert workspace.list_folder(".", hidden=True).entries == (Entry(".env", "file", 5),)


def test_our_own_temporary_files_are_neither_shown_nor_counted(workspace: Workspace) -> None:
    (workspace.root / name_for(new_id())).touch()
    assert (workspace.list_folder(".").hidden, workspace.list_folder(".", hidden=True).entries) == (0, ())


def test_a_file_of_the_users_with_a_name_like_ours_is_shown(workspace: Workspace) -> None:
    (workspace.root / ".folio-plans.tmp").touch()
    listing = workspace.list_folder(".", hidden=True)
    assert (workspace.list_folder(".").hidden, [entry.name for entry in listing.entries]) == (1, [".folio-plans.tmp"])


def test_names_that_cannot_be_decoded_are_listed(workspace: Workspace) -> None:
    (workspace.root / "caf\udce9").touch()
    assert workspace.list_folder(".").entries == (Entry("caf\udce9", "file", 0),)


def test_a_name_that_the_system_says_nothing_of_is_listed(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder that may be listed but not entered, which the superuser never meets."""
    (workspace.root / "gone.txt").touch()
    real = os.scandir

    class Gone:
        name = "gone.txt"

        def stat(self, **_: bool) -> os.stat_result:
            raise PermissionError(13, "Permission denied")

    class Names:
        def __init__(self, folder: int) -> None:
            self._entries = real(folder)

        def __enter__(self) -> Iterator[Gone]:
            return iter([Gone()])

        def __exit__(self, *_: object) -> None:
            self._entries.close()

    monkeypatch.setattr("app.workspace.search.walking.os.scandir", Names)
    assert workspace.list_folder(".").entries == (Entry("gone.txt", "unknown", 0),)


def test_of_more_names_than_are_looked_at_it_says_so(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abcd":
        (workspace.root / name).touch()
    assert (len(workspace.list_folder(".").entries), workspace.list_folder(".").cut) == (4, False)
    monkeypatch.setattr("app.workspace.listing.MOST_ENTRIES", 3)
    assert (len(workspace.list_folder(".").entries), workspace.list_folder(".").cut) == (3, True)


def test_an_empty_folder_is_said_to_be_empty(workspace: Workspace) -> None:
    assert said(workspace) == "[work: 0 folders, 0 files]"


def test_a_folder_below_is_named_with_its_path(workspace: Workspace) -> None:
    (workspace.root / "x" / "y").mkdir(parents=True)
    assert said(workspace, "x/y") == "[work/x/y: 0 folders, 0 files]"


@pytest.mark.parametrize("name", ["stock", "work/stock", "/stock", "./stock/", "'stock'"])
def test_a_folder_is_found_by_its_usual_names(workspace: Workspace, name: str) -> None:
    (workspace.root / "stock").mkdir()
    assert workspace.list_folder(name).path == "stock"


@pytest.mark.parametrize(
    ("name", "code"), [("none", "path:not_found"), ("a.txt", "path:not_a_directory"), ("..", "path:outside")]
)
def test_what_is_no_folder_is_refused(workspace: Workspace, name: str, code: str) -> None:
    (workspace.root / "a.txt").touch()
    with pytest.raises(WorkspaceError) as caught:
        workspace.list_folder(name)
    assert caught.value.code == code


def test_odd_names_are_one_harmless_line_each(workspace: Workspace) -> None:
    for name in ("two\nlines", "esc\x1b[2J", "caf\udce9", "\u202egnp.exe"):
        (workspace.root / name).touch()
    lines = said(workspace).splitlines()[1:]
    assert len(lines) == 4
    assert all(line.isprintable() for line in lines)
    assert all(line.encode() for line in lines)


@pytest.mark.parametrize(("limit", "room"), [(7, 19_600), (200, 300), (1, 100), (1000, 400)])
def test_going_on_as_it_says_shows_every_entry_once(workspace: Workspace, limit: int, room: int) -> None:
    names = [f"file {number:03} {'x' * (number % 40)}.txt" for number in range(60)]
    for name in names:
        (workspace.root / name).touch()
    seen, offset = list[str](), 1
    for _ in range(100):
        text = said(workspace, offset=offset, limit=limit, room=room)
        assert len(text) <= room + 200
        seen += re.findall(r"^(file .*\.txt)  0 bytes$", text, re.MULTILINE)
        onward = re.search(r"more; offset=(\d+) shows them", text)
        if onward is None:
            break
        offset = int(onward[1])
    assert seen == names


def test_a_name_longer_than_the_room_does_not_hold_the_listing(workspace: Workspace) -> None:
    (workspace.root / ("\x01" * 250)).touch()
    (workspace.root / "z.txt").touch()
    onward = re.search(r"more; offset=(\d+) shows them", said(workspace, room=100))
    assert onward is None or int(onward[1]) > 1


def test_a_hundred_thousand_entries_stay_within_the_room(workspace: Workspace) -> None:
    listing = workspace.list_folder(".")
    many = type(listing)("", tuple(Entry(f"file {n}.txt", "file", n) for n in range(100_000)), 0)
    text = listing_text(many, "work", 1, 1000, 5_000)
    assert len(text) < 5_300
    assert re.search(r"\[… [\d,]+ more; offset=\d+ shows them\]$", text)


def test_an_offset_past_the_end_says_how_many_there_are(workspace: Workspace) -> None:
    (workspace.root / "a.txt").touch()
    assert "[work: 0 folders, 1 file]" in said(workspace, offset=5)
