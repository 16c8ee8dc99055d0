"""The workspace: the only code that opens a path under the root."""

from app.workspace.browsing import FolderPage, Named
from app.workspace.changes.change import Changes, Limits
from app.workspace.changes.permit import Permit, Withdrawn, current_call, current_permit, current_turn
from app.workspace.changes.plan import Edit, Plan
from app.workspace.changes.seen import Seen
from app.workspace.errors import WorkspaceError, escaped, shown_name
from app.workspace.folder import Workspace
from app.workspace.listing import Entry, Listing
from app.workspace.numbers import number_in
from app.workspace.search import Found, FoundName, Hit, Hits, Query, Skipped, spellings
from app.workspace.tables import SEPARATED, Table
from app.workspace.text.pages import Page, Span
from app.workspace.text.whole_text import WholeText
from app.workspace.viewing import Bytes, FileFacts

__all__ = [
    "SEPARATED",
    "Bytes",
    "Changes",
    "Edit",
    "Entry",
    "FileFacts",
    "FolderPage",
    "Found",
    "FoundName",
    "Hit",
    "Hits",
    "Limits",
    "Listing",
    "Named",
    "Page",
    "Permit",
    "Plan",
    "Query",
    "Seen",
    "Skipped",
    "Span",
    "Table",
    "WholeText",
    "Withdrawn",
    "Workspace",
    "WorkspaceError",
    "current_call",
    "current_permit",
    "current_turn",
    "escaped",
    "number_in",
    "shown_name",
    "spellings",
]
