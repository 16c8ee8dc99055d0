"""What a person reads of a call. Titles are made of unchecked arguments: nothing in them is relied on."""

from typing import Any

from app.workspace import escaped


def list_title(given: dict[str, Any]) -> str:
    path = str(given.get("dir_path", "."))
    return "list_directory" if path in (".", "") else f"list_directory {short(path)}"


def read_title(given: dict[str, Any]) -> str:
    title = f"read_file {short(given.get('file_path', ''))}"
    offset, limit = _line(given.get("offset", 1)), _line(given.get("limit"))
    if offset and limit == 1:
        return f"{title}, line {offset:,}"
    if offset and limit:
        return f"{title}, lines {offset:,}–{offset + limit - 1:,}"
    return f"{title}, from line {offset:,}" if offset > 1 else title


def find_title(given: dict[str, Any]) -> str:
    return f"file_search {short(given.get('pattern', ''))}{_inside(given)}"


def search_title(given: dict[str, Any]) -> str:
    return f"search_text “{short(given.get('query', ''))}”{_inside(given)}"


def chart_title(given: dict[str, Any]) -> str:
    return f"draw_chart {short(given.get('file_path', ''))}"


def write_title(given: dict[str, Any]) -> str:
    added = ", at the end" if given.get("append") is True else ""
    return f"write_file {short(given.get('file_path', ''))}{added}"


def edit_title(given: dict[str, Any]) -> str:
    edits = given.get("edits")
    number = f", {len(edits)} edits" if isinstance(edits, list) and len(edits) > 1 else ""
    return f"edit_file {short(given.get('file_path', ''))}{number}"


def copy_title(given: dict[str, Any]) -> str:
    return f"copy_file {_from_to(given)}"


def move_title(given: dict[str, Any]) -> str:
    return f"move_file {_from_to(given)}"


def delete_title(given: dict[str, Any]) -> str:
    return f"file_delete {short(given.get('file_path', ''))}"


def make_title(given: dict[str, Any]) -> str:
    return f"make_directory {short(given.get('dir_path', ''))}"


def _from_to(given: dict[str, Any]) -> str:
    return f"{short(given.get('source_path', ''))} → {short(given.get('destination_path', ''))}"


def _inside(given: dict[str, Any]) -> str:
    path = str(given.get("dir_path", "."))
    return "" if path in (".", "") else f" in {short(path)}"


def _line(value: Any) -> int:
    """A line number, or 0 for anything that cannot be one."""
    return value if type(value) is int and 0 < value < 10**12 else 0


def short(text: Any) -> str:
    """A name or a query as it stands in a row: harmless, and not too long."""
    name = escaped(str(text))
    return name if len(name) <= 80 else f"{name[:40]}…{name[-39:]}"
