"""The kinds of change that a wish can mean, as the tools' receipts tell them."""

from app.events import Verb

Kinds = frozenset[Verb]

NONE: Kinds = frozenset()
WRITES: Kinds = frozenset({"created", "overwritten", "appended", "edited", "copied", "folder_made"})
EDITS: Kinds = frozenset({"overwritten", "edited"})
DELETES: Kinds = frozenset({"deleted"})
MOVES: Kinds = frozenset({"moved", "copied", "folder_made"})
