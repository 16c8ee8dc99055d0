"""The workspace: the only code that opens a path under the root."""

from app.workspace.changes.permit import Permit, Withdrawn, current_permit
from app.workspace.errors import WorkspaceError, escaped, shown_name
from app.workspace.folder import Workspace, Written
from app.workspace.listing import Entry, Listing
from app.workspace.text.pages import Page, Span

__all__ = [
    "Entry",
    "Listing",
    "Page",
    "Permit",
    "Span",
    "Withdrawn",
    "Workspace",
    "WorkspaceError",
    "Written",
    "current_permit",
    "escaped",
    "shown_name",
]
