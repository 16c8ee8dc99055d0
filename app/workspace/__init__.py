"""The workspace: the only code that opens a path under the root."""

from app.workspace.changes.change import Changes, Limits
from app.workspace.changes.permit import Permit, Withdrawn, current_permit, current_turn
from app.workspace.changes.plan import Edit, Plan
from app.workspace.changes.seen import Seen
from app.workspace.errors import WorkspaceError, escaped, shown_name
from app.workspace.folder import Workspace
from app.workspace.listing import Entry, Listing
from app.workspace.search import Found, FoundName, Hit, Hits, Query, Skipped
from app.workspace.text.pages import Page, Span
from app.workspace.text.whole_text import WholeText

__all__ = [
    "Changes",
    "Edit",
    "Entry",
    "Found",
    "FoundName",
    "Hit",
    "Hits",
    "Limits",
    "Listing",
    "Page",
    "Permit",
    "Plan",
    "Query",
    "Seen",
    "Skipped",
    "Span",
    "WholeText",
    "Withdrawn",
    "Workspace",
    "WorkspaceError",
    "current_permit",
    "current_turn",
    "escaped",
    "shown_name",
]
