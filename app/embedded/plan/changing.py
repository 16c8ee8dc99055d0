"""The calls that carry out changes, and what has to be known before."""

from dataclasses import dataclass, replace
from typing import Literal

from app.embedded.conversation import Conversation, inside
from app.embedded.plan.reading import Task, folder_of
from app.embedded.protocol import Call, Json
from app.embedded.results import Changed, Failure, Listing
from app.embedded.wishes import Change

Open = Literal["", "which", "unknown", "no_folder"]


@dataclass(frozen=True, slots=True)
class Settled:
    """A change with the real names of what it is about, or what is `open` about it.

    `looks` are the folders that must be looked into first.
    """

    change: Change
    open: Open = ""
    looks: tuple[str, ...] = ()

    @property
    def call(self) -> Call:
        """The call that makes the change."""
        given = self.change
        match given.verb:
            case "copy":
                return Call("copy_file", _from_to(given))
            case "move" | "rename":
                return Call("move_file", _from_to(given))
            case "delete":
                return Call("file_delete", {"file_path": given.source})
            case "make":
                return Call("make_directory", {"dir_path": given.target})
        edit: Json = {"old_text": given.old, "new_text": given.new} | ({"replace_all": True} if given.every else {})
        return Call("edit_file", {"file_path": given.source, "edits": [edit]})


def settled(task: Task) -> tuple[Settled, ...]:
    """The changes of the wish, as far as this turn knows the names."""
    return tuple(_settled(change, task.talk) for change in task.wish.changes)


def changes(task: Task) -> tuple[Call, ...]:
    """What is to be called next: looks, then the changes; after one that failed, none of another kind."""
    known = settled(task)
    looks = dict.fromkeys(folder for one in known for folder in one.looks if task.talk.listing(folder) is None)
    if looks:
        return tuple(Call("list_directory", {"dir_path": folder}) for folder in looks)
    if len({one.change.verb for one in known}) < 2:
        return tuple(one.call for one in known if not one.open)
    # A deletion may rest on the copy before it.
    for one in known:
        if one.open:
            return ()
        came = task.talk.came_of(one.call)
        if not isinstance(came, Changed):
            return (one.call,) if came is None else ()
    return ()


def _from_to(change: Change) -> Json:
    return {"source_path": change.source, "destination_path": change.target}


def _settled(change: Change, talk: Conversation) -> Settled:
    if change.verb == "make":
        return Settled(change)
    if not change.source:
        return Settled(change, "which")
    found = _with_source(change, talk)
    return found if found.open or found.looks or not change.target else _with_target(found.change, talk)


def _with_source(change: Change, talk: Conversation) -> Settled:
    """A name without an extension may be short for a file's."""
    folder, name = folder_of(change.source), change.source.rpartition("/")[2]
    if "." in name:
        return Settled(change)
    listing = talk.listing(folder)
    if listing is None:
        return Settled(change, looks=(folder,))
    if not isinstance(listing, Listing) or listing.more or name in (*listing.folders, *listing.others):
        return Settled(change)
    names = [entry.name for entry in listing.files]
    alike = [one for one in names if one == name] or [one for one in names if one.rpartition(".")[0] == name]
    if len(alike) != 1:
        return Settled(change, "unknown")
    return Settled(replace(change, source=inside(folder, alike[0])))


def _with_target(change: Change, talk: Conversation) -> Settled:
    name = change.source.rpartition("/")[2]
    if change.verb == "rename":
        return Settled(replace(change, target=_new_name(change)))
    if change.target.endswith("/"):
        return Settled(replace(change, target=inside(change.target.removeprefix("./").rstrip("/"), name)))
    if "." in change.target.rpartition("/")[2]:
        return Settled(change)
    folder = folder_of(change.target)
    listing = talk.listing(folder)
    if listing is None:
        return Settled(change, looks=(folder,))
    if isinstance(listing, Failure) or change.target.rpartition("/")[2] not in listing.folders:
        return Settled(change, "no_folder")
    return Settled(replace(change, target=inside(change.target, name)))


def _new_name(change: Change) -> str:
    """A new name stays in the folder, and keeps the extension when it has none."""
    folder, _, name = change.source.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    target = change.target.rstrip("/")
    if stem and "." not in target.rpartition("/")[2]:
        target = f"{target}{dot}{extension}"
    return target if "/" in target else inside(folder, target)
