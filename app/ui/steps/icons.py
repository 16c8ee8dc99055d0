"""The icon of a row, by what its tool does."""

_ICONS = {
    "list_directory": "folder",
    "read_file": "file-text",
    "file_search": "file-search",
    "search_text": "text-search",
    "write_file": "file-pen",
    "edit_file": "file-pen-line",
    "copy_file": "files",
    "move_file": "folder-input",
    "file_delete": "trash-2",
    "make_directory": "folder-plus",
    "undo": "undo-2",
    "upload": "file-up",
    "draw_chart": "chart-column",
    "spend_more": "gauge",
    "read_part": "book-open-text",
}


def icon_of(tool: str) -> str:
    """The name of the icon."""
    return _ICONS.get(tool, "wrench")
